"""Pairing strategies at the leaves: disjoint pairs of cells such that every set contains a pair.

With a pairing Breaker holds, whoever moves: Breaker answers each cell of a pair with the other one
(Hales and Jewett, "Regularity and positional games", 1963). A pair may serve several sets.

Pairs need not serve all sets: it is enough that another strategy holds the rest of the game, on the
cells outside of the pairs, since Breaker answers each move in its own part. Here that is the
potential of Erdős and Selfridge, see `lines.kernels.potential`.

Pairs are found by local search: each step serves a set by the pair of its cells that leaves the
least potential, even if that breaks other pairs. A set that stays unserved grows in weight, so
that the search does not go round in circles (P. Morris, "The breakout method for escaping from
local minima", 1993).
"""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.bits import count, lowest, nothing
from service.solver.lines.kernels.potential import line_potential
from service.solver.proof_number.kernels import hypergraph
from service.solver.proof_number.kernels.hypergraph import MOST_SETS, NARROW, UNIT, Capacity
from service.solver.proof_number.kernels.zones import UNKNOWN

MOST_POTENTIAL = 3 * UNIT
"""Above this potential pairs are found too rarely to be looked for."""
PATIENCE = 30
"""After so many steps without progress the search gives up: measured on 8x7, 9x6 and 8x8, 5."""


class PairFinder(NamedTuple):
    """Pairs and scratch of the local search; words are those of its `Capacity`."""

    partners: np.ndarray
    """The pair of each cell, a bitboard of both; 0 where there is none; shape (cells,), words."""
    within: np.ndarray
    """The number of pairs within each set, shape (sets,), int64."""
    weights: np.ndarray
    """How hard each set has been to serve, shape (sets,), int64."""
    left: np.ndarray
    """The sets not served, without the cells of the pairs, shape (sets,), words."""


def new_finder(capacity: Capacity = NARROW) -> PairFinder:
    """Return a finder without pairs for games of this capacity."""
    return PairFinder(
        partners=np.zeros(capacity.cells, capacity.word),
        within=np.zeros(capacity.sets, np.int64),
        weights=np.zeros(capacity.sets, np.int64),
        left=np.zeros(capacity.sets, capacity.word),
    )


@bare_kernel
def lowest_bit(word):
    """Return a word with only the lowest set bit of another one."""
    return word & (~word + np.uint64(1))


@bare_kernel
def holding_zone(sets, limit, steps, finder):
    """Return a zone (see `zones`) in which Breaker holds, and the least potential that was met.

    Breaker holds where the sets without a pair have a potential below `limit`: half a UNIT if Maker
    moves, one if Breaker does. Where no pairs are found in so many `steps`, the zone is UNKNOWN,
    and the potential tells how far off a proof is. It begins with the pairs of the last search.
    """
    least = hypergraph.potential(sets)
    if least < limit:
        return hypergraph.union(sets), least
    if least > MOST_POTENTIAL:
        return UNKNOWN, least
    paired, left, reached = find_pairs(sets, limit, steps, finder)
    if paired == UNKNOWN:
        return UNKNOWN, min(least, reached)
    return paired | hypergraph.union(finder.left[:left]), reached


@bare_kernel
def find_pairs(sets, limit, steps, finder):
    """Find pairs such that the potential of the sets without one is below `limit`.

    Returns the cells of the pairs, which are in `finder.partners`, or UNKNOWN, the number of sets
    without a pair, which are in `finder.left`, and the least potential that was met.
    """
    paired = reuse_pairs(sets, finder)
    least, progress = np.int64(MOST_SETS * UNIT), 0
    for step in range(steps + 1):
        potential, worst = unserved(sets, paired, finder)
        if potential < least:
            least, progress = potential, step
        if potential < limit:
            return paired, write_unserved(sets, paired, finder), least
        if worst < 0 or step - progress > PATIENCE:
            break
        finder.weights[worst] += 1
        paired = add_pair(sets, best_pair(sets, sets[worst], paired, finder), paired, finder)
    return UNKNOWN, 0, least


@bare_kernel
def forget(finder):
    """Let the next search begin without pairs."""
    for cell in range(finder.partners.shape[0]):
        finder.partners[cell] = 0


@bare_kernel
def reuse_pairs(sets, finder):
    """Take over the pairs of the last search that are within some set; return their cells.

    The others, which no set contains, change nothing until one of their cells gets a new pair.
    """
    paired = nothing(finder.partners[0])
    for index in range(sets.shape[0]):
        finder.within[index] = 0
        finder.weights[index] = 1
        left = sets[index]
        while left != 0:
            first = lowest_bit(left)
            left ^= first
            pair = finder.partners[lowest(first)]
            if pair & ~first & left != 0:
                finder.within[index] += 1
                paired |= pair
    return paired


@bare_kernel
def unserved(sets, paired, finder):
    """Return the potential of the sets without a pair, on the cells in no pair, and the worst set.

    That is the one of most weighted potential, -1 if none of them has room for a pair.
    """
    total, most, worst = np.int64(0), np.int64(0), -1
    for index in range(sets.shape[0]):
        if finder.within[index] == 0:
            potential = line_potential(count(sets[index] & ~paired), UNIT)
            total += potential
            weight = potential * finder.weights[index]
            if weight > most and count(sets[index]) > 1:
                most, worst = weight, index
    return total, worst


@bare_kernel
def best_pair(sets, cells, paired, finder):
    """Return the two of `cells` that leave the least weighted potential."""
    best, least = nothing(cells), np.int64(1) << 62
    first_left = cells
    while first_left != 0:
        first = lowest_bit(first_left)
        first_left ^= first
        broken = finder.partners[lowest(first)]
        second_left = first_left
        while second_left != 0:
            second = lowest_bit(second_left)
            second_left ^= second
            other = finder.partners[lowest(second)]
            pair = first | second
            after = ~(paired & ~(broken | other) | pair)
            potential = np.int64(0)
            for index in range(sets.shape[0]):
                each = sets[index]
                pairs = finder.within[index]
                pairs -= broken != 0 and each & broken == broken
                pairs -= other != 0 and other != broken and each & other == other
                if pairs == 0 and each & pair != pair:
                    potential += line_potential(count(each & after), UNIT) * finder.weights[index]
            if potential < least:
                best, least = pair, potential
    return best


@bare_kernel
def add_pair(sets, pair, paired, finder):
    """Add a pair, and remove those that share a cell with it; return the cells of all pairs."""
    second = pair & (pair - np.uint64(1))
    for cell in (lowest(pair), lowest(second)):
        broken = finder.partners[cell]
        if broken != 0:
            paired = change_pair(sets, broken, -1, paired, finder)
    return change_pair(sets, pair, 1, paired, finder)


@bare_kernel
def change_pair(sets, pair, step, paired, finder):
    """Add (`step` = 1) or remove (-1) a pair; return the cells of all pairs."""
    for index in range(sets.shape[0]):
        if sets[index] & pair == pair:
            finder.within[index] += step
    kept = pair if step > 0 else nothing(pair)
    finder.partners[lowest(pair)] = finder.partners[lowest(pair & (pair - np.uint64(1)))] = kept
    return paired & ~pair | kept


@bare_kernel
def write_unserved(sets, paired, finder):
    """Write the sets without a pair, on the cells in no pair, to `left`; return their number."""
    kept = 0
    for index in range(sets.shape[0]):
        if finder.within[index] == 0:
            finder.left[kept] = sets[index] & ~paired
            kept += 1
    return kept
