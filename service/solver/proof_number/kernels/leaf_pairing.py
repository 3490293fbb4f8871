"""Pairings: disjoint pairs of cells such that every set contains a pair.

With one, Breaker holds, whoever moves: to each cell of a pair he answers with the other (Hales
and Jewett, "Regularity and positional games", 1963). A pair may serve several sets.

Pairs need not serve all sets: it is enough if the rest of the game, on the cells outside of the
pairs, is held by another strategy, since Breaker answers each move in its own part. Here that is
the potential of Erdős and Selfridge, see `lines.kernels.potential`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.lines.kernels.bits import count, lowest
from service.solver.lines.kernels.jit import bare_kernel
from service.solver.lines.kernels.line_game import WIDE_CELLS
from service.solver.lines.kernels.potential import line_potential
from service.solver.proof_number.kernels import hypergraph
from service.solver.proof_number.kernels.hypergraph import MOST_SETS, NARROW, UNIT, Room
from service.solver.proof_number.kernels.zones import UNKNOWN, trim

URGENT = 2
"""A set that was left without a pair is served as if it had so many cells less."""

COSTS = np.array([0, 17, 5, 2, 2, *[1] * (WIDE_CELLS - 4)])
"""What it costs to take a single cell from a set of so many: 1 and 16 over their square."""

HOPELESS = 3 * UNIT
"""No pairs are looked for where so much potential is left: measured on 8x7, 5."""


class PairFinder(NamedTuple):
    """Scratch of the finder; words are those of its `Room`."""

    pairs: np.ndarray
    """Bitboards of two cells, shape (cells,), words."""
    left: np.ndarray
    """The sets not yet served, without the cells of the pairs, shape (sets,), words."""
    names: np.ndarray
    """Their places among all sets, shape (sets,), int64."""
    urgency: np.ndarray
    """Of all sets, shape (sets,), int64."""
    overlaps: np.ndarray
    """Places in `left` of sets that share two cells with the tightest, likewise."""
    costs: np.ndarray
    """Of each cell, shape (cells,), int64."""


def new_finder(room: Room = NARROW) -> PairFinder:
    """Scratch for the largest game there is room for."""
    return PairFinder(
        pairs=np.zeros(room.cells, room.word),
        left=np.zeros(room.sets, room.word),
        names=np.zeros(room.sets, np.int64),
        urgency=np.zeros(room.sets, np.int64),
        overlaps=np.zeros(room.sets, np.int64),
        costs=np.zeros(room.cells, np.int64),
    )


@bare_kernel
def lowest_bit(word):
    """The word with only its lowest set bit."""
    return word & (~word + np.uint64(1))


@bare_kernel
def hold(sets, size, limit, restarts, finder):
    """A zone (see `zones`) in which Breaker holds; UNKNOWN if none is found. The least potential.

    He does where the sets without a pair have a potential below `limit`: half a `UNIT` if Maker
    moves, one if he does himself. The least potential that was met tells how far off that is.
    Not to find pairs proves nothing.
    """
    for index in range(size):
        finder.urgency[index] = 0
    least = np.int64(MOST_SETS * UNIT)
    for _ in range(restarts + 1):
        found, left, potential, failed = serve(sets, size, limit, finder)
        least = min(least, potential)
        if failed < 0:
            zone = hypergraph.union(finder.pairs, found)
            return zone | trim(finder.left, left, limit, UNIT, finder.costs), least
        # "Squeaky wheel" optimization, after Joslin and Clements (1999).
        finder.urgency[failed] += URGENT
    return UNKNOWN, least


@bare_kernel
def serve(sets, size, limit, finder):
    """Give pairs to sets until the potential of the others is below `limit`.

    Greedy: the set with the fewest free cells is served first, by the pair that serves most sets
    and spoils few. Returns the numbers of pairs and of the sets left, the least potential, and the
    place of a set that cannot be served, -1 where none is in the way.
    """
    left, names, urgency = finder.left, finder.names, finder.urgency
    for index in range(size):
        left[index], names[index] = sets[index], index
    pair, found = np.uint64(0), 0
    least = np.int64(MOST_SETS * UNIT)
    while True:
        tightest, soonest, failed = 0, np.int64(WIDE_CELLS + 1), np.int64(-1)
        potential, kept = np.int64(0), 0
        for index in range(size):
            cells, name = left[index], names[index]
            if found != 0 and cells & pair == pair:
                continue
            cells &= ~pair
            left[kept], names[kept] = cells, name
            free = count(cells)
            potential += line_potential(free, UNIT)
            if free < 2:
                failed = name
            rank = free - urgency[name]
            if rank < soonest:
                tightest, soonest = kept, rank
            kept += 1
        size = kept
        least = min(least, potential)
        if potential < limit:
            return found, size, least, np.int64(-1)
        if potential > HOPELESS:
            failed = names[tightest]
        if failed >= 0:
            return found, size, least, failed
        pair = best_pair(left, size, left[tightest], finder.costs, finder.overlaps)
        finder.pairs[found] = pair
        found += 1


@bare_kernel
def best_pair(sets, size, cells, costs, overlaps):
    """The two of `cells` that serve the most sets and take few single cells from short ones.

    `costs`, shape (cells,), and `overlaps`, shape (size,), both int64, are overwritten.
    """
    left = cells
    while left != 0:
        costs[lowest(left)] = 0
        left &= left - np.uint64(1)
    overlapping = 0
    for index in range(size):
        left = shared = sets[index] & cells
        cost = cost_of(sets[index]) if shared != 0 else 0
        while left != 0:
            costs[lowest(left)] += cost
            left &= left - np.uint64(1)
        if shared & (shared - np.uint64(1)) != 0:
            overlaps[overlapping] = index
            overlapping += 1
    best, most = np.uint64(0), np.int64(-(1 << 40))
    first_left = cells
    while first_left != 0:
        first = lowest_bit(first_left)
        first_left ^= first
        second_left = first_left
        while second_left != 0:
            second = lowest_bit(second_left)
            second_left ^= second
            pair = first | second
            worth = -costs[lowest(first)] - costs[lowest(second)]
            for place in range(overlapping):
                served = sets[overlaps[place]]
                if served & pair == pair:
                    worth += 16 + 2 * cost_of(served)
            if worth > most:
                best, most = pair, worth
    return best


@bare_kernel
def cost_of(cells):
    """What it costs to take a single cell from a set."""
    return COSTS[count(cells)]
