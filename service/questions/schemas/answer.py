"""The response of `POST /move`, and the progress of a stream."""

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from service.questions.schemas.cells import Cell, CellName, Column, Row
from service.questions.schemas.enums import (
    GameStatus,
    LevelName,
    Outcome,
    OversightCode,
    Player,
    ProofMethod,
    ReasonCode,
    StopReason,
    Value,
    Wrap,
)

Score = Annotated[
    float,
    Field(ge=-1, le=1, description="The value where it is proven, else an estimate of it."),
]
ProvenValue = Annotated[
    Value | None,
    Field(description="What is proven under best play; null where no value is."),
]
NamedOutcome = Annotated[Outcome, Field(description="The value as a word.")]
PliesToEnd = Annotated[
    int | None,
    Field(
        ge=0,
        description="Moves by both sides until the game ends under best play; null where no "
        "value is proven.",
    ),
]
Shortest = Annotated[
    bool | None,
    Field(
        description="Whether plies_to_end is exact. If not, the winner needs no more plies, but "
        "may need fewer. Null where no value is proven."
    ),
]


class Rules(TypedDict):
    """The game played."""

    width: Annotated[int, Field(ge=1, description="Columns of the board.")]
    height: Annotated[int, Field(ge=1, description="Rows of the board.")]
    row_length: Annotated[int, Field(ge=1, description="Stones that make a row.")]
    gravity: Annotated[bool, Field(description="Whether stones fall.")]
    wrap: Annotated[Wrap, Field(description="Which edges are joined.")]
    exact: Annotated[bool, Field(description="Whether more than row_length make no row.")]
    misere: Annotated[bool, Field(description="Whether who makes a row loses.")]
    any_position: Annotated[
        bool, Field(description="Whether the stones need not come from a game.")
    ]


class Bounds(TypedDict):
    """What is proven of a value: it lies within, whatever ran out."""

    lower: Annotated[Value, Field(description="The value is at least this.")]
    upper: Annotated[Value, Field(description="The value is at most this.")]


class Reason(TypedDict):
    """Why the move was chosen."""

    code: Annotated[ReasonCode, Field(description="The reason, for machines.")]
    cells: Annotated[
        list[Cell],
        Field(
            description="The cells that show it, and no others: the line that is completed or "
            "blocked; the rows that are made, built or hindered; where the mover would make a row "
            "and lose; where the fork threatens, or the opponent could fork; the stones beside the "
            "move; the lines still open; both corners; the better move of a slip; else the move."
        ),
    ]
    sentence: Annotated[
        str,
        Field(
            description="The reason in a sentence, what is proven last, which says the move and "
            "other cells by their names."
        ),
    ]
    text: Annotated[
        str, Field(description="The sentence in English, without the name of the move.")
    ]


class Pair(TypedDict):
    """Two empty cells: if a player it is against takes one, the other side takes the other."""

    first: Cell
    second: Cell
    against: Annotated[
        list[Player],
        Field(description="Who is kept from taking both: either player, or one of them."),
    ]


class Proof(TypedDict):
    """How the value is proven."""

    method: Annotated[
        ProofMethod | None,
        Field(description="The argument; null where no value is proven."),
    ]
    pairs: Annotated[
        list[Pair],
        Field(
            description="Of a pairing, else empty. For each player the pairs against it have no "
            "cell in common, and every line without a stone of the other side contains both cells "
            "of one. The other side can answer in the same pair, so the player never completes a "
            "line. Anyone can check this."
        ),
    ]
    first_move: Annotated[
        Cell | None,
        Field(
            description="Of some pairings, else null: the cell with which to_move holds by this "
            "proof; the first of options. Lines that contain it need no pair against the opponent. "
            "It may be a cell of a listed pair: the other cell is then the answer to it."
        ),
    ]
    certificate: Annotated[
        str | None,
        Field(
            description="Of the book, else null: the name of the certificate of the value that was "
            "made and checked, if one was. docs/solved_games.csv of the source has its size and "
            "SHA-256; small ones are in docs/certificates, others like it are made by solve."
        ),
    ]


class MoveOption(TypedDict):
    """A legal move and what is known of it."""

    row: Row
    column: Column
    name: CellName
    value: ProvenValue
    outcome: NamedOutcome
    bounds: Bounds
    score: Score
    plies_to_end: PliesToEnd
    shortest: Shortest
    equivalent_to: Annotated[
        Cell | None,
        Field(description="The first listed option that a symmetry of the position maps it to."),
    ]


class SearchReport(TypedDict):
    """What the answer has cost."""

    complete: Annotated[bool, Field(description="Whether all that was asked for is proven.")]
    stopped_by: Annotated[
        StopReason | None,
        Field(
            description="What ran out or ended it, if anything did: before all that was asked for "
            "was proven, or, when complete, before the principal variation had ended."
        ),
    ]
    depth: Annotated[
        int,
        Field(
            ge=0,
            description="When complete, the most plies to the end that an option is proven to "
            "have; else the plies within which every win and loss asked for is known.",
        ),
    ]
    nodes: Annotated[int, Field(ge=0, description="Positions visited.")]
    table_hits: Annotated[
        int,
        Field(
            ge=0,
            description="Positions answered by the transposition table; 1 with 0 nodes where the "
            "whole answer was still known.",
        ),
    ]
    time_ms: Annotated[float, Field(ge=0, description="Time the search took, in milliseconds.")]


