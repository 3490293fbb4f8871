"""The Maker-Breaker game as a list of sets, and what can be left out of it without loss.

Maker wants all cells of some set, Breaker wants a cell of every set; both take one cell in turn.
A set is what Maker still lacks of a line that Breaker has no stone on, as a bitboard; nobody has
completed a line, so no set is empty. All functions work in place on the first `size` entries of an
array and return the new size.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.bits import count
from service.solver.lines.kernels.line_game import CELLS, WIDE_CELLS
from service.solver.lines.kernels.potential import line_potential
from service.solver.lines.kernels.wide_words import WIDE_WORD

MOST_SETS = 128
"""Sets that a game of words of 64 bits may have."""
UNIT = np.int64(1) << 20
"""A potential of 1."""


class Capacity(NamedTuple):
    """How large the games are that a search has room for."""

    cells: int
    sets: int
    """Of either player."""
    word: np.dtype
    """Of bitboards."""

    @property
    def plies(self) -> int:
        """Positions along a line of play, and some to spare."""
        return self.cells + 2


NARROW = Capacity(CELLS, MOST_SETS, np.dtype(np.uint64))
WIDE = Capacity(WIDE_CELLS, 4 * WIDE_CELLS, WIDE_WORD)
"""As many sets as any board has lines: no more than four start at a cell."""


@bare_kernel
def open_sets(lines, maker, breaker, sets):
    """Fill `sets` with what Maker lacks of each line that Breaker has no stone on."""
    size = 0
    for index in range(lines.shape[0]):
        line = lines[index]
        if line != 0 and line & breaker == 0:
            sets[size] = line & ~maker
            size += 1
    return size


@bare_kernel
def drop_containing(sets, size, first):
    """Leave out each set that contains another of `sets[:first]`: Maker completes that one first.

    Of equal sets one stays. With `first` equal to `size` the sets left are minimal. An empty set,
    which all contain, is the only one left: Maker has completed it.
    """
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
def drop_private(sets, size):
    """Leave out each set with two cells of no other set: when Maker takes one, Breaker the other.

    Repeats, since cells of what is left out become private to others. Returns the pairs, too, as
    one bitboard.
    """
    pairs = np.uint64(0)
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
def union(sets, size):
    """All cells that matter."""
    cells = np.uint64(0)
    for index in range(size):
        cells |= sets[index]
    return cells


@bare_kernel
def potential(sets, size, unit):
    """The potential of all sets in units of `unit`; see `lines.kernels.potential`."""
    total = np.int64(0)
    for index in range(size):
        total += line_potential(count(sets[index]), unit)
    return total
