"""The reasons for moves in simple words. Each function makes the reason that its name says.

A reason is true of the move, whichever level chooses it: it follows from the stones and, for a
slip, from the assessments of the options. The caller has checked what the docstring states.
"""

from collections import Counter
from collections.abc import Iterator

from service.game import Board, Player, bits, name_cell, other, union
from service.languages import Listed, counted, say
from service.players.choice import Reason
from service.players.naming import NUMBERS, listed, name_shape, names
from service.players.rows import open_rows_through, row_through, threats_through
from service.players.shapes import Shape
from service.solver import Analysis, Assessment, Option


def only_cell(board: Board, cell: int) -> Reason:
    """The move is the only legal one."""
    message = say("{move}: it is the only legal move", **names(board, cell))
    if board.empty.bit_count() == 1:
        message = say("{move}: it is the only empty cell", **names(board, cell))
    return Reason("only_move", [cell], message)


def wins(board: Board, cell: int) -> Reason:
    """The move completes a row."""
    row = row_through(board, board.own, cell)
    return Reason(
        "win",
        row,
        say(
            "At {move} {player} wins with {length} in a row", **names(board, cell), length=len(row)
        ),
    )


def blocks(board: Board, cell: int) -> Reason:
    """The move takes a cell where the opponent would complete a row."""
    row = row_through(board, board.opponent, cell)
    return Reason(
        "block", row, say("{move} blocks {opponent}, who would win at {move}", **names(board, cell))
    )


def makes_row(board: Board, cell: int, better: list[int]) -> Reason:
    """The move completes a row, which loses; the moves `better` do not, unless all moves do."""
    row = row_through(board, board.own, cell)
    if cell in better:
        return Reason(
            "delays_loss",
            row,
            say("At {move} {player} has to make a row: every move does", **names(board, cell)),
        )
    return Reason(
        "slip",
        better[:1],
        say(
            "A slip at {move}: {player} loses with {length} in a row, unlike at {better}",
            **names(board, cell),
            length=len(row),
            better=name_cell(board, better[0]),
        ),
    )


def makes_no_row(board: Board, cell: int, cells: list[int]) -> Reason:
    """The move completes no row, which would lose, as a stone on any of the `cells` does."""
    return Reason(
        "avoids_row",
        cells,
        say(
            "{move} makes no row, as a stone at {cells} would",
            **names(board, cell),
            cells=listed(board, cells, "or"),
        ),
    )


def stays_out(board: Board, cell: int) -> Reason:
    """The mover can complete no row through the cell."""
    return Reason(
        "avoids_row",
        [cell],
        say("{move}: {player} can make no row through here any more", **names(board, cell)),
    )


def answers_opposite(board: Board, cell: int) -> Reason:
    """The mover can answer each move on the cell opposite, and makes no row before the opponent."""
    return Reason(
        "avoids_row",
        [cell],
        say(
            "{move} lets {player} answer each move on the cell opposite, so that {opponent} would "
            "make a row first",
            **names(board, cell),
        ),
    )


def is_on_fewest_lines(board: Board, cell: int, rows: list[int]) -> Reason:
    """The mover could lose with fewer rows, each a bitboard, through none of the legal moves."""
    return Reason(
        "avoids_row",
        bits(union(rows)),
        counted(
            "{move} is on {count} line that {player} must not complete: no other move is on fewer",
            "{move} is on {count} lines that {player} must not complete: no other move is on fewer",
            len(rows),
            **names(board, cell),
        ),
    )


def is_on_lines(board: Board, cell: int, rows: list[int]) -> Reason:
    """The move completes none of the `rows`, each a bitboard, with which the mover could lose."""
    return Reason(
        "avoids_row",
        bits(union(rows)),
        counted(
            "{move} makes no row yet, but is on {count} line that {player} must not complete",
            "{move} makes no row yet, but is on {count} lines that {player} must not complete",
            len(rows),
            **names(board, cell),
        ),
    )


