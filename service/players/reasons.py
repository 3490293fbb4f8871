"""The reasons for moves in simple words. Each function makes the reason that its name says.

A reason is true of the move, whichever level chooses it: it follows from the stones and, for a
slip, from the assessments of the options. The caller has checked what the docstring states.
"""

from collections import Counter
from collections.abc import Iterator

from service.game import Board, bits, name_cell, other, union
from service.players.choice import Reason
from service.players.rows import open_rows_through, row_through, threats_through
from service.players.shapes import Shape
from service.solver import Analysis, Assessment, Option

NUMBERS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


def only_cell(board: Board, cell: int) -> Reason:
    """The move is the only legal one."""
    is_last = board.empty.bit_count() == 1
    return Reason(
        "only_move",
        [cell],
        "It is the only empty cell." if is_last else "It is the only legal move.",
    )


def wins(board: Board, cell: int) -> Reason:
    """The move completes a row."""
    row = row_through(board, board.own, cell)
    return Reason("win", row, f"{board.to_move} wins with {len(row)} in a row.")


def blocks(board: Board, cell: int) -> Reason:
    """The move takes a cell where the opponent would complete a row."""
    opponent, row = other(board.to_move), row_through(board, board.opponent, cell)
    return Reason("block", row, f"Blocks {opponent}, who would win at {name_cell(board, cell)}.")


def makes_row(board: Board, cell: int, better: list[int]) -> Reason:
    """The move completes a row, which loses; the moves `better` do not, unless all moves do."""
    row = row_through(board, board.own, cell)
    if cell in better:
        text = f"{board.to_move} has to make a row: every move does."
        return Reason("delays_loss", row, text)
    text = f"A slip: {board.to_move} loses with {len(row)} in a row, unlike at {{}}."
    return Reason("slip", better[:1], text.format(name_cell(board, better[0])))


def makes_no_row(board: Board, cells: list[int]) -> Reason:
    """The move completes no row, which would lose, as a stone on any of the `cells` does."""
    return Reason(
        "avoids_row", cells, f"Makes no row, as a stone at {_listed(board, cells, 'or')} would."
    )


def stays_out(board: Board, cell: int, rows: list[int]) -> Reason:
    """The `rows` through the cell, each a bitboard, are those with which the mover could lose."""
    if not rows:
        text = f"{board.to_move} can make no row through here any more."
        return Reason("avoids_row", [cell], text)
    return Reason(
        "avoids_row",
        bits(union(rows)),
        f"Is on {_counted(rows)} that {board.to_move} must not complete.",
    )


def forks(board: Board, cell: int) -> Reason:
    """The move makes at least two threats."""
    threats = threats_through(board, board.own, cell)
    count = {2: "two", 3: "three"}.get(len(threats), str(len(threats)))
    return Reason("fork", threats, f"Makes {count} threats at once: {_listed(board, threats)}.")


def makes_open_row(board: Board, shape: Shape, threats: list[int]) -> Reason:
    """The move makes a row that lacks one stone and can be completed on two cells of the line."""
    return Reason(
        "open_row",
        shape.cells,
        f"Makes {_named(board, shape)}, which wins at {_listed(board, threats, 'or')}.",
    )


def combines(board: Board, shapes: list[Shape]) -> Reason:
    """The move makes rows on several lines: each lacks one stone, or becomes open with another."""
    by_strength = sorted(shapes, key=lambda shape: (shape.lacking, not shape.is_open))
    counts = Counter(_named(board, shape) for shape in by_strength)
    names = [_several(name, count) for name, count in counts.items()]
    return Reason("combination", _cells_of(shapes), f"Makes {' and '.join(names)} at once.")


def threatens(board: Board, cell: int, shapes: list[Shape], threats: list[int]) -> Reason:
    """The move makes rows that lack one stone, on the cells `threats`."""
    text = f"Threatens to win at {_listed(board, threats, 'or')}."
    if board.rules.gravity:
        # Some rows cannot be completed yet, and others only now.
        played = board.own | 1 << cell
        cells = {place for threat in threats for place in row_through(board, played, threat)}
        return Reason("threat", sorted(cells), text)
    lines = [shape for shape in shapes if shape.lacking == 1]
    return Reason("threat", _cells_of(lines), text)


