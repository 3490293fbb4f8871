"""The reasons for moves in simple words: the kinds of them, and what is computed for some.

A reason is true of the move, whichever level chooses it: it follows from the stones and, for a
slip, from the assessments of the options. Who gives it has checked what its docstring states.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from service.game import Board, bits, other, union
from service.languages import Listed, Message, Value, counted, say
from service.players.choice import Reason, ReasonCode
from service.players.naming import NUMBERS, listed, name_shape, names
from service.players.rows import open_rows_through, row_through, threats_through
from service.players.shapes import Shape
from service.solver import Analysis, Assessment, Option

Ending = Literal["and", "or"]
Named = Value | list[int] | Shape
"""What a clause names: a value as it stands, or cells or a shape by their names."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Reasons of one code and in the same words: a clause about the move."""

    code: ReasonCode
    clause: Message
    """It names the move, and as its placeholders say the players and other values."""
    ending: Ending = "and"
    """What is before the last of the cells that it lists."""

    def of(
        self, board: Board, cell: int, shown: list[int] | None = None, /, **values: Named
    ) -> Reason:
        """Return the reason for a move, which `shown` cells show, else its own.

        The values are those of the clause beside the move and the players.
        """
        called = {name: _called(board, value, self.ending) for name, value in values.items()}
        clause = self.clause.of(**names(board, cell) | called)
        return Reason(self.code, [cell] if shown is None else shown, clause)

    def of_rows(self, board: Board, cell: int, rows: list[int], /, **values: Named) -> Reason:
        """Return the reason that `rows`, each a bitboard, show; their number is the `count`."""
        return self.of(board, cell, bits(union(rows)), count=len(rows), **values)


def _called(board: Board, value: Named, ending: Ending) -> Value:
    """Return what stands for a value in a clause."""
    if isinstance(value, Shape):
        return name_shape(board, value)
    return listed(board, value, ending) if isinstance(value, list) else value


ONLY_LEGAL = Kind("only_move", say("{move}: it is the only legal move"))
ONLY_EMPTY = Kind("only_move", say("{move}: it is the only empty cell"))
WINS = Kind("win", say("At {move} {player} wins with {length} in a row"))
BLOCKS = Kind("block", say("{move} blocks {opponent}, who would win at {move}"))

HAS_TO_MAKE_ROW = Kind("delays_loss", say("At {move} {player} has to make a row: every move does"))
MAKES_ROW = Kind(
    "slip", say("A slip at {move}: {player} loses with {length} in a row, unlike at {better}")
)
MAKES_NO_ROW = Kind("avoids_row", say("{move} makes no row, as a stone at {cells} would"), "or")
"""The move completes no row, which would lose, as a stone on any of the `cells` does."""
STAYS_OUT = Kind("avoids_row", say("{move}: {player} can make no row through here any more"))
"""The mover can complete no row through the cell."""
ANSWERS_OPPOSITE = Kind(
    "avoids_row",
    say(
        "{move} lets {player} answer each move on the cell opposite, so that {opponent} would make "
        "a row first"
    ),
)
"""The mover can answer each move on the cell opposite, and makes no row before the opponent."""
IS_ON_FEWEST_LINES = Kind(
    "avoids_row",
    counted(
        "{move} is on {count} line that {player} must not complete: no other move is on fewer",
        "{move} is on {count} lines that {player} must not complete: no other move is on fewer",
        1,
    ),
)
"""The mover could lose with fewer rows through none of the legal moves."""
IS_ON_LINES = Kind(
    "avoids_row",
    counted(
        "{move} makes no row yet, but is on {count} line that {player} must not complete",
        "{move} makes no row yet, but is on {count} lines that {player} must not complete",
        1,
    ),
)
"""The move completes none of the rows, with which the mover could lose."""

