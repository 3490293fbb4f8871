"""A board that knows at every moment which open lines of either player are nearly complete.

It is a `LineBoard` with lists of the lines that lack one, two or three stones, kept up to
date with every stone, so that a search for threats never has to look at the other lines.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.lines.kernels import line_board
from service.solver.lines.kernels.jit import kernel
from service.solver.lines.kernels.line_board import LineBoard, empty_place

ONE, TWO, THREE = range(3)
"""The lists: lines that lack one, two and three stones."""
LISTS = 3


class ThreatBoard(NamedTuple):
    """A board and lists of its lines."""

    base: LineBoard
    listed: np.ndarray
    """Each player's open lines that lack one, two, three stones, shape (2, LISTS, lines), int32."""
    sizes: np.ndarray
    """How many lines each list holds, shape (2, LISTS), int64."""
    places: np.ndarray
    """Where in its list a line is, shape (2, lines), int32."""


@kernel
def enlist(board, player, line, missing):
    """Put a line without stones of the opponent into the list it belongs to, if any."""
    if 1 <= missing <= LISTS:
        size = board.sizes[player, missing - 1]
        board.listed[player, missing - 1, size] = line
        board.places[player, line] = size
        board.sizes[player, missing - 1] = size + 1


@kernel
def unlist(board, player, line, missing):
    """Take a line without stones of the opponent out of its list, if it is in one."""
    if 1 <= missing <= LISTS:
        last = board.sizes[player, missing - 1] - 1
        moved = board.listed[player, missing - 1, last]
        place = board.places[player, line]
        board.listed[player, missing - 1, place] = moved
        board.places[player, moved] = place
        board.sizes[player, missing - 1] = last


@kernel
def fill(board):
    """Fill the lists of a board whose stones and counts are set; its key tells of what follows."""
    base = board.base
    board.sizes[:] = 0
    base.key[0] = 1
    for line in range(base.lines.shape[0]):
        for player in range(2):
            if base.counts[1 - player, line] == 0:
                enlist(board, player, line, base.lines.shape[1] - base.counts[player, line])


@kernel
def put(board, cell, player, stones):
    """Place (`stones` = 1) or take back (-1) a stone."""
    base, opponent = board.base, 1 - player
    row_length = base.lines.shape[1]
    line_board.put(base, cell, player, stones)
    for index in range(base.through_starts[cell], base.through_starts[cell + 1]):
        line = base.through[index]
        after = base.counts[player, line]
        before = after - stones
        against = base.counts[opponent, line]
        if against == 0:
            unlist(board, player, line, row_length - before)
            enlist(board, player, line, row_length - after)
        if before == 0:
            unlist(board, opponent, line, row_length - against)
        elif after == 0:
            enlist(board, opponent, line, row_length - against)


@kernel
def completing_cells(board, player):
    """Two different cells (or -1) on which the player completes a line."""
    first = -1
    for index in range(board.sizes[player, ONE]):
        line = board.listed[player, ONE, index]
        cell = np.int64(board.base.lines[line, empty_place(board.base, line, 0)])
        if first < 0:
            first = cell
        elif cell != first:
            return first, cell
    return first, -1
