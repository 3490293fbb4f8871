"""Proof and disproof numbers: how they begin, are kept, and are taken together.

On those of open positions nothing relies but the order of the search.
"""

from __future__ import annotations

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.memory.kernels import table as tt
from service.solver.proof_number.kernels.hypergraph import UNIT
from service.solver.proof_number.kernels.positional_game import ATTACKER_WINS

INFINITE = np.int64(1) << 30
"""A number of decided positions: no search makes it less."""
LARGEST = INFINITE - 1
"""The most that a number of an open position grows to, so that every limit of `INFINITE` is above
it: the search goes on, however hard the question looks."""


@bare_kernel
def decided(result):
    """Proof and disproof number of a decided position."""
    if result == ATTACKER_WINS:
        return np.int64(0), INFINITE
    return INFINITE, np.int64(0)


@bare_kernel
def first_numbers(residual, weak):
    """Of a new position, by what the defender lacks, see `leaf_proofs`.

    Little is easy for her, much for the attacker: squared, measured on 7x4, 4. In the strong game
    her own sets help her: measured on 8x4, 9x4 and 10x4, 4.
    """
    square = residual * residual // UNIT
    effort = 8 if weak else 4
    proof, disproof = 1 + 4 * UNIT // (square + 1), 1 + effort * square // UNIT
    return min(proof, LARGEST), min(disproof, LARGEST)


@bare_kernel
def probe_numbers(numbers, first, second, key):
    """Proof and disproof number of an open position, -1 where unknown.

    `numbers` has shape (entries, 2), uint64, a power of two of entries.
    """
    tag = tt.mix(first, second, key)
    entry = numbers[np.int64(tag & np.uint64(numbers.shape[0] - 1))]
    proof, disproof = (
        np.int64(entry[1] >> np.uint64(32)),
        np.int64(entry[1] & np.uint64(0xFFFFFFFF)),
    )
    # Another thread may be writing: a number of 0 would be taken for a proof.
    if entry[0] != tag or proof == 0 or disproof == 0:
        return np.int64(-1), np.int64(-1)
    return min(proof, LARGEST), min(disproof, LARGEST)


@bare_kernel
def store_numbers(numbers, first, second, key, proof, disproof):
    """Keep the numbers of an open position."""
    tag = tt.mix(first, second, key)
    entry = numbers[np.int64(tag & np.uint64(numbers.shape[0] - 1))]
    entry[1] = np.uint64(proof) << np.uint64(32) | np.uint64(disproof)
    entry[0] = tag


@bare_kernel
def take_together(best, others, moves):
    """Of one frame: the least of `best`, the second least, its slot, and all of `others` as one.

    As one they are the most of them and 1 for each of the rest, `LARGEST` at most unless the frame
    is decided. Their sum would count what several moves lead to once for each (weak proof-number
    search, after Ueda, Hashimoto, Hashimoto and Iida, "Weak proof-number search", 2008).
    """
    least = second = INFINITE
    slot = 0
    most = np.int64(0)
    for index in range(moves):
        if best[index] < least:
            least, second, slot = best[index], least, index
        elif best[index] < second:
            second = best[index]
        most = max(most, others[index])
    if least == 0:
        return least, second, slot, INFINITE
    return least, second, slot, min(most + max(moves - 1, 0), LARGEST)


@bare_kernel
def limit_of_most(limit, moves):
    """What the most of the moves' numbers may come to, see `take_together`."""
    return limit if limit == INFINITE else limit - (moves - 1)
