"""The request and the response of `POST /moves`."""

from typing import Annotated, NotRequired

from pydantic import BaseModel, ConfigDict, Field, SkipValidation, WithJsonSchema
from typing_extensions import TypedDict

from service.questions.schemas.answer import MoveResponse
from service.questions.schemas.problem import Problem
from service.questions.schemas.request import MoveRequest

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


class MoveResult(TypedDict):
    """Either an answer or a problem."""

    answer: NotRequired[
        Annotated[MoveResponse, Field(description="The answer, unless there is a problem.")]
    ]
    problem: NotRequired[
        Annotated[Problem, Field(description="Why there is no answer, if there is none.")]
    ]


class MovesResponse(TypedDict):
    """The results, in the order of the questions."""

    results: Annotated[
        list[MoveResult],
        Field(description="For each question its answer or a problem."),
    ]
