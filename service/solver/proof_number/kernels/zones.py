"""Zones: what a result of the weak game rests on, so that moves elsewhere need no search.

A zone of a decided position is a set of empty cells such that the loser could have all others for
nothing. So it refutes every move of the loser outside it: where one move is refuted, by play in a
zone, each move outside that zone is refuted as well. (Hsu et al., "Solving 7,7,5-game and
8,8,5-game" (2020) have it for Breaker; in the game of Hex these are must-play regions.)

- One completing cell, two of them, or a fork: their sets. The potential of Erdős and Selfridge:
  all cells of the sets. A pairing: the pairs.
- Where the winner has moved: the zone after the move, and the move.
- Where all moves of the loser are refuted: any union of zones that refute them such that none of
  them holds all of its cells. Whoever plays on a cell of the union is outside one of them.

Sets left out of a position are as if blocked: pairs that see to that belong to Breaker's zone. In
the strong game the defender's lines matter too. A zone in which the defender holds the weak game
stands. The zone of a win refutes one move of the defender, but not another after it, so that none
is known where the attacker wins against all moves. It is that of a threat sequence, see
`threat_sequence`, or of the weak game after a move that blocks all sets of the defender: wherever
else the defender has a stone, it still does.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.bits import bit_in, count, lowest
from service.solver.lines.kernels.line_game import WIDE_CELLS

UNKNOWN = ~np.uint64(0)
"""In place of a zone, of any width: none is known."""


@bare_kernel
def nearest(zones, cell, zone):
    """Return the zone without the cell that adds least to `zone`; UNKNOWN if there is none."""
    best, fewest = UNKNOWN, WIDE_CELLS + 1
    for index in range(zones.shape[0]):
        if zones[index] & bit_in(zone, cell) == 0:
            added = count(zones[index] & ~zone)
            if added < fewest:
                best, fewest = zones[index], added
    return best


@bare_kernel
def close(zones):
    """Return a zone where `zones` refute every move; UNKNOWN where all of them hold some cell."""
    if zones.shape[0] == 0:
        return UNKNOWN
    zone = zones[0]
    for index in range(1, zones.shape[0]):
        if count(zones[index]) < count(zone):
            zone = zones[index]
    left = zone
    while left != 0:
        added = nearest(zones, lowest(left), zone)
        if added == UNKNOWN:
            return UNKNOWN
        left &= added
        zone |= added
    return zone