def prepares_open_row(board: Board, shape: Shape) -> Reason:
    """The move makes a row that lacks two stones and becomes open with one more."""
    better = _named(board, shape._replace(lacking=1))
    return Reason(
        "prepares_open_row",
        shape.cells,
        f"Makes {_named(board, shape)}, which can become {better}.",
    )


def blocks_open_row(board: Board, shapes: list[Shape], cells: list[int]) -> Reason:
    """The move keeps the opponent from making an open row, lacking one stone, on the cells."""
    name = _named(board, shapes[0]._replace(is_open=True))
    return Reason(
        "block_open_row",
        _cells_of(shapes),
        f"Keeps {other(board.to_move)} from making {name} at {_listed(board, cells, 'or')}.",
    )


def builds(board: Board, shapes: list[Shape], stones: int) -> Reason:
    """The move brings rows of the mover, without an opposing stone, to so many stones."""
    row_length = board.rules.row_length
    rows = [shape for shape in shapes if shape.lacking == row_length - stones]
    several = "a row" if len(rows) == 1 else f"{len(rows)} rows at once"
    return Reason(
        "builds",
        _cells_of(rows),
        f"Brings {several} to {stones} of {row_length} stones, with room for the rest.",
    )


def hinders(board: Board, shapes: list[Shape], stones: int) -> Reason:
    """The move takes a cell of rows with so many stones of the opponent and none of the mover."""
    row_length = board.rules.row_length
    cells = _cells_of([shape for shape in shapes if shape.lacking == row_length - stones - 1])
    return Reason(
        "hinders",
        cells,
        f"Is in the way of {other(board.to_move)}, who has {stones} of {row_length} stones here.",
    )


def plays_near(board: Board, cell: int, beside: list[int]) -> Reason:
    """The move is next to the stones on the cells `beside`."""
    stones = "stone" if len(beside) == 1 else "stones"
    return Reason(
        "near", sorted([cell, *beside]), f"Plays next to the {stones} at {_listed(board, beside)}."
    )


def blocks_forks(board: Board, cells: list[int]) -> Reason:
    """After the move the opponent cannot make two threats at once on any of the cells."""
    opponent = other(board.to_move)
    return Reason(
        "block_fork",
        cells,
        f"Keeps {opponent} from making two threats at once at {_listed(board, cells)}.",
    )


def leaves_no_time_for_forks(board: Board, reply: int, cells: list[int]) -> Reason:
    """The move threatens to win at `reply`; else the opponent could make two threats on `cells`."""
    start = f"Threatens to win at {name_cell(board, reply)}, which leaves {other(board.to_move)}"
    return Reason(
        "block_fork",
        cells,
        f"{start} no time to make two threats at once at {_listed(board, cells)}.",
    )


def follows_up(board: Board, cells: list[int]) -> Reason:
    """The mover can answer on top of each move, on `cells`, and the opponent then makes no row."""
    start = f"Leaves all columns even: by answering on top of each move {board.to_move}"
    return Reason("follow_up", cells, f"{start} keeps {other(board.to_move)} from any row.")


