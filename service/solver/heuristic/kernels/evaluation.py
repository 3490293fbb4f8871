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

from service.solver.lines.kernels.jit import bare_kernel
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import CLASS_BITS, NOTHING

MOVER, WAITING = range(2)
"""The roles: the side to move, and the other."""
MOST = 1 << 17
"""No evaluation is more."""

PROMISE, KIND = 2, 3
"""Columns of the shapes, after those of the roles."""


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
    shapes: np.ndarray
    """What a stone makes on four lines together, shape (1 << 4 * CLASS_BITS, 4), int16: the columns
    are MOVER, WAITING, PROMISE and KIND, the rows codes."""
    central: np.ndarray
    """What a stone is worth for being near the middle, shape (cells,), int64: it decides between
    moves of which nothing else is to be said."""
    codes: np.ndarray
    """The classes of the four lines through each empty cell in one number, shape (2, cells), int32;
    of others, what it was when the stone came."""
    promises: np.ndarray
    """The promise of each empty cell, shape (2, cells), int32; nothing of others."""
    kinds: np.ndarray
    """The kind of each empty cell, shape (2, cells), int8; NOTHING of others."""
    worth: np.ndarray
    """The sum of the weights of all empty cells, and of `central` of the player's stones, shape
    (2, 2), int64: by player and role."""
    census: np.ndarray
    """How many empty cells are of each kind, shape (2, KINDS), int64."""


@bare_kernel
def become(position, player, cell, code):
    """Note what a stone makes on an empty cell."""
    shape = position.shapes[code]
    position.promises[player, cell] = shape[PROMISE]
    kind, before = shape[KIND], position.kinds[player, cell]
    if kind != before:
        position.kinds[player, cell] = kind
        position.census[player, before] -= 1
        position.census[player, kind] += 1


@bare_kernel
def enter(position, cell):
    """Take in a cell that is empty now."""
    for player in range(2):
        code = position.codes[player, cell]
        for role in range(2):
            position.worth[player, role] += position.shapes[code, role]
        become(position, player, cell, code)


@bare_kernel
def leave(position, cell):
    """Take out a cell that is empty no longer."""
    for player in range(2):
        code = position.codes[player, cell]
        for role in range(2):
            position.worth[player, role] -= position.shapes[code, role]
        become(position, player, cell, 0)


@bare_kernel
def see(position, cell, line, player, change):
    """Change the content of a line through an empty cell."""
    before = position.contents[cell, line, player]
    after = before + change
    position.contents[cell, line, player] = after
    old, new = np.int64(position.classes[before]), np.int64(position.classes[after])
    if old != new:
        code = np.int64(position.codes[player, cell])
        changed = code + ((new - old) << CLASS_BITS * line)
        position.codes[player, cell] = changed
        for role in range(2):
            position.worth[player, role] += np.int64(position.shapes[changed, role]) - np.int64(
                position.shapes[code, role]
            )
        become(position, player, cell, changed)


@bare_kernel
def put(position, cell, player, stones):
    """Place (`stones` = 1) or take back (-1) a stone; the one placed last is the first to go.

    So a stone's own cell, and what lies behind a stone that blocks it, is as it was when the stone
    came, and need not follow.
    """
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
            own = rival = True
            for distance in range(1, position.reach[cell, line, side] + 1):
                other += step
                owner = position.owner[other]
                if owner == NOBODY:
                    # It lies on the other side of that cell.
                    change = stones * position.powers[1 - side, distance]
                    if own:
                        see(position, other, line, player, change)
                    if rival:
                        see(position, other, line, 1 - player, 2 * change)
                else:
                    own &= owner == player
                    rival &= owner != player
                    if not (own or rival):
                        break
    if stones < 0:
        position.owner[cell] = NOBODY
        enter(position, cell)


@bare_kernel
def fill(position, stones, mover):
    """Put the stones on a board whose contents are those of its edges.

    `stones`, shape (cells,), is 0 where a cell is empty, 1 for the mover's, 2 for the other's.
    """
    cells = position.owner.shape[0]
    for player in range(2):
        position.census[player, NOTHING] = cells
    for cell in range(cells):
        for player in range(2):
            for line in range(4):
                found = np.int64(position.classes[position.contents[cell, line, player]])
                position.codes[player, cell] |= found << CLASS_BITS * line
        enter(position, cell)
    for cell in range(cells):
        if stones[cell] > 0:
            put(position, cell, mover ^ (stones[cell] - 1), 1)


@bare_kernel
def promise(position, mover, cell):
    """How promising a move looks before any search: own prospects, then what it spoils."""
    return np.int64(5 * position.promises[mover, cell] + 4 * position.promises[1 - mover, cell])


@bare_kernel
def evaluate(position, mover):
    """The evaluation for the side to move, in thousandths of a logit, at most `MOST`."""
    value = position.worth[mover, MOVER] - position.worth[1 - mover, WAITING]
    return min(max(value, -MOST), MOST)


@bare_kernel
def evaluate_options(position, mover, cells, values):
    """Fill `values`, int64, with the evaluation after each option, for the side that moves there.

    `cells` and `values` have shape (options,). What looks promising before counts as well.
    """
    for option in range(cells.shape[0]):
        first = promise(position, mover, cells[option])
        put(position, cells[option], mover, 1)
        values[option] = first - evaluate(position, 1 - mover)
        put(position, cells[option], mover, -1)
