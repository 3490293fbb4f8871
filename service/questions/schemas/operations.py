"""The responses of the routes that are not about the game."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from service.questions.schemas.enums import HealthStatus, LevelName


class Health(TypedDict):
    """A sign of life."""

    status: Annotated[HealthStatus, Field(description="What the process can do.")]


class Limits(TypedDict):
    """What a client has to know before it asks."""

    max_cells: Annotated[
        int, Field(ge=1, description="Largest board, in cells; also the largest row_length.")
    ]
    default_time_limit_ms: Annotated[
        int, Field(ge=1, description="Thinking time of a question that names none.")
    ]
    max_time_limit_ms: Annotated[
        int, Field(ge=1, description="Longest thinking time of a question, and of a batch.")
    ]
    max_node_limit: Annotated[int, Field(ge=1, description="Largest node limit of a question.")]
    max_batch: Annotated[int, Field(ge=1, description="Most questions of a batch.")]
    max_body_bytes: Annotated[int, Field(ge=1, description="Largest request body, in bytes.")]
    levels: Annotated[list[LevelName], Field(description="Who may be asked to choose the move.")]
    max_strength: Annotated[int, Field(ge=1, description="Largest strength of a question.")]


class Contract(TypedDict):
    """An OpenAPI document; its further fields are those of that version."""

    openapi: Annotated[str, Field(description="The version of OpenAPI.")]
