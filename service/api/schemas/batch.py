"""The request and the response of `POST /moves`."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, SkipValidation, WithJsonSchema
from typing_extensions import TypeAliasType, TypedDict

from service.api.schemas.answer import MoveResponse
from service.api.schemas.problem import Problem
from service.api.schemas.request import MoveRequest

# Each is validated when its turn comes, so that one bad question does not spoil the others.
Question = Annotated[
    SkipValidation[MoveRequest], WithJsonSchema({"$ref": "#/components/schemas/MoveRequest"})
]


class MovesRequest(BaseModel):
    """Questions that are answered together; each by itself is what POST /move is asked."""

    model_config = ConfigDict(strict=True, extra="forbid")

    requests: list[Question] = Field(description="The questions.")
    time_limit_ms: int | None = Field(
        default=None,
        ge=1,
        description="Thinking time of all questions together, in milliseconds. Without it, the "
        "server's maximum. Each question gets its own time limit, but at most an equal share of "
        "what is left; what it does not use is left to those after it.",
    )


MoveResult = TypeAliasType(
    "MoveResult",
    Annotated[
        MoveResponse | Problem,
        Field(description="An answer or a problem; only a problem has a code."),
    ],
)


class MovesResponse(TypedDict):
    """The results, in the order of the questions."""

    results: Annotated[
        list[MoveResult],
        Field(description="For each question its answer, or a problem; only a problem has a code."),
    ]
