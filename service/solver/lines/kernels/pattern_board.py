"""A board that knows at every moment what a stone of either player would make on each empty cell.

The *content* of a line around a cell is a number, which a stone on the line changes by a constant;
a table gives its *class*, what a stone there makes (see `lines.patterns`). Rows too long for a
table have their classes counted out. The classes of the four lines through a cell are its *code*,
and, whatever their order, its *form*. That makes its *kind*: whether a stone there wins, threatens,
or does both at once. A board with a *network* keeps what a small net sees, too: every empty cell
counts something in each of several *lanes*, by what a stone of either player would make there; the
first half of them as player 0 sees the cell, the others as player 1 does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel

# Classes. A stone makes no row possible; one that lacks many stones; one that lacks four, three or
# two, in so many ways, closed or open; one that lacks one, on one cell or on several; a row. It is
# open if with one stone less to go there can be two cells to complete it on.
MOST_LACKING, GRADES = 4, 4
DEAD, FAR = 0, 1
ROW = FAR + 1 + (MOST_LACKING - 1) * 2 * GRADES
OPEN, COMPLETES = ROW + 1, ROW + 2
CLASSES = COMPLETES + 1
OPEN_TWO, CLOSED_TWO = ROW - GRADES, ROW - 2 * GRADES
"""The first classes of open and of closed rows that lack two stones."""

# Kinds: nothing; one or several open rows that lack two stones; a row that lacks one, alone or with
# an open one that lacks two; one that cannot be stopped from being completed; a completed row.
NOTHING, THREE, THREES, FOUR, FOUR_THREE, WINNING, FIVE = range(7)
KINDS = 7

CLASS_BITS = 5
"""Of a code, for the class of each line."""
CLASS_MASK = (1 << CLASS_BITS) - 1

OWN, RIVAL = range(2)
"""Columns of promises: before any search, of an own stone and of an opponent's."""
MOST_FELT = 1 << 6
"""What a cell counts in a lane, at most; it is at least 0."""
MOST_PART = 1 << 14
"""More than a form adds to any lane: the sum of two takes 16 bits."""
FAR_FORMS = 5
"""The first forms: all lines are dead or far."""


class Network(NamedTuple):
    """What is learnt of cells; where nothing is, tables are of no form."""

    promises: np.ndarray
    """`OWN` and `RIVAL` of each form, shape (forms, 2), int16; 0 of a dead cell, the first form."""
    parts: np.ndarray
    """What the form that player 0 sees adds to each lane, before it is limited, shape
    (forms, LANES), int16; of player 1 the halves change places."""
    hidden: np.ndarray
    """What each lane counts in each unit as either player moves, shape (2, LANES, units), float32;
    units, a multiple of LANES, say from 0 to 1."""
    offsets: np.ndarray
    """Of the units, shape (units,), float32."""
    outputs: np.ndarray
    """What each unit counts, shape (units,), float32."""


class PatternBoard(NamedTuple):
    """Stones, and what further ones would make."""

    owner: np.ndarray
    """Player 0 or 1, or NOBODY, of each cell, shape (cells,), int8."""
    hashes: np.ndarray
    """A random word for a stone of either player on each cell, shape (2, cells), uint64."""
    key: np.ndarray
    """Changes by the words of all stones placed or taken back, shape (1,), uint64."""
    steps: np.ndarray
    """From a cell to the next on each of four lines, shape (4,), int64."""
    reach: np.ndarray
    """Cells before and after each on each line, as far as rows reach, (cells, 4, 2), int64."""
    powers: np.ndarray
    """What each other cell counts in a content, shape (2, row length), int64: before and after the
    cell, by distance."""
    contents: np.ndarray
    """The lines through each empty cell as either player sees them, shape (cells, 4, 2), int32."""
    classes: np.ndarray
    """Of each content, uint8; none where rows are too long."""
    form_of: np.ndarray
    """The form of each code, shape (1 << 4 * CLASS_BITS,), uint16."""
    kind_of: np.ndarray
    """The kind of each form, shape (forms,), int8."""
    codes: np.ndarray
    """The classes of the lines through each empty cell, shape (2, cells), int32."""
    kinds: np.ndarray
    """The kind of each empty cell, shape (2, cells), int8; NOTHING of others."""
    census: np.ndarray
    """How many cells are of each kind, shape (2, KINDS), int64."""
    network: Network
    """What is learnt of the rules."""
    central: np.ndarray
    """What a stone is worth for being near the middle, shape (cells,), int64."""
    centrality: np.ndarray
    """`central` of player 0's stones, less that of player 1's, shape (1,), int64."""
    forms: np.ndarray
    """The form of each empty cell, shape (2, cells), uint16; 0 of others."""
    felt: np.ndarray
    """What each empty cell counts in each lane, shape (cells, LANES), int8."""
    sums: np.ndarray
    """All of that, in several parts, shape (WAYS, LANES), int32."""
    said: np.ndarray
    """Room for what units say, shape (units,), float32."""
    trail: np.ndarray
    """What cells were before stones changed them, shape (entries, COLUMNS), int32; see `trail`."""
    trail_felt: np.ndarray
    """What they counted in each lane, shape (entries, LANES), int8."""
    top: np.ndarray
    """How many entries the trail has, shape (1,), int64."""


@bare_kernel
def count_from(board, player, kind):
    """How many cells there are where a stone makes this, or better."""
    count = np.int64(0)
    for each in range(kind, KINDS):
        count += board.census[player, each]
    return count


@bare_kernel
def first_of_kind(board, player, kind, start=0):
    """The first cell, from `start` on, where a stone makes just this; -1 if there is none."""
    for cell in range(start, board.owner.shape[0]):
        if board.kinds[player, cell] == kind:
            return cell
    return -1


@bare_kernel
def completing_cells(board, player):
    """Two different cells (or -1) on which the player completes a row."""
    count = board.census[player, FIVE]
    first = first_of_kind(board, player, FIVE) if count > 0 else -1
    return first, first_of_kind(board, player, FIVE, first + 1) if count > 1 else -1
