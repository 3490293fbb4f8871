"""The closed sets of values, each under a name of its own in the contract.

So a client that is generated from it has one type for each, wherever it is used.
"""

from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema
from typing_extensions import TypeAliasType

from service import game, languages, players, solver

Player = TypeAliasType(
    "Player", Annotated[Literal["X", "O"], Field(description="A side of the game.")]
)
Value = TypeAliasType(
    "Value",
    Annotated[
        solver.Value,
        Field(description="1 if `to_move` wins under best play, 0 for a draw, -1 if it loses."),
    ],
)
Outcome = TypeAliasType(
    "Outcome",
    Annotated[Literal["win", "draw", "loss", "unknown"], Field(description="A value as a word.")],
)
OUTCOMES: dict[int | None, Outcome] = {1: "win", 0: "draw", -1: "loss", None: "unknown"}
LevelName = TypeAliasType(
    "LevelName",
    Annotated[
        str,
        WithJsonSchema(
            {
                "type": "string",
                "enum": list(players.LEVELS),
                "description": " ".join(
                    f"{name}: {level.summary.render()}" for name, level in players.LEVELS.items()
                ),
            }
        ),
    ],
)
GameStatus = TypeAliasType(
    "GameStatus",
    Annotated[
        Literal["in_progress", "won", "drawn"],
        Field(description="Whether the game is over, and how."),
    ],
)
Wrap = TypeAliasType(
    "Wrap",
    Annotated[
        game.Wrap,
        Field(
            description="Which edges are joined. none. horizontal: left and right. vertical: top "
            "and bottom. both: a torus. A row is of distinct cells."
        ),
    ],
)
Evaluate = TypeAliasType(
    "Evaluate",
    Annotated[
        Literal["all", "best", "none"],
        Field(
            description="all: prove a value for every option while the budget lasts. best: stop as "
            "soon as the best move is certain. none: search only what the level needs to choose "
            "its move: blind, lines, rules and every strength need nothing, and answer at once."
        ),
    ],
)
ReasonCode = TypeAliasType(
    "ReasonCode",
    Annotated[
        players.ReasonCode, Field(description="A reason, for machines. More codes may be added.")
    ],
)
OversightCode = TypeAliasType(
    "OversightCode",
    Annotated[
        players.OversightCode,
        Field(
            description="What a move overlooks. win: a win with this move. block: the one cell "
            "where the opponent would win with the next move. on_top: where stones fall, that the "
            "opponent wins on top of it. row: with misere, that it makes a row. More codes may be "
            "added."
        ),
    ],
)
ProofMethod = TypeAliasType(
    "ProofMethod",
    Annotated[
        solver.Method,
        Field(
            description="game_over: somebody has won, or no move is left. no_open_lines: every "
            "line holds stones of both sides. pairing: see pairs. potential: too few lines are "
            "open for what they lack (Erdős and Selfridge). search: worked out move by move. "
            "threat_sequence: moves that must be answered, one after the other, to the end. "
            "tiling: on an empty board nobody gets eight in a row or more, by a theorem about "
            "tiles, which are not listed (Zetters). book: by an earlier search, see certificate. "
            "follow_up: where stones fall and a row loses, one side answers on top of the other's "
            "stones until that one has to make a row (Steele and Larremore)."
        ),
    ],
)
StopReason = TypeAliasType(
    "StopReason",
    Annotated[
        solver.Stop,
        Field(
            description="What can end a search before all is proven. time, nodes: the limit. "
            "interrupt: the service has stopped it, for it ends, or others wait for its slot. "
            "exhausted: nothing is left that could be searched under these rules on so large a "
            "board, so that more time is of no use. When all is proven, the same is said of what "
            "has cut the principal variation short."
        ),
    ],
)
Language = TypeAliasType(
    "Language",
    Annotated[languages.Language, Field(description="A language of people, by its code.")],
)
HealthStatus = TypeAliasType(
    "HealthStatus",
    Annotated[Literal["ok", "ready"], Field(description="ok: it answers. ready: it accepts work.")],
)
