"""A board of any size that counts, for each line, how many stones either player has on it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import kernel

NOBODY = 2
"""The owner of an empty cell."""


class LineBoard(NamedTuple):
    """The stones of a position and its line counters."""

    owner: np.ndarray
    """Player 0 or 1, or NOBODY, of each cell, shape (cells,), int8."""
    counts: np.ndarray
    """The number of stones of either player on each line, shape (2, lines), int32."""
    lines: np.ndarray
    """The cells of each line, shape (lines, row length), int32."""
    through: np.ndarray
    """The lines through the first cell, then those through the next, shape (uses,), int32."""
    through_starts: np.ndarray
    """The place in `through` of the first line through each cell, shape (cells + 1,), int64."""
    hashes: np.ndarray
    """A random word for a stone of either player on each cell, shape (2, cells), uint64."""
    key: np.ndarray
    """The XOR of the words of all stones that have been placed, shape (1,), uint64."""


@kernel
def put(board, cell, player, stones):
    """Place (`stones` = 1) or take back (-1) a stone."""
    board.owner[cell] = player if stones > 0 else NOBODY
    board.key[0] ^= board.hashes[player, cell]
    for index in range(board.through_starts[cell], board.through_starts[cell + 1]):
        board.counts[player, board.through[index]] += stones


@kernel
def completes(board, player, cell):
    """Whether a stone on an empty cell completes a line."""
    for index in range(board.through_starts[cell], board.through_starts[cell + 1]):
        if board.counts[player, board.through[index]] == board.lines.shape[1] - 1:
            return True
    return False


@kernel
def empty_place(board, line, start):
    """Return the first place on a line, from `start` on, that is empty; -1 if there is none."""
    for place in range(start, board.lines.shape[1]):
        if board.owner[board.lines[line, place]] == NOBODY:
            return place
    return -1