def forks(board: Board, cell: int) -> Reason:
    """The move makes at least two threats."""
    threats = threats_through(board, board.own, cell)
    count = len(threats)
    return Reason(
        "fork",
        threats,
        say(
            "{move} makes {number} threats at once: {cells}",
            **names(board, cell),
            number=NUMBERS[count - 1] if count < 4 else count,
            cells=listed(board, threats),
        ),
    )


def makes_open_row(board: Board, cell: int, shape: Shape, threats: list[int]) -> Reason:
    """The move makes a row that lacks one stone and can be completed on two cells of the line."""
    return Reason(
        "open_row",
        shape.cells,
        say(
            "{move} makes {row}, which wins at {cells}",
            **names(board, cell),
            row=name_shape(board, shape),
            cells=listed(board, threats, "or"),
        ),
    )


def combines(board: Board, cell: int, shapes: list[Shape]) -> Reason:
    """The move makes rows on several lines: each lacks one stone, or becomes open with another."""
    kinds = Counter(sorted((shape.lacking, not shape.is_open) for shape in shapes))
    made = [
        name_shape(board, shapes[0]._replace(lacking=lacking, is_open=not is_closed), count)
        for (lacking, is_closed), count in kinds.items()
    ]
    return Reason(
        "combination",
        _cells_of(shapes),
        say("{move} makes {rows} at once", **names(board, cell), rows=Listed(made)),
    )


def threatens(board: Board, cell: int, shapes: list[Shape], threats: list[int]) -> Reason:
    """The move makes rows that lack one stone, on the cells `threats`."""
    message = say(
        "{move} threatens to win at {cells}",
        **names(board, cell),
        cells=listed(board, threats, "or"),
    )
    if board.rules.gravity:
        # Some rows cannot be completed yet, and others only now.
        played = board.own | 1 << cell
        cells = {place for threat in threats for place in row_through(board, played, threat)}
        return Reason("threat", sorted(cells), message)
    lines = [shape for shape in shapes if shape.lacking == 1]
    return Reason("threat", _cells_of(lines), message)


def prepares_open_row(board: Board, cell: int, shape: Shape) -> Reason:
    """The move makes a row that lacks two stones and becomes open with one more."""
    return Reason(
        "prepares_open_row",
        shape.cells,
        say(
            "{move} makes {row}, which can become {better}",
            **names(board, cell),
            row=name_shape(board, shape),
            better=name_shape(board, shape._replace(lacking=1)),
        ),
    )


def blocks_open_row(board: Board, cell: int, shapes: list[Shape], cells: list[int]) -> Reason:
    """The move keeps the opponent from making an open row, lacking one stone, on the cells."""
    return Reason(
        "block_open_row",
        _cells_of(shapes),
        say(
            "{move} keeps {opponent} from making {row} at {cells}",
            **names(board, cell),
            row=name_shape(board, shapes[0]._replace(is_open=True)),
            cells=listed(board, cells, "or"),
        ),
    )


def builds(board: Board, cell: int, shapes: list[Shape], stones: int) -> Reason:
    """The move brings rows of the mover, without an opposing stone, to so many stones."""
    row_length = board.rules.row_length
    rows = [shape for shape in shapes if shape.lacking == row_length - stones]
    return Reason(
        "builds",
        _cells_of(rows),
        counted(
            "{move} brings a row to {stones} of {row_length} stones, with room for the rest",
            "{move} brings {count} rows at once to {stones} of {row_length} stones, with room for "
            "the rest",
            len(rows),
            **names(board, cell),
            stones=stones,
            row_length=row_length,
        ),
    )


def hinders(board: Board, cell: int, shapes: list[Shape], stones: int) -> Reason:
    """The move takes a cell of rows with so many stones of the opponent and none of the mover."""
    row_length = board.rules.row_length
    cells = _cells_of([shape for shape in shapes if shape.lacking == row_length - stones - 1])
    return Reason(
        "hinders",
        cells,
        say(
            "{move} is in the way of {opponent}, who has {stones} of {row_length} stones here",
            **names(board, cell),
            stones=stones,
            row_length=row_length,
        ),
    )


