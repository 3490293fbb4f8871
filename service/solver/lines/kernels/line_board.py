"""A board of any size that counts, for each line, how many stones either player has on it."""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import kernel

NOBODY = 2
"""The owner of an empty cell."""


class LineBoard(NamedTuple):
    """The stones of a position and its line counters."""

    owner: np.ndarray
    """Player 0 or 1, or NOBODY, of each cell, or `WALL`, shape (cells,), int8."""
    counts: np.ndarray
    """The number of stones of either player on each line, shape (2, lines), int32."""
    lines: np.ndarray
    """The cells of each line, shape (lines, row length), int32."""
    through: np.ndarray
    """The lines through the first cell, then those through the next, shape (uses,), int32."""
    through_starts: np.ndarray
    """The place in `through` of the first line through each cell, shape (cells + 1,), int64."""


@kernel
def put(board, cell, player, stones):
    """Place (`stones` = 1) or take back (-1) a stone."""
    board.owner[cell] = player if stones > 0 else NOBODY
    for index in range(board.through_starts[cell], board.through_starts[cell + 1]):
        board.counts[player, board.through[index]] += stones


@kernel
def completes(board, player, cell):
    """Return whether a stone on an empty cell completes a line."""
    for index in range(board.through_starts[cell], board.through_starts[cell + 1]):
        if board.counts[player, board.through[index]] == board.lines.shape[1] - 1:
            return True
    return False


@kernel
def empty_cell(board, line):
    """Return the first empty cell of a line that has one."""
    place = 0
    while board.owner[board.lines[line, place]] != NOBODY:
        place += 1
    return board.lines[line, place]


@kernel
def stones_on(lines, line, contents):
    """Return how many stones the mover has on a line, and how many the opponent.

    `contents`, shape (cells,), is 1 for a stone of the mover and 2 for one of the opponent.
    """
    own = opponent = 0
    for index in range(lines.shape[1]):
        content = contents[lines[line, index]]
        own += content == 1
        opponent += content == 2
    return own, opponent
