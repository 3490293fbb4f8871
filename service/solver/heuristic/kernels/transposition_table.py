"""The transposition table of the heuristic search, which threads share without locks.

An entry is a key and 64 bits of packed data; the key is stored XOR the data, so that an entry torn
between two writers does not match its key (Hyatt and Mann, "A lock-less transposition table
implementation", 2002). From the lowest bit on, the data holds: the move plus 1, the depth, the
bound, and above them the score plus `MATE`.
"""

import numpy as np

from service.solver.compiling.kernels.jit import at, bare_kernel, inlined_kernel
from service.solver.heuristic.kernels.state import PLIES
from service.solver.lines.kernels.scores import CELL, CELL_BITS
from service.solver.memory.kernels.prefetch import prefetch

MATE = 1 << 18
"""`MATE - plies` is the score of a win so many plies after the root."""
SURE = MATE - (1 << 10)
"""The least score of a win that the search has seen; all evaluations are less."""

UPPER, LOWER, EXACT = range(1, 4)
"""What a score in the table is: an upper bound, a lower bound, or exact."""

DEPTH_BITS, BOUND_BITS = PLIES.bit_length(), EXACT.bit_length()
"""The bits of a depth, which is less than `PLIES`, and of a bound."""
DEPTH_AT, BOUND_AT = CELL_BITS, CELL_BITS + DEPTH_BITS
SCORE_AT = BOUND_AT + BOUND_BITS
"""Where depth, bound and score begin in the data."""
DEPTH, BOUND = (1 << DEPTH_BITS) - 1, (1 << BOUND_BITS) - 1
"""The bits of a depth and of a bound, moved to the lowest place."""


@inlined_kernel
def prefetch_entry(table, key):
    """Load the entry of a position into the processor's cache before it is probed.

    `table` has shape (entries, 2), uint64; the number of entries is a power of two.
    """
    prefetch(table, key & np.uint64(table.shape[0] - 1))


@bare_kernel
def probe(table, key):
    """Return the packed data of a position as int64, or 0 if the table does not know it."""
    entry = table[at(key & np.uint64(table.shape[0] - 1))]
    data = entry[1]
    return np.int64(data) if entry[0] ^ data == key else np.int64(0)


@bare_kernel
def store(table, key, score, ply, bound, depth, move):
    """Store the result of a node; the score of a win is counted from that node on."""
    if score >= SURE:
        score += ply
    elif score <= -SURE:
        score -= ply
    data = np.uint64(
        (score + MATE) << SCORE_AT | bound << BOUND_AT | depth << DEPTH_AT | (move + 1)
    )
    entry = table[np.int64(key & np.uint64(table.shape[0] - 1))]
    entry[0] = key ^ data
    entry[1] = data


@inlined_kernel
def move_in(data):
    """Return the move in packed data, or -1 if there is none."""
    return (data & CELL) - 1


@inlined_kernel
def depth_in(data):
    """Return the depth in packed data, in plies."""
    return data >> DEPTH_AT & DEPTH


@inlined_kernel
def bound_in(data):
    """Return the bound in packed data: `UPPER`, `LOWER`, `EXACT`, or 0 in data of no position."""
    return data >> BOUND_AT & BOUND


@bare_kernel
def score_in(data, ply):
    """Return the score in packed data; the score of a win is counted from the root."""
    score = (data >> SCORE_AT) - MATE
    if score >= SURE:
        return score - ply
    if score <= -SURE:
        return score + ply
    return score


@bare_kernel
def known_move(table, key):
    """Return the move that the table knows of a position, or -1 if it knows none."""
    return move_in(probe(table, key))
