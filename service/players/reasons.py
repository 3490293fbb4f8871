"""The reasons for moves in simple words. Each function makes the reason that its name says.

A reason is true of the move, whichever level chooses it: it follows from the stones and, for a
slip, from the assessments of the options. The caller has checked what the docstring states.
"""

from collections import Counter
from collections.abc import Iterator
from functools import reduce

from service.game import Board, Player, bits, name_cell, other, union
from service.languages import Message, counted, say
from service.players.choice import Reason
from service.players.naming import NUMBERS, listed, name_shape
from service.players.rows import open_rows_through, row_through, threats_through
from service.players.shapes import Shape
from service.solver import Analysis, Assessment, Option


def only_cell(board: Board, cell: int) -> Reason:
    """The move is the only legal one."""
    move = name_cell(board, cell)
    if board.empty.bit_count() == 1:
        return Reason("only_move", [cell], say("{move}: it is the only empty cell", move=move))
    return Reason("only_move", [cell], say("{move}: it is the only legal move", move=move))


def wins(board: Board, cell: int) -> Reason:
    """The move completes a row."""
    row = row_through(board, board.own, cell)
    message = say(
        "At {move} {player} wins with {length} in a row",
        move=name_cell(board, cell),
        player=board.to_move,
        length=len(row),
    )
    return Reason("win", row, message)


def blocks(board: Board, cell: int) -> Reason:
    """The move takes a cell where the opponent would complete a row."""
    move, row = name_cell(board, cell), row_through(board, board.opponent, cell)
    message = say(
        "{move} blocks {opponent}, who would win at {cell}",
        move=move,
        opponent=other(board.to_move),
        cell=move,
    )
    return Reason("block", row, message)


def makes_row(board: Board, cell: int, better: list[int]) -> Reason:
    """The move completes a row, which loses; the moves `better` do not, unless all moves do."""
    move, row = name_cell(board, cell), row_through(board, board.own, cell)
    if cell in better:
        message = say(
            "At {move} {player} has to make a row: every move does",
            move=move,
            player=board.to_move,
        )
        return Reason("delays_loss", row, message)
    message = say(
        "A slip at {move}: {player} loses with {length} in a row, unlike at {better}",
        move=move,
        player=board.to_move,
        length=len(row),
        better=name_cell(board, better[0]),
    )
    return Reason("slip", better[:1], message)


def makes_no_row(board: Board, cell: int, cells: list[int]) -> Reason:
    """The move completes no row, which would lose, as a stone on any of the `cells` does."""
    message = say(
        "{move} makes no row, as a stone at {cells} would",
        move=name_cell(board, cell),
        cells=listed(board, cells, "or"),
    )
    return Reason("avoids_row", cells, message)


def stays_out(board: Board, cell: int, rows: list[int]) -> Reason:
    """The `rows` through the cell, each a bitboard, are those with which the mover could lose."""
    move = name_cell(board, cell)
    if not rows:
        message = say(
            "{move}: {player} can make no row through here any more",
            move=move,
            player=board.to_move,
        )
        return Reason("avoids_row", [cell], message)
    message = counted(
        "{move} is on {count} line that {player} must not complete",
        "{move} is on {count} lines that {player} must not complete",
        len(rows),
        move=move,
        player=board.to_move,
    )
    return Reason("avoids_row", bits(union(rows)), message)


def forks(board: Board, cell: int) -> Reason:
    """The move makes at least two threats."""
    threats = threats_through(board, board.own, cell)
    count = len(threats)
    message = say(
        "{move} makes {number} threats at once: {cells}",
        move=name_cell(board, cell),
        number=NUMBERS[count - 1] if count < 4 else count,
        cells=listed(board, threats),
    )
    return Reason("fork", threats, message)


