"""The games of the map, and which of them imply others."""

from collections.abc import Iterator
from dataclasses import replace

from service.game import Rules, find_cell
from service.solver.book import Switch, rules_of
from tools.map.record import Record, RecordFile

MOST_CELLS = 64
FEW_CELLS = 20
"""The most cells of boards with a switch, if nothing else is asked for."""
LONGEST = 8
"""The longest row length of plain games; longer rows are implied draws, see `implies`."""
THEOREM = "theorem"
"""The method of a draw that another game implies."""


def games(
    most_cells: int, switch: Switch | None = None, most_in_row: int | None = None
) -> Iterator[Rules]:
    """Yield the games on boards of at most `most_cells` cells, small boards first.

    Rows longer than `most_in_row` are left out.

    A board that is turned is the same game, so the width is at least the height, unless stones fall
    or one pair of edges is joined. Rows longer than the longer side are left out; they fit nowhere
    but over the diagonals of a torus.
    """
    turnable = switch not in ("gravity", "horizontal")
    boards = [
        (width * height, height, width)
        for height in range(1, most_cells + 1)
        for width in range(height if turnable else 1, most_cells // height + 1)
    ]
    for _, height, width in sorted(boards):
        longest = max(width, height) if switch else min(width, LONGEST)
        for row_length in range(1, min(longest, most_in_row or longest) + 1):
            yield rules_of(width, height, row_length, switch)


def implies(larger: Rules, rules: Rules) -> bool:
    """Return whether a weak draw of `larger` implies a weak draw of `rules`.

    In the weak (Maker-Breaker) game only lines of the first player count. A strategy by which the
    second player holds on a board also holds on every part of it, which has fewer lines, and with
    longer rows, each of which contains a shorter line. A stone that it places outside of the part
    may be placed anywhere, because an additional stone never harms the player who holds. Both
    games are to be plain: a part of a board with joined edges has other lines.
    """
    return (
        larger.is_plain
        and rules.is_plain
        and larger.row_length <= rules.row_length
        and larger.width >= rules.width
        and larger.height >= rules.height
    )


def implied(rules: Rules, records: RecordFile) -> Record | None:
    """Return the record of a draw that other games imply; None if none does.

    A second player who holds in the weak game does not lose the strong one, and cannot win it from
    the empty board (strategy stealing); so the game is a draw.
    """
    for record in records:
        if record.weak_draw and record.method != THEOREM and implies(record.rules, rules):
            return Record(
                *rules.shape, lower=0, upper=0, plies=rules.cells, exact=True, weak_draw=True,
                method=THEOREM, by=record.name, machine=record.machine, version=record.version,
            )  # fmt: skip
    return None


def promising(rules: Rules, records: RecordFile) -> int | None:
    """Return a first move that wins on the board with one column less; None if unknown.

    It is likely to win here, too, but that is not implied, because the defender has more room.
    """
    width, height, row_length = rules.shape
    narrower = records.find(Rules(width - 1, height, row_length)) if width > 1 else None
    if narrower is None or narrower.bounds.value != 1 or not narrower.line:
        return None
    return find_cell(rules, narrower.line.split()[0])


def settle_implied(records: RecordFile) -> None:
    """Record the open games that have become implied draws."""
    for record in list(records):
        if record.bounds.value is None and (draw := implied(record.rules, records)):
            records.keep(replace(draw, budget_seconds=record.budget_seconds))