FORKS = Kind("fork", say("{move} makes {number} threats at once: {cells}"))
MAKES_OPEN_ROW = Kind("open_row", say("{move} makes {row}, which wins at {cells}"), "or")
"""The move makes a row that lacks one stone and can be completed on two cells of the line."""
COMBINES = Kind("combination", say("{move} makes {rows} at once"))
THREATENS = Kind("threat", say("{move} threatens to win at {cells}"), "or")
PREPARES_OPEN_ROW = Kind("prepares_open_row", say("{move} makes {row}, which can become {better}"))
"""The move makes a row that lacks two stones and becomes open with one more."""
BLOCKS_OPEN_ROW = Kind(
    "block_open_row", say("{move} keeps {opponent} from making {row} at {cells}"), "or"
)
"""The move keeps the opponent from making an open row, lacking one stone, on the `cells`."""
BLOCKS_FORKS = Kind(
    "block_fork", say("{move} keeps {opponent} from making two threats at once at {cells}")
)
"""After the move the opponent cannot make two threats at once on any of the `cells`."""
LEAVES_NO_TIME_FOR_FORKS = Kind(
    "block_fork",
    say(
        "{move} threatens to win at {reply}, which leaves {opponent} no time to make two threats "
        "at once at {cells}"
    ),
)
"""The move threatens to win at `reply`; else the opponent could make two threats on `cells`."""

BUILDS = Kind(
    "builds",
    counted(
        "{move} brings a row to {stones} of {row_length} stones, with room for the rest",
        "{move} brings {count} rows at once to {stones} of {row_length} stones, with room for the "
        "rest",
        1,
    ),
)
"""The move brings rows of the mover, without an opposing stone, to so many stones."""
HINDERS = Kind(
    "hinders",
    say("{move} is in the way of {opponent}, who has {stones} of {row_length} stones here"),
)
"""The move takes a cell of rows with so many stones of the opponent and none of the mover."""
PLAYS_NEAR = Kind(
    "near",
    counted(
        "{move} plays next to the stone at {cells}",
        "{move} plays next to the stones at {cells}",
        1,
    ),
)
MAKES_LINES = Kind(
    "open_lines",
    counted(
        "{move}: {player} can still make {count} line through here",
        "{move}: {player} can still make {count} lines through here",
        1,
    ),
)
"""The rows through the cell are open to the mover."""
CLOSES_LINES = Kind(
    "hinders",
    counted(
        "{move} closes {count} line that {opponent} could still make",
        "{move} closes {count} lines that {opponent} could still make",
        1,
    ),
)
"""The rows through the cell were open to the opponent."""
TAKES_DEAD_CELL = Kind("best_estimate", say("{move}: no line can be made through here any more"))
"""Neither side can complete a line through the cell."""

FOLLOWS_UP = Kind(
    "follow_up",
    say(
        "{move} leaves all columns even: by answering on top of each move {player} keeps "
        "{opponent} from any row"
    ),
)
"""The mover can answer on top of each move, on the cells shown, which lets no row be made."""
THREATENS_LATER = Kind("later_threat", say("{move} makes {threats} at {cells}: {ending}"))
IS_NOT_BELOW = Kind(
    "not_below", say("{move}: every other move lets {opponent} win on top: at {cells}"), "or"
)
"""Every other move lets the opponent complete a row on top of it, on one of the `cells`."""

OVERLOOKS = Kind("slip", say("A slip at {move}: overlooks {better}, where {winner} can win"))
LETS_WIN_ON_TOP = Kind(
    "slip", say("A slip at {move}: lets {opponent} win at {top}, unlike {better}")
)
"""The opponent completes a row on top of the move, and would complete none after `better`."""
LOOKS_WORSE = Kind("slip", say("A slip at {move}, as beginners make: {better} looks better"))
IS_WORSE = Kind("slip", say("A slip at {move}, as beginners make: {better} is better"))

PICKED_AT_RANDOM = Kind("random", say("{move}: picked at random"))
PICKED_FROM_EQUALS = Kind(
    "random", say("{move}: no move is known to be better than another: picked at random")
)
PICKED_WITHOUT_LINES = Kind("random", say("{move}: no line looks worth making: picked at random"))

TAKES_CENTER = Kind("center", say("{move} takes the center: no empty cell is nearer to the middle"))
TAKES_OPPOSITE_CORNER = Kind(
    "opposite_corner", say("{move} takes the corner opposite to the one {opponent} has")
)
TAKES_CORNER = Kind("corner", say("{move} takes an empty corner"))
TAKES_SIDE = Kind(
    "side", say("{move}: the center and the corners are taken, so this is one of the sides")
)


def only_cell(board: Board, cell: int) -> Reason:
    """The move is the only legal one."""
    return (ONLY_EMPTY if board.empty.bit_count() == 1 else ONLY_LEGAL).of(board, cell)


