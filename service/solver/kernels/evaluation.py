"""A board that keeps an evaluation of its position up to date with every stone.

A line that holds stones of one player alone is open to him. The evaluation is a weighted count of
the open lines by the stones they lack, with other weights for the side to move than for the side
that waits: a logit, in thousandths, of the chance that the side to move wins.

The urgency of a cell to a player, which orders moves, quadruples with every stone that a line
through it lacks less.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.kernels.jit import kernel

NOBODY = 2
MOVER, WAITING = range(2)
"""Rows of the weights."""
MOST = 1 << 17
"""No evaluation is more."""
COMPLETES = 1 << 40
"""Urgency of a cell that completes a line; that of others stays below it."""
OPEN, NEARLY = range(2)
"""Columns of the census: open lines, and those that lack a single stone."""


class Position(NamedTuple):
    """Stones, lines and what they are worth."""

    owner: np.ndarray
    """Player 0 or 1, or NOBODY, of each cell, shape (cells,), int8."""
    counts: np.ndarray
    """Stones on each line, shape (2, lines), int32."""
    lines: np.ndarray
    """Cells of each line, shape (lines, row length), int32."""
    through: np.ndarray
    """Numbers of the lines through each cell one after the other, shape (uses,), int32."""
    through_starts: np.ndarray
    """Where the lines through a cell start in `through`, shape (cells + 1,), int64."""
    weights: np.ndarray
    """Worth of an open line by the stones it lacks, shape (2, row length + 2), int64: to its owner
    when he is to move, and when he waits. The last column, 0, is for lines that are not open."""
    urgencies: np.ndarray
    """What it adds to the urgency of its cells, shape (row length + 2,), int64."""
    worth: np.ndarray
    """The sum of the weights of each player's open lines, shape (2, 2), int64."""
    census: np.ndarray
    """Counts of each player's lines, shape (2, 2), int64: columns OPEN and NEARLY."""
    urgency: np.ndarray
    """Urgency of each cell to each player, shape (2, cells), int64; of no meaning if taken."""
    hashes: np.ndarray
    """A random word for a stone of either player on each cell, shape (2, cells), uint64."""
    key: np.ndarray
    """A key of the game, with the words of all stones by exclusive or, shape (1,), uint64."""


@kernel
def change(position, player, line, before, after):
    """Take in that an open line now lacks `after` stones; row length + 1 if it is not open."""
    closed = position.lines.shape[1] + 1
    for role in range(2):
        position.worth[player, role] += (
            position.weights[role, after] - position.weights[role, before]
        )
    census = position.census[player]
    census[OPEN] += np.int64(after < closed) - np.int64(before < closed)
    census[NEARLY] += np.int64(after == 1) - np.int64(before == 1)
    urgency = position.urgencies[after] - position.urgencies[before]
    if urgency != 0:
        for index in range(closed - 1):
            position.urgency[player, position.lines[line, index]] += urgency


@kernel
def fill(position):
    """Evaluate a position whose stones and counts are set; `key` holds the key of the game."""
    row_length = position.lines.shape[1]
    position.worth[:] = 0
    position.census[:] = 0
    position.urgency[:] = 0
    for line in range(position.lines.shape[0]):
        for player in range(2):
            if position.counts[1 - player, line] == 0:
                missing = row_length - position.counts[player, line]
                change(position, player, line, row_length + 1, missing)
    for cell in range(position.owner.shape[0]):
        if position.owner[cell] != NOBODY:
            position.key[0] ^= position.hashes[position.owner[cell], cell]


@kernel
def put(position, cell, player, stones):
    """Place (`stones` = 1) or take back (-1) a stone."""
    rival = 1 - player
    row_length = position.lines.shape[1]
    position.owner[cell] = player if stones > 0 else NOBODY
    position.key[0] ^= position.hashes[player, cell]
    for index in range(position.through_starts[cell], position.through_starts[cell + 1]):
        line = position.through[index]
        before = position.counts[player, line]
        after = before + stones
        position.counts[player, line] = after
        against = position.counts[rival, line]
        if against == 0:
            change(position, player, line, row_length - before, row_length - after)
        if before == 0:
            change(position, rival, line, row_length - against, row_length + 1)
        elif after == 0:
            change(position, rival, line, row_length + 1, row_length - against)


@kernel
def evaluate(position, mover):
    """The evaluation for the side to move, in thousandths of a logit, at most `MOST`."""
    value = position.worth[mover, MOVER] - position.worth[1 - mover, WAITING]
    return min(max(value, -MOST), MOST)


@kernel
def evaluate_options(position, mover, cells, values):
    """Fill `values`, int64, with the evaluation after each option, for the side that moves there.

    `cells` and `values` have shape (options,).
    """
    for option in range(cells.shape[0]):
        put(position, cells[option], mover, 1)
        values[option] = -evaluate(position, 1 - mover)
        put(position, cells[option], mover, -1)
