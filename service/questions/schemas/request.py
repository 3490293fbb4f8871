"""The request of `POST /move`, a validated model."""

from collections.abc import Iterable
from typing import Annotated, Any, LiteralString, cast

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
)
from pydantic_core import PydanticCustomError
from typing_extensions import TypeAliasType

from service.game import Switches
from service.players import DEFAULT_LEVEL, LEVELS, STRENGTHS
from service.questions.schemas.cells import Move
from service.questions.schemas.enums import Evaluate, Language, LevelName, Player, Wrap

CELL_PATTERN = "[XOxo#._ -]"
"""A cell of an array."""
TEXT_PATTERN = "([XOxo#._-]+|[XOxo# ]+)"
"""A row of characters."""
ROW_END = "/"
"""What separates the rows of a board in one text."""
ROW_HINT = 'A row is a string such as "X.O", or an array of cells.'


def _without(*names: str) -> dict[str, Any]:
    """Return the schema of a question that has none of these fields, or null for them."""
    return {"properties": {name: {"type": "null"} for name in names}}


def _with_size(size: str, other: str) -> dict[str, Any]:
    """Return what the schema says of one size of a board: the other one goes with it, or rows."""
    both = {"required": [other], "properties": {other: {"type": "integer"}}}
    rows = {"required": ["board"], "properties": {"board": {"not": {"type": "null"}}}}
    return {"anyOf": [_without(size), both, rows]}


def _kind_of_row(row: Any) -> str | None:
    return "string" if isinstance(row, str) else "array" if isinstance(row, list) else None


def one_of(kind: LiteralString, names: Iterable[str]) -> AfterValidator:
    """Return what lets a field have one of the `names` of things of a kind, such as level."""

    def check(name: str) -> str:
        if name not in names:
            raise PydanticCustomError(kind, f"No such {kind}; there is {', '.join(names)}.")
        return name

    return AfterValidator(check)


def or_default(kind: Any, default: Any) -> BeforeValidator:
    """Return what lets an optional field of this type be null, which means its default."""
    return BeforeValidator(
        lambda value: default if value is None else value, json_schema_input_type=kind | None
    )


Text = Annotated[
    str,
    Field(
        description="Its cells as characters. A cell is X or O (lower case too), # for a wall, or "
        "empty: a dot, a space, _ or -. A row does not mix spaces with the others, for they might "
        "be meant to separate cells.",
        json_schema_extra={"pattern": f"^{TEXT_PATTERN}$"},
    ),
    Tag("string"),
]
Cells = Annotated[
    list[str | None],
    Field(
        description="Its cells one by one. A cell is as in a string, or empty: also an empty "
        "string or null.",
        # One wrong cell is report enough, and ten thousand would take long to list.
        fail_fast=True,
        json_schema_extra={
            "minItems": 1,
            "items": {
                "anyOf": [{"type": "string", "pattern": f"^{CELL_PATTERN}?$"}, {"type": "null"}]
            },
        },
    ),
    Tag("array"),
]
Row = TypeAliasType(
    "Row",
    Annotated[
        Text | Cells,
        Discriminator(_kind_of_row, custom_error_type="row_type", custom_error_message=ROW_HINT),
        Field(description="A row of the board, from left to right."),
    ],
)
WholeBoard = Annotated[
    str,
    Field(
        description=f"All rows in one text, with {ROW_END} between them.",
        json_schema_extra={"pattern": f"^{TEXT_PATTERN}({ROW_END}{TEXT_PATTERN})*$"},
    ),
]
Rows = Annotated[list[Row], Field(json_schema_extra={"minItems": 1})]


def _rows_of(board: Any) -> Any:
    """Return the rows of a board that may be one text, or null."""
    return board.split(ROW_END) if isinstance(board, str) else [] if board is None else board


