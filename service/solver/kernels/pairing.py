"""Pairings: disjoint pairs of cells such that every set contains a pair.

With one, Breaker holds, whoever moves: to each cell of a pair he answers with the other (Hales
and Jewett, "Regularity and positional games", 1963). A pair may serve several sets.

Pairs need not serve all sets: it is enough if the rest of the game, on the cells outside of the
pairs, is held by another strategy, since Breaker answers each move in its own part. Here that is
the potential of Erdős and Selfridge, see `bounds`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.kernels import bounds, hypergraph
from service.solver.kernels.bits import count, lowest
from service.solver.kernels.hypergraph import MOST_SETS, UNIT
from service.solver.kernels.jit import kernel
from service.solver.kernels.zones import UNKNOWN, trim

URGENT = 2
"""A set that was left without a pair is served as if it had so many cells less."""


class Pairing(NamedTuple):
    """Scratch of the finder."""

    pairs: np.ndarray
    """Bitboards of two cells, shape (CELLS,), uint64."""
    left: np.ndarray
    """The sets not yet served, without the cells of the pairs, shape (MOST_SETS,), uint64."""
    names: np.ndarray
    """Their places among all sets, shape (MOST_SETS,), int64."""
    urgency: np.ndarray
    """Of all sets, shape (MOST_SETS,), int64."""
    overlaps: np.ndarray
    """Places in `left` of sets that share two cells with the tightest, likewise."""
    costs: np.ndarray
    """Of each cell, shape (CELLS,), int64."""


def new_pairing() -> Pairing:
    """Room for the largest game."""
    return Pairing(
        pairs=np.zeros(64, np.uint64),
        left=np.zeros(MOST_SETS, np.uint64),
        names=np.zeros(MOST_SETS, np.int64),
        urgency=np.zeros(MOST_SETS, np.int64),
        overlaps=np.zeros(MOST_SETS, np.int64),
        costs=np.zeros(64, np.int64),
    )


@kernel
def lowest_bit(word):
    """The word with only its lowest set bit."""
    return word & (~word + np.uint64(1))


@kernel
def hold(sets, size, limit, restarts, pairing):
    """A zone (see `zones`) in which Breaker holds; UNKNOWN if none is found. The least potential.

    He does where the sets without a pair have a potential below `limit`: half a `UNIT` if Maker
    moves, one if he does himself. The least potential that was met tells how far off that is.
    Not to find pairs proves nothing.
    """
    pairing.urgency[:size] = 0
    least = np.int64(hypergraph.MOST_SETS * UNIT)
    for _ in range(restarts + 1):
        found, left, potential, failed = serve(sets, size, limit, pairing)
        least = min(least, potential)
        if failed < 0:
            zone = hypergraph.union(pairing.pairs, found)
            return zone | trim(pairing.left, left, limit, UNIT, pairing.costs), least
        # "Squeaky wheel" optimization, after Joslin and Clements (1999).
        pairing.urgency[failed] += URGENT
    return UNKNOWN, least


@kernel
def serve(sets, size, limit, pairing):
    """Give pairs to sets until the potential of the others is below `limit`.

    Greedy: the set with the fewest free cells is served first, by the pair that serves most sets
    and spoils few. Returns the numbers of pairs and of the sets left, the least potential, and the
    place of a set that cannot be served, -1 where none is in the way.
    """
    left, names = pairing.left, pairing.names
    for index in range(size):
        left[index], names[index] = sets[index], index
    found = 0
    least = np.int64(hypergraph.MOST_SETS * UNIT)
    while True:
        tightest, soonest, failed = 0, np.int64(65), np.int64(-1)
        potential = np.int64(0)
        for index in range(size):
            free = count(left[index])
            potential += bounds.potential(free, UNIT)
            if free < 2:
                failed = names[index]
            rank = free - pairing.urgency[names[index]]
            if rank < soonest:
                tightest, soonest = index, rank
        least = min(least, potential)
        if potential < limit:
            return found, size, least, np.int64(-1)
        if failed >= 0:
            return found, size, least, failed
        pair = best_pair(left, size, left[tightest], pairing.costs, pairing.overlaps)
        pairing.pairs[found] = pair
        found += 1
        kept = 0
        for index in range(size):
            if left[index] & pair != pair:
                left[kept], names[kept] = left[index] & ~pair, names[index]
                kept += 1
        size = kept


@kernel
def best_pair(sets, size, cells, costs, overlaps):
    """The two of `cells` that serve the most sets and take few single cells from short ones.

    `costs`, shape (64,), and `overlaps`, shape (size,), both int64, are overwritten.
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


@kernel
def cost_of(cells):
    """What it costs to take a single cell from a set."""
    free = count(cells)
    return 1 + 16 // (free * free)
