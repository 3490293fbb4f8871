"""The principal variation: how the game goes on when both sides play their best."""

from __future__ import annotations

from service.solver.meter import Meter
from service.solver.searches import Search

SLICE_SECONDS = 0.016
"""How long the search for replies may go without looking at the clock."""


def principal_variation(
    cell: int, bounds: tuple[int, int], search: Search, meter: Meter
) -> list[int]:
    """The line of play that begins with `cell` and reaches the value its bounds prove.

    The line ends with the game, or early where the budget does.
    """
    line = [cell]
    # A reply that is cut off is searched anew, so that the cuts matter.
    for limit in meter.limits(SLICE_SECONDS, steady=True):
        if search.follow(*bounds, line, limit):
            break
    return line