def plays_near(board: Board, cell: int, beside: list[int]) -> Reason:
    """The move is next to the stones on the cells `beside`."""
    return Reason(
        "near",
        sorted([cell, *beside]),
        counted(
            "{move} plays next to the stone at {cells}",
            "{move} plays next to the stones at {cells}",
            len(beside),
            **names(board, cell),
            cells=listed(board, beside),
        ),
    )


def blocks_forks(board: Board, cell: int, cells: list[int]) -> Reason:
    """After the move the opponent cannot make two threats at once on any of the cells."""
    return Reason(
        "block_fork",
        cells,
        say(
            "{move} keeps {opponent} from making two threats at once at {cells}",
            **names(board, cell),
            cells=listed(board, cells),
        ),
    )


def leaves_no_time_for_forks(board: Board, cell: int, reply: int, cells: list[int]) -> Reason:
    """The move threatens to win at `reply`; else the opponent could make two threats on `cells`."""
    return Reason(
        "block_fork",
        cells,
        say(
            "{move} threatens to win at {reply}, which leaves {opponent} no time to make two "
            "threats at once at {cells}",
            **names(board, cell),
            reply=name_cell(board, reply),
            cells=listed(board, cells),
        ),
    )


def follows_up(board: Board, cell: int, cells: list[int]) -> Reason:
    """The mover can answer on top of each move, on `cells`, and the opponent then makes no row."""
    return Reason(
        "follow_up",
        cells,
        say(
            "{move} leaves all columns even: by answering on top of each move {player} keeps "
            "{opponent} from any row",
            **names(board, cell),
        ),
    )


