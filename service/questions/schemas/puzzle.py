"""The questions of `GET /puzzle` and `GET /puzzle/sheet`, and a puzzle as it is answered."""

import datetime
import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError
from typing_extensions import TypeAliasType, TypedDict

from service import puzzles
from service.players import STRENGTHS
from service.questions.schemas.enums import Language, ReasonCode
from service.questions.schemas.request import one_of

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def _read_day(text: str) -> datetime.date:
    """Return the day in this text; `fromisoformat` alone knows more ways to write one."""
    try:
        return datetime.date.fromisoformat(text if _DAY.fullmatch(text) else "")
    except ValueError:
        raise PydanticCustomError("day", "Give a day such as 2026-11-27.") from None


Day = Annotated[datetime.date, BeforeValidator(_read_day)]
PuzzleGame = TypeAliasType(
    "PuzzleGame",
    Annotated[
        str,
        WithJsonSchema(
            {
                "type": "string",
                "enum": list(puzzles.GAMES),
                "description": "A game of which there are puzzles, also one for each other switch.",
            }
        ),
    ],
)
Difficulty = TypeAliasType(
    "Difficulty",
    Annotated[
        puzzles.Difficulty,
        Field(
            description="How hard the best move is to find: measured by the strengths that find "
            "it, and by how many other moves look good."
        ),
    ],
)
PuzzleOutcome = TypeAliasType(
    "PuzzleOutcome",
    Annotated[
        Literal["win", "draw"],
        Field(description="What the best move keeps, and every other move gives up."),
    ],
)


class SheetRequest(BaseModel):
    """Which puzzles are wanted."""

    model_config = ConfigDict(strict=True, extra="forbid")

    game: Annotated[PuzzleGame, one_of("game", puzzles.GAMES)] = Field(
        default=next(iter(puzzles.GAMES)), description="The game; the first one without it."
    )
    difficulty: Difficulty = Field(default="easy", description="How hard it is; without it, easy.")
    date: Day | None = Field(
        default=None,
        description="The day that has the puzzle; without it, the server's today (UTC).",
    )
    lang: Language | None = Field(
        default=None,
        description="The language of the sentences. Without it, that which Accept-Language "
        "prefers, or else English.",
    )


class PuzzleRequest(SheetRequest):
    """Which puzzle is wanted."""

    id: str | None = Field(
        default=None,
        description="The id of a puzzle, which is the same for ever. Without it, there is one a "
        "day for each game and difficulty; what is given beside it has to be its own.",
    )


class PuzzleGoal(TypedDict):
    """What the side to move is to reach."""

    outcome: PuzzleOutcome
    moves: Annotated[
        int | None,
        Field(
            ge=1,
            description="The moves of who makes the row, if both play their best; null for a draw.",
        ),
    ]
    sentence: Annotated[str, Field(description="The same in a sentence.")]


class PuzzleTheme(TypedDict):
    """A hint that does not name the move."""

    code: Annotated[ReasonCode, Field(description="The code of the reason for the best move.")]
    sentence: Annotated[str, Field(description="What to look for, in a sentence.")]


class PuzzleMeasures(TypedDict):
    """What the difficulty was measured by."""

    strength: Annotated[
        int | None,
        Field(
            ge=min(STRENGTHS),
            le=max(STRENGTHS),
            description="The weakest strength that mostly finds the best move; null if none does.",
        ),
    ]
    plausible: Annotated[
        int,
        Field(ge=0, description="How many other moves have a reason that is seen at once."),
    ]
    found: Annotated[
        int,
        Field(
            ge=0,
            le=100,
            description="How often the strengths find the best move, in percent of their tries.",
        ),
    ]


class PuzzleResponse(TypedDict):
    """A position with one best move, which is proven; the answer does not name it."""

    id: Annotated[str, Field(description="The name of the puzzle, by which it is got again.")]
    game: Annotated[PuzzleGame, Field(description="The game.")]
    difficulty: Annotated[Difficulty, Field(description="How hard it is.")]
    number: Annotated[
        int, Field(ge=1, description="Its number among those of this game and difficulty.")
    ]
    count: Annotated[int, Field(ge=1, description="How many of them there are.")]
    goal: PuzzleGoal
    theme: PuzzleTheme
    measured: PuzzleMeasures
    question: Annotated[
        dict[str, Any],
        WithJsonSchema(
            {
                "allOf": [{"$ref": "#/components/schemas/MoveRequest"}],
                "description": "The position, as a question for POST /move.",
            }
        ),
    ]
