"""A position of a game with zugzwang, with all that its evaluation needs kept up to date.

A *threat* of a player is an empty cell on which one stone completes a row: a line that lacks this
stone alone. The threats are kept for each ply as bits in a word for each column. A threat lasts
until some stone lies there or, with exact rows, until its owner has a stone beside the line, by
which the row would be too long.
"""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import inlined_kernel
from service.solver.heuristic.kernels.state import PLIES

NOBODY = 2
"""Whose threat it is where a line lacks more than one stone."""
MOST_WORTH_LACKING = 5
"""The most stones that a line may lack and still be worth anything."""
MOST_COUNTED = PLIES // 2 + MOST_WORTH_LACKING + 1
"""The most stones of a player that the code of a line counts, the last ones that it takes: all
before are taken for granted. A line that lacks some of these, too, still lacks more stones than are
worth anything once the player has moved as often as a variation lets either player move."""
CODE_BITS = (4 * (MOST_COUNTED + 3) ** 2 - 1).bit_length()
"""The bits of a code: an owner of two, a direction of two, and the stones of either player. So rows
may be of any length, and the cells beside a code, in 64 bits, those of any board."""
CODE = (1 << CODE_BITS) - 1
"""The lowest bits of an item of `lines`."""


class ZugzwangPosition(NamedTuple):
    """A position. Player 0 is X."""

    width: int
    height: int
    falls: bool
    """Whether stones fall."""
    misere: bool
    """Whether a row loses."""
    room: np.ndarray
    """The cells that moves can still fill, bits for the rows of each column from the bottom up,
    shape (width,), uint64."""
    lines: np.ndarray
    """Each line that somebody can complete: the exclusive or of its empty cells and, in the lowest
    `CODE_BITS`, a code for its direction and its stones; shape (lines,), int64. With exact rows a
    line is there once for each player, and a stone of this player beside it counts as one of the
    opponent on it."""
    through: np.ndarray
    """The lines through the first cell, then those through the next, shape (uses,), int32."""
    through_starts: np.ndarray
    """The place in `through` of the first line through each cell, shape (cells + 1,), int64."""
    beside: np.ndarray
    """The lines of each player that a stone of this player on each cell stops, shape (stops,)."""
    beside_starts: np.ndarray
    """The place in `beside` of the first line of each player by each cell, (2 * cells + 1,)."""
    steps: np.ndarray
    """What a stone of each player adds to a code, shape (2,), int64."""
    worths: np.ndarray
    """What a line with each code is worth to X, shape (codes,), int64."""
    threat_of: np.ndarray
    """Whose threat the empty cell of a line with each code is, or `NOBODY`; (codes,), int8."""
    placed: np.ndarray
    """How many stones the search has placed, shape (1,), int64."""
    threats: np.ndarray
    """The threats of each player after so many stones, bits for the rows of each column; those
    outside of `room` are void. The shape is (plies, 2, width), uint64."""
    balance: np.ndarray
    """The sum of the worths of all lines after so many stones, shape (plies,), int64."""
    hashes: np.ndarray
    """A random word for each stone, shape (2, cells), uint64."""
    key: np.ndarray
    """The hash of the position, shape (1,), uint64."""


@inlined_kernel
def cell_at(position, column, row):
    """Return the cell of a column in a row counted from the bottom, from 0 on."""
    return (position.height - 1 - np.int64(row)) * position.width + column


@inlined_kernel
def bit_of(position, cell):
    """Return the bit of a cell in the word of its column."""
    return np.uint64(1) << np.uint64(position.height - 1 - cell // position.width)


@inlined_kernel
def flip(position, cell, player):
    """Take a cell out of the room and its stone into the key, or the other way round."""
    position.room[cell % position.width] ^= bit_of(position, cell)
    position.key[0] ^= position.hashes[player, cell]


@inlined_kernel
def place(position, cell, player):
    """Place a stone."""
    ply = position.placed[0]
    position.placed[0] = ply + 1
    lines, worths, step = position.lines, position.worths, position.steps[player]
    before, threats = position.threats[ply], position.threats[ply + 1]
    for side in range(2):
        for column in range(position.width):
            threats[side, column] = before[side, column]
    balance = position.balance[ply]
    for index in range(position.through_starts[cell], position.through_starts[cell + 1]):
        line = position.through[index]
        after = (lines[line] ^ cell << CODE_BITS) + step
        balance += worths[after & CODE] - worths[lines[line] & CODE]
        lines[line] = after
        if position.threat_of[after & CODE] == player:
            empty = after >> CODE_BITS
            threats[player, empty % position.width] |= bit_of(position, empty)
    for index in stops(position, cell, player):
        line, step = position.beside[index], position.steps[1 - player]
        code, empty = lines[line] & CODE, lines[line] >> CODE_BITS
        balance += worths[code + step] - worths[code]
        lines[line] += step
        if position.threat_of[code] == player and not is_threat(position, empty, player):
            threats[player, empty % position.width] &= ~bit_of(position, empty)
    position.balance[ply + 1] = balance
    flip(position, cell, player)


@inlined_kernel
def stops(position, cell, player):
    """Return the places in `beside` of the lines that a stone stops."""
    item = player * (position.through_starts.shape[0] - 1) + cell
    return range(position.beside_starts[item], position.beside_starts[item + 1])


@inlined_kernel
def is_threat(position, cell, player):
    """Return whether some line of a player lacks a cell alone."""
    for index in range(position.through_starts[cell], position.through_starts[cell + 1]):
        if position.threat_of[position.lines[position.through[index]] & CODE] == player:
            return True
    return False


@inlined_kernel
def take_back(position, cell, player):
    """Take back the stone of `player` that was placed last."""
    position.placed[0] -= 1
    flip(position, cell, player)
    step = position.steps[player]
    for index in range(position.through_starts[cell], position.through_starts[cell + 1]):
        line = position.through[index]
        position.lines[line] = (position.lines[line] - step) ^ cell << CODE_BITS
    for index in stops(position, cell, player):
        position.lines[position.beside[index]] -= position.steps[1 - player]


@inlined_kernel
def gain(position, cell):
    """Return how much more lines are worth to X with a stone of X on a cell than with one of O."""
    found, worths = 0, position.worths
    for index in range(position.through_starts[cell], position.through_starts[cell + 1]):
        code = position.lines[position.through[index]] & CODE
        found += worths[code + position.steps[0]] - worths[code + position.steps[1]]
    return found