def makes_open_row(board: Board, cell: int, shape: Shape, threats: list[int]) -> Reason:
    """The move makes a row that lacks one stone and can be completed on two cells of the line."""
    message = say(
        "{move} makes {row}, which wins at {cells}",
        move=name_cell(board, cell),
        row=name_shape(board, shape),
        cells=listed(board, threats, "or"),
    )
    return Reason("open_row", shape.cells, message)


def combines(board: Board, cell: int, shapes: list[Shape]) -> Reason:
    """The move makes rows on several lines: each lacks one stone, or becomes open with another."""
    by_strength = sorted(shapes, key=lambda shape: (shape.lacking, not shape.is_open))
    counts = Counter((shape.lacking, shape.is_open) for shape in by_strength)
    first = {(shape.lacking, shape.is_open): shape for shape in shapes}
    names = [name_shape(board, first[kind], count) for kind, count in counts.items()]
    rows = reduce(lambda one, more: say("{one} and {more}", one=one, more=more), names)
    message = say("{move} makes {rows} at once", move=name_cell(board, cell), rows=rows)
    return Reason("combination", _cells_of(shapes), message)


def threatens(board: Board, cell: int, shapes: list[Shape], threats: list[int]) -> Reason:
    """The move makes rows that lack one stone, on the cells `threats`."""
    message = say(
        "{move} threatens to win at {cells}",
        move=name_cell(board, cell),
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
    message = say(
        "{move} makes {row}, which can become {better}",
        move=name_cell(board, cell),
        row=name_shape(board, shape),
        better=name_shape(board, shape._replace(lacking=1)),
    )
    return Reason("prepares_open_row", shape.cells, message)


def blocks_open_row(board: Board, cell: int, shapes: list[Shape], cells: list[int]) -> Reason:
    """The move keeps the opponent from making an open row, lacking one stone, on the cells."""
    message = say(
        "{move} keeps {opponent} from making {row} at {cells}",
        move=name_cell(board, cell),
        opponent=other(board.to_move),
        row=name_shape(board, shapes[0]._replace(is_open=True)),
        cells=listed(board, cells, "or"),
    )
    return Reason("block_open_row", _cells_of(shapes), message)


def builds(board: Board, cell: int, shapes: list[Shape], stones: int) -> Reason:
    """The move brings rows of the mover, without an opposing stone, to so many stones."""
    row_length = board.rules.row_length
    rows = [shape for shape in shapes if shape.lacking == row_length - stones]
    message = counted(
        "{move} brings a row to {stones} of {row_length} stones, with room for the rest",
        "{move} brings {count} rows at once to {stones} of {row_length} stones, with room for the "
        "rest",
        len(rows),
        move=name_cell(board, cell),
        stones=stones,
        row_length=row_length,
    )
    return Reason("builds", _cells_of(rows), message)


def hinders(board: Board, cell: int, shapes: list[Shape], stones: int) -> Reason:
    """The move takes a cell of rows with so many stones of the opponent and none of the mover."""
    row_length = board.rules.row_length
    cells = _cells_of([shape for shape in shapes if shape.lacking == row_length - stones - 1])
    message = say(
        "{move} is in the way of {opponent}, who has {stones} of {row_length} stones here",
        move=name_cell(board, cell),
        opponent=other(board.to_move),
        stones=stones,
        row_length=row_length,
    )
    return Reason("hinders", cells, message)


def plays_near(board: Board, cell: int, beside: list[int]) -> Reason:
    """The move is next to the stones on the cells `beside`."""
    message = counted(
        "{move} plays next to the stone at {cells}",
        "{move} plays next to the stones at {cells}",
        len(beside),
        move=name_cell(board, cell),
        cells=listed(board, beside),
    )
    return Reason("near", sorted([cell, *beside]), message)


def blocks_forks(board: Board, cell: int, cells: list[int]) -> Reason:
    """After the move the opponent cannot make two threats at once on any of the cells."""
    message = say(
        "{move} keeps {opponent} from making two threats at once at {cells}",
        move=name_cell(board, cell),
        opponent=other(board.to_move),
        cells=listed(board, cells),
    )
    return Reason("block_fork", cells, message)


def leaves_no_time_for_forks(board: Board, cell: int, reply: int, cells: list[int]) -> Reason:
    """The move threatens to win at `reply`; else the opponent could make two threats on `cells`."""
    message = say(
        "{move} threatens to win at {reply}, which leaves {opponent} no time to make two threats "
        "at once at {cells}",
        move=name_cell(board, cell),
        reply=name_cell(board, reply),
        opponent=other(board.to_move),
        cells=listed(board, cells),
    )
    return Reason("block_fork", cells, message)


def follows_up(board: Board, cell: int, cells: list[int]) -> Reason:
    """The mover can answer on top of each move, on `cells`, and the opponent then makes no row."""
    message = say(
        "{move} leaves all columns even: by answering on top of each move {player} keeps "
        "{opponent} from any row",
        move=name_cell(board, cell),
        player=board.to_move,
        opponent=other(board.to_move),
    )
    return Reason("follow_up", cells, message)


def threatens_later(board: Board, cell: int, threats: list[int], *, shared: bool) -> Reason:
    """The move makes rows that lack one stone, on cells that no stone reaches yet: the `threats`.

    If they are `shared`, the opponent would complete a row on each of them as well.
    """
    rules, opponent, played = board.rules, other(board.to_move), board.own | 1 << cell
    cells = {place for threat in threats for place in row_through(board, played, threat)}
    if len(threats) > 1:
        made = say("{number} threats", number=NUMBERS[len(threats) - 1])
    elif (rules.height - threats[0] // rules.width) % 2:
        made = say("an odd threat")
    else:
        made = say("an even threat")
    below = listed(board, [threat + rules.width for threat in threats], "or")
    ending = say("{opponent} must not play at {cells}", opponent=opponent, cells=below)
    if shared:
        ending = say(
            "{opponent} would win there, too, so neither can play at {cells}",
            opponent=opponent,
            cells=below,
        )
    message = say(
        "{move} makes {threats} at {cells}: {ending}",
        move=name_cell(board, cell),
        threats=made,
        cells=listed(board, threats),
        ending=ending,
    )
    return Reason("later_threat", sorted(cells), message)


def is_not_below(board: Board, cell: int, cells: list[int]) -> Reason:
    """Every other move, to one of the `cells`, lets the opponent complete a row on top of it."""
    message = say(
        "{move}: every other move lets {opponent} win on top: at {cells}",
        move=name_cell(board, cell),
        opponent=other(board.to_move),
        cells=listed(board, [each - board.rules.width for each in cells], "or"),
    )
    return Reason("not_below", cells, message)


def makes_lines(board: Board, cell: int, rows: list[int]) -> Reason:
    """The `rows` through the cell, each a bitboard, are open to the mover."""
    message = counted(
        "{move}: {player} can still make {count} line through here",
        "{move}: {player} can still make {count} lines through here",
        len(rows),
        move=name_cell(board, cell),
        player=board.to_move,
    )
    return Reason("open_lines", bits(union(rows)), message)


def closes_lines(board: Board, cell: int, rows: list[int]) -> Reason:
    """The `rows` through the cell, each a bitboard, were open to the opponent."""
    message = counted(
        "{move} closes {count} line that {opponent} could still make",
        "{move} closes {count} lines that {opponent} could still make",
        len(rows),
        move=name_cell(board, cell),
        opponent=other(board.to_move),
    )
    return Reason("hinders", bits(union(rows)), message)


def of_lines(board: Board, cell: int) -> Iterator[Reason]:
    """Yield what holds of the lines through the cell, the most important first."""
    for player, explain in ((board.to_move, makes_lines), (other(board.to_move), closes_lines)):
        through = open_rows_through(board, player, cell)
        if through:
            yield explain(board, cell, through)
    yield takes_dead_cell(board, cell)


def takes_dead_cell(board: Board, cell: int) -> Reason:
    """Neither side can complete a line through the cell."""
    message = say("{move}: no line can be made through here any more", move=name_cell(board, cell))
    return Reason("best_estimate", [cell], message)


def overlooks(board: Board, cell: int, better: int, player: Player) -> Reason:
    """The move is not to the cell `better`, where `player` can complete a row."""
    message = say(
        "A slip at {move}: overlooks {better}, where {player} can win",
        move=name_cell(board, cell),
        better=name_cell(board, better),
        player=player,
    )
    return Reason("slip", [better], message)


def lets_win_on_top(board: Board, cell: int, better: int) -> Reason:
    """The opponent completes a row on top of the move, and would complete none after `better`."""
    message = say(
        "A slip at {move}: lets {opponent} win at {top}, unlike {better}",
        move=name_cell(board, cell),
        opponent=other(board.to_move),
        top=name_cell(board, cell - board.rules.width),
        better=name_cell(board, better),
    )
    return Reason("slip", [better], message)


def slipped(analysis: Analysis, option: Option) -> Reason:
    """The level deliberately did not play the best option."""
    board, best = analysis.board, analysis.options[0]
    move, better = name_cell(board, option.cell), name_cell(board, best.cell)
    message = say(
        "A slip at {move}, as beginners make: {better} looks better", move=move, better=better
    )
    if _proven_better(best.assessment, option.assessment):
        message = say(
            "A slip at {move}, as beginners make: {better} is better", move=move, better=better
        )
    return Reason("slip", [best.cell], message)


def _proven_better(one: Assessment, other: Assessment) -> bool:
    """Return whether the first assessment is proven to be better, by value or by plies."""
    if one.value is not None and one.value == other.value:
        return bool(one.shortest and other.shortest)
    return one.bounds.lower > other.bounds.upper


def picked_at_random(board: Board, cell: int) -> Reason:
    """The move was chosen at random."""
    return _at_random(cell, say("{move}: picked at random", move=name_cell(board, cell)))


def picked_from_equals(board: Board, cell: int) -> Reason:
    """The move was chosen at random, as no move is known to be better than another."""
    message = say(
        "{move}: no move is known to be better than another: picked at random",
        move=name_cell(board, cell),
    )
    return _at_random(cell, message)


def picked_without_lines(board: Board, cell: int) -> Reason:
    """The move was chosen at random, as no line is worth making."""
    message = say(
        "{move}: no line looks worth making: picked at random", move=name_cell(board, cell)
    )
    return _at_random(cell, message)


def _at_random(cell: int, message: Message) -> Reason:
    return Reason("random", [cell], message)


def takes_center(board: Board, cell: int) -> Reason:
    """No empty cell is nearer to the centre of the board."""
    message = say(
        "{move} takes the center: no empty cell is nearer to the middle",
        move=name_cell(board, cell),
    )
    return Reason("center", [cell], message)


def takes_opposite_corner(board: Board, cell: int, corner: int) -> Reason:
    """The move takes the corner opposite to `corner`, which the opponent has."""
    message = say(
        "{move} takes the corner opposite to the one {opponent} has",
        move=name_cell(board, cell),
        opponent=other(board.to_move),
    )
    return Reason("opposite_corner", sorted([cell, corner]), message)


def takes_corner(board: Board, cell: int) -> Reason:
    """The move takes a corner."""
    message = say("{move} takes an empty corner", move=name_cell(board, cell))
    return Reason("corner", [cell], message)


def takes_side(board: Board, cell: int) -> Reason:
    """The move takes a side, because the middle and the corners are full."""
    message = say(
        "{move}: the center and the corners are taken, so this is one of the sides",
        move=name_cell(board, cell),
    )
    return Reason("side", [cell], message)


def _cells_of(shapes: list[Shape]) -> list[int]:
    """Return the cells of all shapes, ascending."""
    return bits(union(shape.area for shape in shapes))
