"""Pairings: disjoint pairs of cells such that every set contains a pair.

With one, Breaker holds, whoever moves: to each cell of a pair he answers with the other (Hales
and Jewett, "Regularity and positional games", 1963). A pair may serve several sets.
"""

from __future__ import annotations

import numpy as np

from service.solver.kernels.bits import count
from service.solver.kernels.jit import kernel


@kernel
def lowest_bit(word):
    """The word with only its lowest set bit."""
    return word & (~word + np.uint64(1))


@kernel
def find_pairing(sets, size, scratch, pairs):
    """Fill `pairs` (bitboards of two cells) with a pairing; return their number, -1 if none found.

    Greedy: the set with the fewest free cells is served first, by the pair that serves most sets
    and spoils few. Not to find a pairing proves nothing. `scratch` is as long as `sets`.
    """
    scratch[:size] = sets[:size]
    found = 0
    while size > 0:
        tightest, fewest = 0, 65
        for index in range(size):
            free = count(scratch[index])
            if free < fewest:
                tightest, fewest = index, free
        if fewest < 2:
            return -1
        pair = best_pair(scratch, size, scratch[tightest])
        pairs[found] = pair
        found += 1
        kept = 0
        for index in range(size):
            if scratch[index] & pair != pair:
                scratch[kept] = scratch[index] & ~pair
                kept += 1
        size = kept
    return found


@kernel
def best_pair(sets, size, cells):
    """The two of `cells` that serve the most sets and take few single cells from short ones."""
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
            worth = np.int64(0)
            for index in range(size):
                shared = sets[index] & pair
                if shared == pair:
                    worth += 16
                elif shared != 0:
                    free = count(sets[index])
                    worth -= 1 + 16 // (free * free)
            if worth > most:
                best, most = pair, worth
    return best
