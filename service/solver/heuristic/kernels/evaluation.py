"""A board that knows at every moment what a stone of either player would make on each empty cell.

The *content* of a line around a cell is a number, which a stone on the line changes by a constant;
a table gives its *class*, what a stone there makes (see `lines.patterns`). The classes of the
four lines through a cell make its *kind*: whether a stone there wins, threatens, or does both at
once. The evaluation is a weighted count of classes and kinds, with other weights for the side to
move than for the side that waits: a logit, in thousandths, of the chance that the side to move
wins.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.lines.kernels.jit import kernel
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import (
    FIVE,
    FOUR,
    FOUR_THREE,
    NOTHING,
    THREE,
    THREES,
    WINNING,
)

MOVER, WAITING = range(2)
"""Rows of the weights."""
MOST = 1 << 17
"""No evaluation is more."""

PROMISE_BITS = 32
"""Of a sum of promises and counts: the lowest ones are promise."""
COUNT_BITS = 4
"""For the count of open rows that lack two, then of rows that lack one, open ones, whole ones."""


class Position(NamedTuple):
    """A board and what stones would make on it; player 0 is X."""

    owner: np.ndarray
    """Player 0 or 1, or NOBODY, of each cell, shape (cells,), int8."""
    hashes: np.ndarray
    """A random word for a stone of either player on each cell, shape (2, cells), uint64."""
    key: np.ndarray
    """The word of the game and those of all stones, shape (1,), uint64."""
    steps: np.ndarray
    """From a cell to the next on each of four lines, shape (4,), int64."""
    reach: np.ndarray
    """Cells before and after each on each line, as far as rows reach, (cells, 4, 2), int64."""
    powers: np.ndarray
    """What each other cell counts in a content, shape (2, row length), int64: before and after the
    cell, by distance."""
    contents: np.ndarray
    """The lines through each cell as either player sees them, shape (cells, 4, 2), int32."""
    classes: np.ndarray
    """See `lines.patterns`."""
    gains: np.ndarray
    """The promise and the counts of each class, shape (CLASSES,), int64."""
    weights: np.ndarray
    """Worth of each class by role, shape (CLASSES, 2), int64."""
    kind_weights: np.ndarray
    """Worth of each kind, shape (KINDS, 2), int64."""
    central: np.ndarray
    """What a stone is worth for being near the middle, shape (cells,), int64: it decides between
    moves of which nothing else is to be said."""
    sums: np.ndarray
    """The sum of the gains of each empty cell, shape (2, cells), int64; of others, nothing."""
    kinds: np.ndarray
    """The kind of each empty cell, shape (2, cells), int8; NOTHING of others."""
    worth: np.ndarray
    """The sum of the weights of all empty cells, and of `central` of the player's stones, shape
    (2, 2), int64: by player and role."""
    census: np.ndarray
    """How many empty cells are of each kind, shape (2, KINDS), int64."""


@kernel
def kind_of(gains):
    """The kind of a cell by the sum of its gains."""
    counts = gains >> PROMISE_BITS
    if counts == 0:
        return NOTHING
    if counts >> 3 * COUNT_BITS:
        return FIVE
    threes, fours = counts & 15, counts >> COUNT_BITS & 15
    if fours > 1 or counts >> 2 * COUNT_BITS:
        return WINNING
    if fours:
        return FOUR_THREE if threes else FOUR
    return THREES if threes > 1 else THREE


@kernel
def become(position, player, cell, kind):
    """Note the kind of a cell."""
    before = position.kinds[player, cell]
    if kind != before:
        position.kinds[player, cell] = kind
        position.census[player, before] -= 1
        position.census[player, kind] += 1
        for role in range(2):
            position.worth[player, role] += (
                position.kind_weights[kind, role] - position.kind_weights[before, role]
            )


@kernel
def enter(position, cell):
    """Take in the lines through a cell that is empty now."""
    for player in range(2):
        total = np.int64(0)
        for line in range(4):
            found = position.classes[position.contents[cell, line, player]]
            total += position.gains[found]
            for role in range(2):
                position.worth[player, role] += position.weights[found, role]
        position.sums[player, cell] = total
        become(position, player, cell, kind_of(total))


@kernel
def leave(position, cell):
    """Take out the lines through a cell that is empty no longer."""
    for player in range(2):
        for line in range(4):
            found = position.classes[position.contents[cell, line, player]]
            for role in range(2):
                position.worth[player, role] -= position.weights[found, role]
        position.sums[player, cell] = 0
        become(position, player, cell, NOTHING)


@kernel
def see(position, cell, line, player, change):
    """Change the content of a line through a cell."""
    before = position.contents[cell, line, player]
    after = before + change
    position.contents[cell, line, player] = after
    if position.owner[cell] == NOBODY:
        old, new = position.classes[before], position.classes[after]
        if old != new:
            total = position.sums[player, cell] + position.gains[new] - position.gains[old]
            position.sums[player, cell] = total
            for role in range(2):
                position.worth[player, role] += (
                    position.weights[new, role] - position.weights[old, role]
                )
            become(position, player, cell, kind_of(total))


@kernel
def put(position, cell, player, stones):
    """Place (`stones` = 1) or take back (-1) a stone."""
    if stones > 0:
        leave(position, cell)
        position.owner[cell] = player
    position.key[0] ^= position.hashes[player, cell]
    for role in range(2):
        position.worth[player, role] += stones * position.central[cell]
    for line in range(4):
        for side in range(2):
            step = position.steps[line] if side else -position.steps[line]
            other = cell
            for distance in range(1, position.reach[cell, line, side] + 1):
                other += step
                # It lies on the other side of that cell.
                change = stones * position.powers[1 - side, distance]
                see(position, other, line, player, change)
                see(position, other, line, 1 - player, 2 * change)
    if stones < 0:
        position.owner[cell] = NOBODY
        enter(position, cell)


@kernel
def fill(position, stones, mover):
    """Put the stones on a board whose contents are those of its edges.

    `stones`, shape (cells,), is 0 where a cell is empty, 1 for the mover's, 2 for the other's.
    """
    cells = position.owner.shape[0]
    position.census[:, NOTHING] = cells
    for cell in range(cells):
        enter(position, cell)
    for cell in range(cells):
        if stones[cell] > 0:
            put(position, cell, mover ^ (stones[cell] - 1), 1)


@kernel
def promise(position, mover, cell):
    """How promising a move looks before any search."""
    own, rival = position.sums[mover, cell], position.sums[1 - mover, cell]
    mask = (np.int64(1) << PROMISE_BITS) - 1
    found = 5 * (own & mask) + 4 * (rival & mask)
    kind, other = position.kinds[mover, cell], position.kinds[1 - mover, cell]
    if kind > FOUR:
        found += 1 << 15
    elif kind == THREES:
        found += 1 << 12
    if other > FOUR:
        found += 1 << 14
    elif other == THREES:
        found += 1 << 11
    return found


@kernel
def evaluate(position, mover):
    """The evaluation for the side to move, in thousandths of a logit, at most `MOST`."""
    value = position.worth[mover, MOVER] - position.worth[1 - mover, WAITING]
    return min(max(value, -MOST), MOST)


@kernel
def evaluate_options(position, mover, cells, values):
    """Fill `values`, int64, with the evaluation after each option, for the side that moves there.

    `cells` and `values` have shape (options,). What looks promising before counts as well.
    """
    for option in range(cells.shape[0]):
        first = promise(position, mover, cells[option])
        put(position, cells[option], mover, 1)
        values[option] = first - evaluate(position, 1 - mover)
        put(position, cells[option], mover, -1)