def threatens_later(board: Board, cell: int, threats: list[int], *, shared: bool) -> Reason:
    """The move makes rows that lack one stone, on cells that no stone reaches yet: the `threats`.

    If they are `shared`, the opponent would complete a row on each of them as well.
    """
    rules, opponent, played = board.rules, other(board.to_move), board.own | 1 << cell
    cells = {place for threat in threats for place in row_through(board, played, threat)}
    parity = "an odd" if (rules.height - threats[0] // rules.width) % 2 else "an even"
    one = len(threats) == 1
    made = f"{parity} threat" if one else f"{NUMBERS[len(threats) - 1]} threats"
    below = _listed(board, [threat + rules.width for threat in threats], "or")
    ending = f"{opponent} must not play at {below}"
    if shared:
        ending = f"{opponent} would win there, too, so neither can play at {below}"
    return Reason(
        "later_threat", sorted(cells), f"Makes {made} at {_listed(board, threats)}: {ending}."
    )


def is_not_below(board: Board, cells: list[int]) -> Reason:
    """Every other move, to one of the `cells`, lets the opponent complete a row on top of it."""
    text = f"Every other move lets {other(board.to_move)} win on top: at {{}}."
    tops = [cell - board.rules.width for cell in cells]
    return Reason("not_below", cells, text.format(_listed(board, tops, "or")))


def makes_lines(board: Board, rows: list[int]) -> Reason:
    """The `rows` through the cell, each a bitboard, are open to the mover."""
    return Reason(
        "open_lines",
        bits(union(rows)),
        f"{board.to_move} can still make {_counted(rows)} through here.",
    )


def closes_lines(board: Board, rows: list[int]) -> Reason:
    """The `rows` through the cell, each a bitboard, were open to the opponent."""
    return Reason(
        "hinders",
        bits(union(rows)),
        f"Closes {_counted(rows)} that {other(board.to_move)} could still make.",
    )


def of_lines(board: Board, cell: int) -> Iterator[Reason]:
    """Yield what holds of the lines through the cell, the most important first."""
    for player, explain in ((board.to_move, makes_lines), (other(board.to_move), closes_lines)):
        through = open_rows_through(board, player, cell)
        if through:
            yield explain(board, through)
    yield takes_dead_cell(cell)


def takes_dead_cell(cell: int) -> Reason:
    """Neither side can complete a line through the cell."""
    return Reason("best_estimate", [cell], "No line can be made through here any more.")


def lets_win_on_top(board: Board, cell: int, better: int) -> Reason:
    """The opponent completes a row on top of the move, and would complete none after `better`."""
    top = name_cell(board, cell - board.rules.width)
    return Reason(
        "slip",
        [better],
        f"A slip: lets {other(board.to_move)} win at {top}, unlike {name_cell(board, better)}.",
    )


def slipped(analysis: Analysis, option: Option) -> Reason:
    """The level deliberately did not play the best option."""
    best = analysis.options[0]
    verb = "is" if _proven_better(best.assessment, option.assessment) else "looks"
    return Reason(
        "slip",
        [best.cell],
        f"A slip, as beginners make: {name_cell(analysis.board, best.cell)} {verb} better.",
    )


def _proven_better(one: Assessment, other: Assessment) -> bool:
    """Return whether the first assessment is proven to be better, by value or by plies."""
    if one.value is not None and one.value == other.value:
        return bool(one.shortest and other.shortest)
    return one.bounds.lower > other.bounds.upper


def picked_at_random(cell: int, text: str = "Picked at random.") -> Reason:
    """The move was chosen at random."""
    return Reason("random", [cell], text)


def takes_center(cell: int) -> Reason:
    """No empty cell is nearer to the centre of the board."""
    return Reason("center", [cell], "Takes the center: no empty cell is nearer to the middle.")


def takes_opposite_corner(board: Board, cell: int, corner: int) -> Reason:
    """The move takes the corner opposite to `corner`, which the opponent has."""
    return Reason(
        "opposite_corner",
        sorted([cell, corner]),
        f"Takes the corner opposite to the one {other(board.to_move)} has.",
    )


def takes_corner(cell: int) -> Reason:
    """The move takes a corner."""
    return Reason("corner", [cell], "Takes an empty corner.")


def takes_side(cell: int) -> Reason:
    """The move takes a side, because the middle and the corners are full."""
    return Reason(
        "side", [cell], "The center and the corners are taken, so this is one of the sides."
    )


def _cells_of(shapes: list[Shape]) -> list[int]:
    """Return the cells of all shapes, ascending."""
    return bits(union(shape.area for shape in shapes))


def _counted(rows: list[int]) -> str:
    """Return the number of rows in words."""
    return "1 line" if len(rows) == 1 else f"{len(rows)} lines"


def _named(board: Board, shape: Shape) -> str:
    """Return the name that players use for a shape: an open three, a four."""
    stones = board.rules.row_length - shape.lacking
    name = NUMBERS[stones - 1] if stones <= len(NUMBERS) else f"{stones}"
    name = f"open {name}" if shape.is_open else name
    return f"{'an' if name.startswith(('open', 'e')) else 'a'} {name}"


def _several(name: str, count: int) -> str:
    """Return the name in the plural, with the number, if the count is above one."""
    return name if count == 1 else f"{NUMBERS[count - 1]} {name.partition(' ')[2]}s"


def _listed(board: Board, cells: list[int], last: str = "and") -> str:
    """Return the names of up to three cells, and the number of others; `last` joins the last."""
    names = [name_cell(board, cell) for cell in cells]
    if len(names) > 3:
        names[2:] = [f"{len(names) - 2} more cells"]
    if len(names) == 1:
        return names[0]
    return ", ".join(names[:-1]) + f" {last} {names[-1]}"
