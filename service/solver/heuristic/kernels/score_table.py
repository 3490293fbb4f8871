"""What a search for what looks best remembers of positions.

Threads share the table without locks; an entry torn between two writers does not fit its key
(Hyatt and Mann, "A lock-less transposition table implementation", 2002).
"""

from __future__ import annotations

import numpy as np

from service.solver.compiling.kernels.jit import at, bare_kernel, inlined_kernel
from service.solver.memory.kernels.prefetch import prefetch

MATE = 1 << 18
SURE = MATE - (1 << 10)
"""Scores from here on are wins that the search has seen."""

# Bounds.
UPPER, LOWER, EXACT = range(1, 4)


@inlined_kernel
def announce(table, key):
    """Tell that a position will be asked for; `table` has shape (entries, 2), a power of two."""
    prefetch(table, key & np.uint64(table.shape[0] - 1))


@bare_kernel
def probe(table, key):
    """The packed data of a position, or 0."""
    entry = table[at(key & np.uint64(table.shape[0] - 1))]
    data = entry[1]
    return np.int64(data) if entry[0] ^ data == key else np.int64(0)


@bare_kernel
def store(table, key, score, ply, bound, depth, move):
    """Keep the score of a position; a win in it is counted from there."""
    if score >= SURE:
        score += ply
    elif score <= -SURE:
        score -= ply
    data = np.uint64((score + MATE) << 24 | bound << 22 | depth << 13 | (move + 1))
    entry = table[np.int64(key & np.uint64(table.shape[0] - 1))]
    entry[0] = key ^ data
    entry[1] = data


@bare_kernel
def score_in(data, ply):
    """The score in packed data, a win counted from the root."""
    score = (data >> 24) - MATE
    if score >= SURE:
        return score - ply
    if score <= -SURE:
        return score + ply
    return score
