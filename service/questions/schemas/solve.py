"""The question and the answer of `GET /solve`, as programs for a public solver know them."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict


class SolveRequest(BaseModel):
    """A game of Connect Four."""

    model_config = ConfigDict(strict=True, extra="forbid")

    pos: str = Field(
        default="",
        max_length=42,
        pattern="^[1-7]*$",
        description="The columns of the moves, from 1 at the left, the first move first. Without "
        "it, or if it is empty, the board is empty.",
    )
    time_limit_ms: int | None = Field(
        default=None,
        ge=1,
        description="Thinking time in milliseconds. Without it, the server's default.",
    )


class SolveResponse(TypedDict):
    """The scores of the columns."""

    pos: Annotated[str, Field(description="The columns of the question.")]
    score: Annotated[
        list[Annotated[int, Field(ge=-21, le=100)]],
        Field(
            min_length=7,
            max_length=7,
            description="For each column what a stone there leads to under best play, for the side "
            "to move: 0 for a draw, 22 less the stones that the winner has at the end for a win, "
            "the negative of that for a loss, and 100 where the column is full.",
        ),
    ]