class Mistake(TypedDict):
    """A move after which its player can get less than before it; as far as that is proven."""

    move: Cell
    gave_up: Annotated[
        Outcome,
        Field(
            description="What could be had: a win, or a draw; unknown where that is only proven to "
            "have been one of them."
        ),
    ]
    bounds: Annotated[Bounds, Field(description="What is proven of what could be had.")]
    better_move: Annotated[
        Cell | None, Field(description="A move that kept it; null where none is proven to.")
    ]
    text: Annotated[str, Field(description="The same in a sentence.")]


class Oversight(TypedDict):
    """What a move overlooks that is one move deep, by the cells alone, without a search.

    Nothing need have been given up by it. There is none where nothing could be done about it: two
    rows of the opponent cannot be blocked.
    """

    code: Annotated[OversightCode, Field(description="What it is, for machines.")]
    cells: Annotated[
        list[Cell],
        Field(
            description="Where the player could have won; where the opponent wins now; of a row "
            "that loses its cells."
        ),
    ]
    sentence: Annotated[str, Field(description="The same in a sentence.")]


class LastMove(TypedDict):
    """The last of the moves, and what is known of it for its player."""

    move: Cell
    kept: Annotated[
        bool | None,
        Field(
            description="Whether it is proven to have kept what could be had; false where it is "
            "proven to have given that up, see mistake; null where neither is proven."
        ),
    ]
    better_move: Annotated[
        Cell | None,
        Field(
            description="A move that is better: one that kept what this one gave up, or is proven "
            "to keep more, wins sooner or loses later; where kept is null, it may only look "
            "better. Null where none is known."
        ),
    ]
    sentence: Annotated[str, Field(description="The same in words, in a sentence or two.")]
    overlooked: Annotated[
        Oversight | None,
        Field(
            description="A win or a row that it overlooks, apart from what is proven; null where "
            "there is none."
        ),
    ]


class MoveResponse(TypedDict):
    """The best move, why, and what every move is worth. All values are for `to_move`."""

    status: Annotated[
        GameStatus,
        Field(description="Whether the game is over, and how."),
    ]
    to_move: Annotated[
        Player, Field(description="The side to move, whose viewpoint all values take.")
    ]
    rules: Rules
    winner: Annotated[
        Player | None,
        Field(
            description="Who has won, if anybody: who has made a row or, with misere, the other "
            "player."
        ),
    ]
    winning_line: Annotated[
        list[Cell] | None, Field(description="The row that has been made, if one has.")
    ]
    best_move: Annotated[
        Cell | None,
        Field(
            description="The level's move, for master the first option; null once the game is over."
        ),
    ]
    value: ProvenValue
    outcome: NamedOutcome
    bounds: Bounds
    score: Score
    plies_to_end: PliesToEnd
    shortest: Shortest
    verdict: Annotated[
        str,
        Field(description="What is proven or, if nothing is, how it looks, in one sentence."),
    ]
    principal_variation: Annotated[
        list[Cell],
        Field(
            description="How the game goes on when both play their best, from the first option on. "
            "Where the value is proven and the time sufficed, it ends with the game, after "
            "plies_to_end moves or, unless shortest, fewer; else it stops early, and contradicts "
            "nothing that is proven. Where the value is not proven, this is only what is expected. "
            "Empty once the game is over."
        ),
    ]
    reason: Annotated[
        Reason | None, Field(description="Why best_move; null once the game is over.")
    ]
    proof: Proof
    options: Annotated[
        list[MoveOption],
        Field(
            description="Every legal move, or the first max_options of them, best first; of those "
            "proven to be equally good, first the ones after which a weak opponent most likely "
            "errs."
        ),
    ]
    level: Annotated[LevelName, Field(description="Who chose the move.")]
    strength: Annotated[
        int | None, Field(ge=1, description="How strong the level was made; null where it was not.")
    ]
    search: SearchReport
    board_after: Annotated[
        list[str],
        Field(
            description="The rows after best_move, as they are once the game is over, in X, O, . "
            "and # for a wall."
        ),
    ]
    status_after: Annotated[
        GameStatus, Field(description="Whether best_move ends the game, and how.")
    ]
    winner_after: Annotated[
        Player | None, Field(description="Who has won after best_move, see winner.")
    ]
    winning_line_after: Annotated[
        list[Cell] | None, Field(description="The row that has been made after best_move.")
    ]
    version: Annotated[str, Field(description="Version of the service.")]
    mistake: NotRequired[
        Annotated[
            Mistake | None,
            Field(
                description="Of a question with moves: what the last of them gave up; null where "
                "it is not proven to have given up anything. With evaluate none it is left out."
            ),
        ]
    ]
    last_move: NotRequired[
        Annotated[
            LastMove,
            Field(
                description="Of a question with moves: what the last of them has kept. With "
                "evaluate none it is left out."
            ),
        ]
    ]
    id: NotRequired[Annotated[str, Field(description="The id of the question, if it has one.")]]


class MoveProgress(TypedDict):
    """How far a search has come. All that is said of values is proven, for `to_move`."""

    depth: Annotated[
        int,
        Field(ge=0, description="The plies within which every win and loss asked for is known."),
    ]
    nodes: Annotated[int, Field(ge=0, description="Positions visited.")]
    best_move: Annotated[
        Cell, Field(description="The most promising option so far, whatever the level.")
    ]
    bounds: Bounds
    settled_options: Annotated[
        int, Field(ge=0, description="Options whose value is known; those alike count once.")
    ]
    distinct_options: Annotated[
        int, Field(ge=1, description="Options in all, counted in the same way.")
    ]
    principal_variation: Annotated[
        list[Cell],
        Field(description="How the game is expected to go on from best_move; not proven."),
    ]
    time_ms: Annotated[float, Field(ge=0, description="Time taken so far, in milliseconds.")]
