"""A board that knows at every moment which open lines of either player are nearly complete.

It is the board of `wide` with lists of the lines that lack one, two or three stones, kept up to
date with every stone, so that a search for threats never has to look at the other lines.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.kernels.jit import kernel

NOBODY = 2
ONE, TWO, THREE = range(3)
"""The lists: lines that lack one, two and three stones."""
LISTS = 3


class ThreatBoard(NamedTuple):
    """The first five fields are those of `wide.LineBoard`."""

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
    listed: np.ndarray
    """Each player's open lines that lack one, two, three stones, shape (2, LISTS, lines), int32."""
    sizes: np.ndarray
    """How many lines each list holds, shape (2, LISTS), int64."""
    places: np.ndarray
    """Where in its list a line is, shape (2, lines), int32."""
    hashes: np.ndarray
    """A random word for a stone of either player on each cell, shape (2, cells), uint64."""
    key: np.ndarray
    """Exclusive or of the words of all stones placed since `fill`, shape (1,), uint64."""


@kernel
def enlist(board, player, line):
    """Put a line without stones of the opponent into the list it belongs to, if any."""
    missing = board.lines.shape[1] - board.counts[player, line]
    if 1 <= missing <= LISTS:
        size = board.sizes[player, missing - 1]
        board.listed[player, missing - 1, size] = line
        board.places[player, line] = size
        board.sizes[player, missing - 1] = size + 1


@kernel
def unlist(board, player, line):
    """Take a line without stones of the opponent out of its list, if it is in one."""
    missing = board.lines.shape[1] - board.counts[player, line]
    if 1 <= missing <= LISTS:
        last = board.sizes[player, missing - 1] - 1
        moved = board.listed[player, missing - 1, last]
        place = board.places[player, line]
        board.listed[player, missing - 1, place] = moved
        board.places[player, moved] = place
        board.sizes[player, missing - 1] = last


@kernel
def fill(board):
    """Fill the lists of a board whose stones and counts are set."""
    board.sizes[:] = 0
    board.key[0] = 1
    for line in range(board.lines.shape[0]):
        for player in range(2):
            if board.counts[1 - player, line] == 0:
                enlist(board, player, line)


@kernel
def put(board, cell, player, stones):
    """Place (`stones` = 1) or take back (-1) a stone."""
    opponent = 1 - player
    board.owner[cell] = player if stones > 0 else NOBODY
    board.key[0] ^= board.hashes[player, cell]
    for index in range(board.through_starts[cell], board.through_starts[cell + 1]):
        line = board.through[index]
        if board.counts[opponent, line] == 0:
            unlist(board, player, line)
        if stones > 0 and board.counts[player, line] == 0:
            unlist(board, opponent, line)
        board.counts[player, line] += stones
        if board.counts[opponent, line] == 0:
            enlist(board, player, line)
        if stones < 0 and board.counts[player, line] == 0:
            enlist(board, opponent, line)


@kernel
def empty_cell(board, line, start):
    """The first empty cell of a line that is at index `start` of the line or later, or -1."""
    for index in range(start, board.lines.shape[1]):
        if board.owner[board.lines[line, index]] == NOBODY:
            return index
    return -1


@kernel
def completing_cells(board, player):
    """Two different cells (or -1) on which the player completes a line."""
    first = -1
    for index in range(board.sizes[player, ONE]):
        line = board.listed[player, ONE, index]
        cell = np.int64(board.lines[line, empty_cell(board, line, 0)])
        if first < 0:
            first = cell
        elif cell != first:
            return first, cell
    return first, -1
