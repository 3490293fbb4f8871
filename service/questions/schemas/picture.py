"""The question of `GET /board.svg`."""

from typing import Annotated

from pydantic import Field

from service.questions.schemas.cells import NAME_PATTERN
from service.questions.schemas.request import MoveRequest

MOST_MARKED = 50
"""The most cells with a frame, for a picture is small."""


class PictureRequest(MoveRequest):
    """A position to be drawn, as a question about it asks; what the question wants is ignored."""

    marked: list[Annotated[str, Field(pattern=NAME_PATTERN)]] = Field(
        default=[], max_length=MOST_MARKED, description="The names of cells to be framed."
    )
