"""The Maker-Breaker game as a hypergraph, and what can be left out of it without loss.

The vertices are the empty cells, the hyperedges are winning sets: what Maker still lacks of each
line that Breaker has no stone on, as a bitboard. Maker wants all cells of some set, Breaker wants a
cell of every set; they take one cell in turn. Sets are passed as an array of words, shape (sets,).
Functions that drop sets overwrite the array and return how many are left at its beginning.
"""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.bits import count
from service.solver.lines.kernels.line_game import CELLS, WIDE_CELLS
from service.solver.lines.kernels.potential import line_potential
from service.solver.lines.kernels.wide_words import WIDE_WORD

MOST_SETS = 128
"""The most sets of a player in a game of words of 64 bits."""
UNIT = np.int64(1) << 20
"""A potential of 1 in the fixed-point numbers of this room."""


class Capacity(NamedTuple):
    """The largest games that a search has room for."""

    cells: int
    sets: int
    """Winning sets of either player."""
    word: np.dtype
    """The type of bitboards."""

    @property
    def plies(self) -> int:
        """Return the number of frames: one a ply, and some for look-ahead at leaves."""
        return self.cells + 2


NARROW = Capacity(CELLS, MOST_SETS, np.dtype(np.uint64))
WIDE = Capacity(WIDE_CELLS, 4 * WIDE_CELLS, WIDE_WORD)
"""It has room for all lines of any board: no more than four start at a cell."""


@bare_kernel
def open_sets(lines, maker, breaker, sets):
    """Fill `sets` with what Maker lacks of each line without a stone of Breaker; return how many.

    `lines`, shape (lines,), and the stones `maker` and `breaker` are words; lines of 0 are none.
    """
    size = 0
    for index in range(lines.shape[0]):
        line = lines[index]
        if line != 0 and line & breaker == 0:
            sets[size] = line & ~maker
            size += 1
    return size


@bare_kernel
def drop_supersets(sets, first):
    """Drop each set that contains another one of `sets[:first]`; return how many are left.

    Maker completes the smaller one no later, and what blocks it blocks both. Of equal sets one
    stays. An empty set, which Maker has completed, is the only one left.
    """
    size = sets.shape[0]
    for index in range(first):
        if sets[index] == 0:
            sets[0] = 0
            return 1
    for index in range(first):
        small = sets[index]
        if small == 0:
            continue
        for other in range(size):
            if other != index and small & ~sets[other] == 0:
                sets[other] = 0
    kept = 0
    for index in range(size):
        if sets[index] != 0:
            sets[kept] = sets[index]
            kept += 1
    return kept


@bare_kernel
def drop_private_pairs(sets):
    """Drop each set with two cells of no other set: when Maker takes one, Breaker takes the other.

    This repeats, since dropping a set makes cells private to others. Returns how many sets are
    left, and the cells of the pairs as one word.
    """
    size, pairs = sets.shape[0], np.uint64(0)
    while True:
        once = twice = np.uint64(0)
        for index in range(size):
            twice |= once & sets[index]
            once |= sets[index]
        private = once & ~twice
        kept = 0
        for index in range(size):
            alone = sets[index] & private
            rest = alone & (alone - np.uint64(1))
            if rest == 0:
                sets[kept] = sets[index]
                kept += 1
            else:
                pairs |= alone & ~rest | rest & ~(rest - np.uint64(1))
        if kept == size:
            return size, pairs
        size = kept


@bare_kernel
def union(sets):
    """Return the cells of all sets as one word."""
    cells = np.uint64(0)
    for index in range(sets.shape[0]):
        cells |= sets[index]
    return cells


@bare_kernel
def potential(sets):
    """Return the potential of all sets in UNITs; see `lines.kernels.potential`."""
    total = np.int64(0)
    for index in range(sets.shape[0]):
        total += line_potential(count(sets[index]), UNIT)
    return total
