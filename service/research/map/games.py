"""The games of the map, and what one of them says of another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from service.game import Rules, find_cell
from service.research.map.record import Record, RecordFile

MOST_CELLS = 64
LONGEST = 8
"""Longer rows need no search: see `implies`."""
THEOREM = "theorem"
"""The method of what another game implies."""


def games(most_cells: int) -> Iterator[Rules]:
    """The games on boards of at most so many cells, small boards first.

    A board that is turned is the same game, so the width is at least the height; a row longer than
    that fits nowhere, and is no game of this list.
    """
    boards = [
        (width * height, height, width)
        for height in range(1, most_cells + 1)
        for width in range(height, most_cells // height + 1)
    ]
    for _, height, width in sorted(boards):
        for row_length in range(1, min(width, LONGEST) + 1):
            yield Rules(width, height, row_length)


def implies(larger: Rules, rules: Rules) -> bool:
    """Whether a weak draw of one game is a weak draw of another.

    In the weak game, or Maker-Breaker game, only lines of the first player count. The second one,
    who holds on a board, holds on every part of it, where there are fewer lines, and with longer
    rows, each of which contains a shorter line. A stone that the strategy puts beyond the edge may
    be put anywhere: it is never in the way of who holds.
    """
    return (
        larger.row_length <= rules.row_length
        and larger.width >= rules.width
        and larger.height >= rules.height
    )


def implied(rules: Rules, records: RecordFile) -> Record | None:
    """The record of a draw that follows from what is known of other games; None if it does not.

    Who holds in the weak game does not lose the real one, where the second player never wins from
    the empty board (strategy stealing); so it is a draw.
    """
    for each in records:
        if each.weak_draw and each.method != THEOREM and implies(each.rules, rules):
            return Record(
                *rules, lower=0, upper=0, plies=rules.cells, exact=True, weak_draw=True,
                method=THEOREM, by=each.name, machine=each.machine, version=each.version,
            )  # fmt: skip
    return None


def promising(rules: Rules, records: RecordFile) -> int | None:
    """The cell of a first move that wins on the board a column narrower; None if none is known.

    It may well win here, too, though nothing implies it: there is more room to escape to.
    """
    width, height, row_length = rules
    narrower = records.find(Rules(width - 1, height, row_length)) if width > 1 else None
    if narrower is None or narrower.bounds.value != 1 or not narrower.line:
        return None
    return find_cell(rules, narrower.line.split()[0])


def settle_implied(records: RecordFile) -> None:
    """Keep what is still open and follows from what has become known since."""
    for each in list(records):
        found = implied(each.rules, records) if each.bounds.value is None else None
        if found is not None:
            records.keep(replace(found, budget_seconds=each.budget_seconds))