def wins(board: Board, cell: int) -> Reason:
    """The move completes a row."""
    row = row_through(board, board.own, cell)
    return WINS.of(board, cell, row, length=len(row))


def blocks(board: Board, cell: int) -> Reason:
    """The move takes a cell where the opponent would complete a row."""
    return BLOCKS.of(board, cell, row_through(board, board.opponent, cell))


def makes_row(board: Board, cell: int, better: list[int]) -> Reason:
    """The move completes a row, which loses; the moves `better` do not, unless all moves do."""
    row = row_through(board, board.own, cell)
    if cell in better:
        return HAS_TO_MAKE_ROW.of(board, cell, row)
    return MAKES_ROW.of(board, cell, better[:1], length=len(row), better=better[:1])


def forks(board: Board, cell: int) -> Reason:
    """The move makes at least two threats."""
    threats = threats_through(board, board.own, cell)
    number = NUMBERS[len(threats) - 1] if len(threats) < 4 else len(threats)
    return FORKS.of(board, cell, threats, number=number, cells=threats)


def combines(board: Board, cell: int, shapes: list[Shape]) -> Reason:
    """The move makes rows on several lines: each lacks one stone, or becomes open with another."""
    kinds = Counter(sorted((shape.lacking, not shape.is_open) for shape in shapes))
    made = [
        name_shape(board, shapes[0]._replace(lacking=lacking, is_open=not is_closed), count)
        for (lacking, is_closed), count in kinds.items()
    ]
    return COMBINES.of_rows(board, cell, [shape.area for shape in shapes], rows=Listed(made))


def threatens(board: Board, cell: int, shapes: list[Shape], threats: list[int]) -> Reason:
    """The move makes rows that lack one stone, on the cells `threats`."""
    if board.rules.gravity:
        # Some rows cannot be completed yet, and others only now.
        return THREATENS.of(board, cell, _completed(board, cell, threats), cells=threats)
    rows = [shape.area for shape in shapes if shape.lacking == 1]
    return THREATENS.of_rows(board, cell, rows, cells=threats)


def threatens_later(board: Board, cell: int, threats: list[int], *, shared: bool) -> Reason:
    """The move makes rows that lack one stone, on cells that no stone reaches yet: the `threats`.

    If they are `shared`, the opponent would complete a row on each of them as well.
    """
    made, rules, opponent = say("an even threat"), board.rules, other(board.to_move)
    if len(threats) > 1:
        made = say("{number} threats", number=NUMBERS[len(threats) - 1])
    elif (rules.height - threats[0] // rules.width) % 2:
        made = say("an odd threat")
    below = listed(board, [threat + rules.width for threat in threats], "or")
    ending = say("{opponent} must not play at {cells}", opponent=opponent, cells=below)
    if shared:
        ending = say(
            "{opponent} would win there, too, so neither can play at {cells}",
            opponent=opponent,
            cells=below,
        )
    shown = _completed(board, cell, threats)
    return THREATENS_LATER.of(board, cell, shown, threats=made, cells=threats, ending=ending)


def _completed(board: Board, cell: int, threats: list[int]) -> list[int]:
    """Return the cells of the rows that stones on `threats` complete after the move, ascending."""
    played = board.own | 1 << cell
    return sorted({place for threat in threats for place in row_through(board, played, threat)})


def of_lines(board: Board, cell: int) -> Iterator[Reason]:
    """Yield what holds of the lines through the cell, the most important first."""
    for player, kind in ((board.to_move, MAKES_LINES), (other(board.to_move), CLOSES_LINES)):
        if through := open_rows_through(board, player, cell):
            yield kind.of_rows(board, cell, through)
    yield TAKES_DEAD_CELL.of(board, cell)


def slipped(analysis: Analysis, option: Option) -> Reason:
    """The level deliberately did not play the best option."""
    best = analysis.options[0]
    kind = IS_WORSE if _proven_better(best.assessment, option.assessment) else LOOKS_WORSE
    return kind.of(analysis.board, option.cell, [best.cell], better=[best.cell])


def _proven_better(one: Assessment, other: Assessment) -> bool:
    """Return whether the first assessment is proven to be better, by value or by plies."""
    if one.value is not None and one.value == other.value:
        return bool(one.shortest and other.shortest)
    return one.bounds.lower > other.bounds.upper
