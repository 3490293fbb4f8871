"""Disjoint pairs of free cells, and which lines they cover: those that contain both of a pair."""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import kernel

NOTHING = -1
"""The partner of a cell in no pair, the slot of no candidate, the place of a covered line."""

DIRECTIONS = 4
"""The directions of lines: in each one a cell is on as many lines as a line has cells, at most."""

CANDIDATES = 16
"""A step tries to pair so many cells of a line with each other, neighbours in a longer line."""


class Family(NamedTuple):
    """The hypergraph of the lines to be covered."""

    lines: np.ndarray
    """Cells of each line, ascending, shape (lines, row length), int32."""
    through: np.ndarray
    """Numbers of the lines through each cell one after the other, shape (uses,), int32."""
    through_starts: np.ndarray
    """Where the lines through a cell start in `through`, shape (cells + 1,), int64."""
    needed: np.ndarray
    """The sides that must not complete a line, see `open_lines`; shape (lines,), uint8."""
    contents: np.ndarray
    """0 where a cell is free, shape (cells,), uint8."""
    most_shared: int
    """The most lines on which any two cells lie together."""


class Cover(NamedTuple):
    """Pairs, the lines that they cover, and scratch of the search."""

    partner: np.ndarray
    """The other cell of each cell's pair, or NOTHING, shape (cells,), int32."""
    pairs_within: np.ndarray
    """How many pairs lie within each line that needs one, shape (lines,), int32."""
    weights: np.ndarray
    """How hard each line has been to cover, shape (lines,), int32."""
    uncovered: np.ndarray
    """The uncovered lines in any order at the beginning, shape (lines,), int32."""
    places: np.ndarray
    """Where each line is among the uncovered, or NOTHING, shape (lines,), int32."""
    slots: np.ndarray
    """Scratch: the number of each candidate, or NOTHING, shape (cells,), int32."""
    worth: np.ndarray
    """Scratch: the worth of each pair of candidates, shape (CANDIDATES, CANDIDATES), int64."""


@kernel
def new_cover(partner, lines):
    """Return a cover of so many lines by the pairs of `partner`, which are not counted yet."""
    pairs_within, weights = np.zeros(lines, np.int32), np.zeros(lines, np.int32)
    uncovered, places = np.zeros(lines, np.int32), np.zeros(lines, np.int32)
    worth = np.zeros((CANDIDATES, CANDIDATES), np.int64)
    slots = np.zeros_like(partner)
    return Cover(partner, pairs_within, weights, uncovered, places, slots, worth)


@kernel
def contains(lines, line, cell):
    """Return whether a line has a cell."""
    low, high = 0, lines.shape[1]
    while low < high:
        middle = (low + high) // 2
        if lines[line, middle] < cell:
            low = middle + 1
        else:
            high = middle
    return low < lines.shape[1] and lines[line, low] == cell


@kernel
def count_uncovered(family, cover):
    """Count what the pairs in `cover.partner` cover; return the number of uncovered lines."""
    lines, slots = family.lines, cover.slots
    cover.weights[:] = 1
    cover.places[:] = NOTHING
    cover.pairs_within[:] = 0
    slots[:] = NOTHING
    count = 0
    for line in range(lines.shape[0]):
        if family.needed[line] == 0:
            continue
        for index in range(lines.shape[1]):
            cell = lines[line, index]
            partner = cover.partner[cell]
            if partner != NOTHING and slots[partner] == line:
                cover.pairs_within[line] += 1
            slots[cell] = line
        if cover.pairs_within[line] == 0:
            cover.places[line] = count
            cover.uncovered[count] = line
            count += 1
    slots[:] = NOTHING
    return count


@kernel
def change(family, cover, first, second, step, count):
    """Add (`step` = 1) or remove (-1) a pair; return the new number of uncovered lines."""
    for use in range(family.through_starts[first], family.through_starts[first + 1]):
        line = family.through[use]
        if family.needed[line] == 0 or not contains(family.lines, line, second):
            continue
        cover.pairs_within[line] += step
        if step > 0 and cover.pairs_within[line] == 1:
            count -= 1
            place, last = cover.places[line], cover.uncovered[count]
            cover.uncovered[place] = last
            cover.places[last] = place
            cover.places[line] = NOTHING
        elif step < 0 and cover.pairs_within[line] == 0:
            cover.places[line] = count
            cover.uncovered[count] = line
            count += 1
    cover.partner[first] = second if step > 0 else NOTHING
    cover.partner[second] = first if step > 0 else NOTHING
    return count


@kernel
def prune(family, cover):
    """Remove pairs as long as every covered line keeps one."""
    for first in range(family.contents.shape[0]):
        second = cover.partner[first]
        if second < first:
            continue
        alone = False
        for use in range(family.through_starts[first], family.through_starts[first + 1]):
            line = family.through[use]
            if cover.pairs_within[line] == 1 and contains(family.lines, line, second):
                alone = True
                break
        if not alone:
            change(family, cover, first, second, -1, 0)


@kernel
def hopeless(family, may_move):
    """Return whether no pairing exists, because no pairs lie within enough lines in all.

    A pair lies within no more lines than either of its cells shares with any other cell. The first
    move of the mover, if it `may_move`, serves those through its cell.
    """
    lines, contents = family.lines, family.contents
    shared = np.zeros(contents.shape[0], np.int32)
    needed = np.count_nonzero(family.needed)
    if may_move:
        needed -= DIRECTIONS * lines.shape[1]
    most = 0
    for cell in range(contents.shape[0]):
        if contents[cell] != 0:
            continue
        best = 0
        for use in range(family.through_starts[cell], family.through_starts[cell + 1]):
            line = family.through[use]
            if family.needed[line] == 0:
                continue
            for index in range(lines.shape[1]):
                other = lines[line, index]
                if other != cell and contents[other] == 0:
                    shared[other] += 1
                    best = max(best, shared[other])
        for use in range(family.through_starts[cell], family.through_starts[cell + 1]):
            for index in range(lines.shape[1]):
                shared[lines[family.through[use], index]] = 0
        most += best
        if most >= 2 * needed:
            return False
    return most < 2 * needed