def threatens_later(board: Board, cell: int, threats: list[int], *, shared: bool) -> Reason:
    """The move makes rows that lack one stone, on cells that no stone reaches yet: the `threats`.

    If they are `shared`, the opponent would complete a row on each of them as well.
    """
    rules, called, played = board.rules, names(board, cell), board.own | 1 << cell
    cells = {place for threat in threats for place in row_through(board, played, threat)}
    if len(threats) > 1:
        made = say("{number} threats", number=NUMBERS[len(threats) - 1])
    elif (rules.height - threats[0] // rules.width) % 2:
        made = say("an odd threat")
    else:
        made = say("an even threat")
    below = listed(board, [threat + rules.width for threat in threats], "or")
    ending = say("{opponent} must not play at {cells}", **called, cells=below)
    if shared:
        ending = say(
            "{opponent} would win there, too, so neither can play at {cells}", **called, cells=below
        )
    return Reason(
        "later_threat",
        sorted(cells),
        say(
            "{move} makes {threats} at {cells}: {ending}",
            **called,
            threats=made,
            cells=listed(board, threats),
            ending=ending,
        ),
    )


def is_not_below(board: Board, cell: int, cells: list[int]) -> Reason:
    """Every other move, to one of the `cells`, lets the opponent complete a row on top of it."""
    return Reason(
        "not_below",
        cells,
        say(
            "{move}: every other move lets {opponent} win on top: at {cells}",
            **names(board, cell),
            cells=listed(board, [each - board.rules.width for each in cells], "or"),
        ),
    )


def makes_lines(board: Board, cell: int, rows: list[int]) -> Reason:
    """The `rows` through the cell, each a bitboard, are open to the mover."""
    return Reason(
        "open_lines",
        bits(union(rows)),
        counted(
            "{move}: {player} can still make {count} line through here",
            "{move}: {player} can still make {count} lines through here",
            len(rows),
            **names(board, cell),
        ),
    )


def closes_lines(board: Board, cell: int, rows: list[int]) -> Reason:
    """The `rows` through the cell, each a bitboard, were open to the opponent."""
    return Reason(
        "hinders",
        bits(union(rows)),
        counted(
            "{move} closes {count} line that {opponent} could still make",
            "{move} closes {count} lines that {opponent} could still make",
            len(rows),
            **names(board, cell),
        ),
    )


def of_lines(board: Board, cell: int) -> Iterator[Reason]:
    """Yield what holds of the lines through the cell, the most important first."""
    for player, explain in ((board.to_move, makes_lines), (other(board.to_move), closes_lines)):
        through = open_rows_through(board, player, cell)
        if through:
            yield explain(board, cell, through)
    yield takes_dead_cell(board, cell)


def takes_dead_cell(board: Board, cell: int) -> Reason:
    """Neither side can complete a line through the cell."""
    return Reason(
        "best_estimate",
        [cell],
        say("{move}: no line can be made through here any more", **names(board, cell)),
    )


def overlooks(board: Board, cell: int, better: int, winner: Player) -> Reason:
    """The move is not to the cell `better`, where the `winner` can complete a row."""
    return Reason(
        "slip",
        [better],
        say(
            "A slip at {move}: overlooks {better}, where {winner} can win",
            **names(board, cell),
            better=name_cell(board, better),
            winner=winner,
        ),
    )


def lets_win_on_top(board: Board, cell: int, better: int) -> Reason:
    """The opponent completes a row on top of the move, and would complete none after `better`."""
    return Reason(
        "slip",
        [better],
        say(
            "A slip at {move}: lets {opponent} win at {top}, unlike {better}",
            **names(board, cell),
            top=name_cell(board, cell - board.rules.width),
            better=name_cell(board, better),
        ),
    )


def slipped(analysis: Analysis, option: Option) -> Reason:
    """The level deliberately did not play the best option."""
    board, best = analysis.board, analysis.options[0]
    called = {**names(board, option.cell), "better": name_cell(board, best.cell)}
    message = say("A slip at {move}, as beginners make: {better} looks better", **called)
    if _proven_better(best.assessment, option.assessment):
        message = say("A slip at {move}, as beginners make: {better} is better", **called)
    return Reason("slip", [best.cell], message)


def _proven_better(one: Assessment, other: Assessment) -> bool:
    """Return whether the first assessment is proven to be better, by value or by plies."""
    if one.value is not None and one.value == other.value:
        return bool(one.shortest and other.shortest)
    return one.bounds.lower > other.bounds.upper


def picked_at_random(board: Board, cell: int) -> Reason:
    """The move was chosen at random."""
    return Reason("random", [cell], say("{move}: picked at random", **names(board, cell)))


def picked_from_equals(board: Board, cell: int) -> Reason:
    """The move was chosen at random, as no move is known to be better than another."""
    return Reason(
        "random",
        [cell],
        say(
            "{move}: no move is known to be better than another: picked at random",
            **names(board, cell),
        ),
    )


def picked_without_lines(board: Board, cell: int) -> Reason:
    """The move was chosen at random, as no line is worth making."""
    return Reason(
        "random",
        [cell],
        say("{move}: no line looks worth making: picked at random", **names(board, cell)),
    )


def takes_center(board: Board, cell: int) -> Reason:
    """No empty cell is nearer to the centre of the board."""
    return Reason(
        "center",
        [cell],
        say("{move} takes the center: no empty cell is nearer to the middle", **names(board, cell)),
    )


def takes_opposite_corner(board: Board, cell: int, corner: int) -> Reason:
    """The move takes the corner opposite to `corner`, which the opponent has."""
    return Reason(
        "opposite_corner",
        sorted([cell, corner]),
        say("{move} takes the corner opposite to the one {opponent} has", **names(board, cell)),
    )


def takes_corner(board: Board, cell: int) -> Reason:
    """The move takes a corner."""
    return Reason("corner", [cell], say("{move} takes an empty corner", **names(board, cell)))


def takes_side(board: Board, cell: int) -> Reason:
    """The move takes a side, because the middle and the corners are full."""
    return Reason(
        "side",
        [cell],
        say(
            "{move}: the center and the corners are taken, so this is one of the sides",
            **names(board, cell),
        ),
    )


def _cells_of(shapes: list[Shape]) -> list[int]:
    """Return the cells of all shapes, ascending."""
    return bits(union(shape.area for shape in shapes))