class MoveRequest(BaseModel):
    """A position and how to think about it."""

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        json_schema_extra={
            # A board, or its width and its height, or all of them.
            "not": _without("board", "width", "height"),
            "dependentSchemas": {
                "width": _with_size("width", "height"),
                "height": _with_size("height", "width"),
                "level": {
                    "anyOf": [
                        {"properties": {"level": {"enum": [DEFAULT_LEVEL, None]}}},
                        _without("strength"),
                    ]
                },
                "any_position": {
                    "anyOf": [
                        {"properties": {"any_position": {"enum": [False, None]}}},
                        {"required": ["to_move"], "properties": {"to_move": {"enum": ["X", "O"]}}},
                    ]
                },
            },
        },
    )

    board: Annotated[
        list[Row], BeforeValidator(_rows_of, json_schema_input_type=Rows | WholeBoard | None)
    ] = Field(
        default=[],
        fail_fast=True,
        description="The rows, top row first, all of one length. Nobody plays on a wall, and no "
        "row goes through one. It may be left out where width and height are given. One row or one "
        "column of 4, 9, 16 and so on cells needs them beside it, since a square may be meant.",
    )
    width: int | None = Field(
        default=None,
        ge=1,
        description="Columns of an empty board, with height and instead of board; beside a board "
        "it has to be that of the board.",
    )
    height: int | None = Field(
        default=None,
        ge=1,
        description="Rows of an empty board, with width and instead of board; beside a board it "
        "has to be that of the board.",
    )
    moves: Annotated[list[Move], Field(fail_fast=True)] | None = Field(
        default=None,
        description="A game from the board on: its moves, the first one first. The position is the "
        "board after them. Without to_move, X began; with it, it is that player's turn now. An "
        "empty list is like none.",
    )
    row_length: int = Field(
        ge=1,
        description="Stones that make a row, which wins unless misere is true: that many or more; "
        "with exact, just that many.",
    )
    gravity: Annotated[bool, or_default(bool, False)] = Field(
        default=False,
        description="Whether stones fall: the one legal cell of a column is that above its topmost "
        "stone or wall. They do not unless this is true.",
    )
    wrap: Annotated[Wrap, or_default(Wrap, "none")] = Field(
        default="none",
        description="Which edges of the board are joined, so that rows go on across them; none "
        "without it.",
    )
    exact: Annotated[bool, or_default(bool, False)] = Field(
        default=False,
        description="Whether exactly row_length stones make a row, and a longer run is none. More "
        "do as well unless this is true.",
    )
    misere: Annotated[bool, or_default(bool, False)] = Field(
        default=False,
        description="Whether who makes a row loses. Who makes one wins unless this is true.",
    )
    any_position: Annotated[bool, or_default(bool, False)] = Field(
        default=False,
        description="Whether the stones need not come from a game, as in puzzles or with a "
        "handicap; to_move is then required. They must unless this is true.",
    )
    to_move: Player | None = Field(
        default=None,
        description="The side to move. Without it, X moved first; with it, either player may have.",
    )
    level: Annotated[
        LevelName,
        one_of("level", LEVELS),
        or_default(LevelName, DEFAULT_LEVEL),
    ] = Field(
        default=DEFAULT_LEVEL,
        description=f"Who chooses the move, {DEFAULT_LEVEL} without it; what is said of values and "
        "options does not depend on it.",
    )
    strength: int | None = Field(
        default=None,
        ge=min(STRENGTHS),
        le=max(STRENGTHS),
        description="Makes master weaker, 1 the most: an opponent for people, who overlooks things "
        "as they do. Without it master plays as well as it can; beside any other level it is an "
        "error.",
    )
    seed: int | None = Field(
        default=None,
        ge=-(1 << 63),
        le=(1 << 63) - 1,
        description="Makes chance repeatable: what blind, novice, lines and every strength play, "
        "and which of equally good moves the others do. In the same position the same seed chooses "
        "alike. Without it master and rules leave nothing to chance.",
    )
    time_limit_ms: int | None = Field(
        default=None,
        ge=1,
        description="Thinking time in milliseconds. Without it, the server's default; with a "
        "node_limit, the server's maximum.",
    )
    node_limit: int | None = Field(
        default=None,
        ge=1,
        description="Positions the search may visit: a budget that does not depend on the clock.",
    )
    evaluate: Annotated[Evaluate, or_default(Evaluate, "all")] = Field(
        default="all",
        description="Prove a value for every option while the budget lasts, which is the default, "
        "stop as soon as the best move is certain, or search only what the level needs to choose "
        "its move.",
    )
    max_options: int | None = Field(
        default=None,
        ge=0,
        le=(1 << 63) - 1,
        description="How many options the answer lists, the best first; all without it. Nothing "
        "else depends on it.",
    )
    lang: Language | None = Field(
        default=None,
        description="The language of the sentences in the answer. Without it, that which "
        "Accept-Language prefers, or else English.",
    )
    id: str | None = Field(
        default=None,
        description="The client's own name for the question, given back with the answer or, in a "
        "batch, the problem.",
    )

    @property
    def switches(self) -> Switches:
        """Return what makes the game differ from the m,n,k-game, apart from walls."""
        return cast("Switches", {name: getattr(self, name) for name in Switches.__annotations__})
