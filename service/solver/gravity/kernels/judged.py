"""A position on columns, of any width, with all that its evaluation needs kept up to date.

A *threat* of a player is an empty cell on which one stone completes a row: a line that lacks this
stone alone. It lasts until some stone lies there. So the threats, which are kept for each ply as
bits in a word for each column, only become more along a line of play.

What decides a game without forced wins is who has to play below a threat of the other player in the
end (zugzwang; Allis, "A knowledge-based approach of Connect-Four", 1988). Of each column the lowest
threat counts: below the cell under it both may play, and once all columns are filled up to there,
the player to move has to give way. With an even number of columns or of rows that is the first
player, for whom threats on even rows, counted from 1, are bad and those on odd rows good.

Where a row loses, stones may also be placed anywhere. There a threat is a cell that its owner must
not take, and who has no other cell left loses. So what counts is how many cells are forbidden to
the other player alone; the lines on which a player has stones, each a threat to come, count against
the player.
"""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel, inlined_kernel
from service.solver.heuristic.kernels.evaluation import MOST_EVALUATION
from service.solver.heuristic.kernels.state import PLIES
from service.solver.lines.kernels.bits import count, lowest

NOBODY = 2
"""Whose threat it is where a line lacks more than one stone."""

# What things are worth in thousandths of a logit, by a logistic regression on games of the search
# with itself, on 8x8, 9x7, 10x10 (rows of four) and 12x12 (of five).
ZUGZWANG, HALF_CERTAIN = 1400, 16
"""That threats decide for a player once all else is filled, and the number of cells that are to be
filled before at which this counts half."""
LOWEST_THREAT, THREAT = 700, 120
"""The lowest threat of a column, and any threat."""
TEMPO = 200
"""To be to move."""
LINES = (0, 132, 36, 9, 2)
"""Of lines that lack one stone, two, and so on, if they are not vertical. The first are threats."""

# The same where a row loses, chosen by games of the search with itself and with simple rules.
SPARE, TEMPO_OF_MISERE = 1200, -200
"""A move that is left to one player alone, and to be to move."""
PARITY, FALLING_THREAT = 900, 200
"""Where stones fall: to get the last move that both may make, and any threat of the opponent."""
LINES_OF_MISERE = (0, -75, -30, -12, -4)
"""Of lines that lack one stone, two, and so on. The first are threats."""

MOST_COUNTED = PLIES // 2 + len(LINES) + 1
"""The most stones of a player that the code of a line counts, the last ones that it takes: all
before are taken for granted. A line that lacks some of these, too, still lacks more stones than are
worth anything once the player has moved as often as a variation lets either player move."""
CODE_BITS = (2 * (MOST_COUNTED + 1) ** 2 - 1).bit_length()
"""The bits of a code: a direction of two, and the stones of either player. So rows may be of any
length, and the cells beside a code, in 64 bits, those of any board."""
CODE = (1 << CODE_BITS) - 1
"""The lowest bits of an item of `lines`."""


class JudgedPosition(NamedTuple):
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
    `CODE_BITS`, a code for its direction and its stones; shape (lines,), int64."""
    through: np.ndarray
    """The lines through the first cell, then those through the next, shape (uses,), int32."""
    through_starts: np.ndarray
    """The place in `through` of the first line through each cell, shape (cells + 1,), int64."""
    steps: np.ndarray
    """What a stone of each player adds to a code, shape (2,), int64."""
    worths: np.ndarray
    """What a line with each code is worth to X, shape (codes,), int64."""
    threat_of: np.ndarray
    """Whose threat the empty cell of a line with each code is, or `NOBODY`; (codes,), int8."""
    threats: np.ndarray
    """The threats of each player at each ply, bits for the rows of each column; those outside of
    `room` are void. The shape is (plies, 2, width), uint64."""
    balance: np.ndarray
    """The sum of the worths of all lines at each ply, shape (plies,), int64."""
    hashes: np.ndarray
    """A random word for each stone, shape (2, cells), uint64."""
    key: np.ndarray
    """The hash of the position, shape (1,), uint64."""


@inlined_kernel
def cell_at(position, column, row):
    """Return the cell of a column in a row counted from the bottom, from 0 on."""
    return (position.height - 1 - np.int64(row)) * position.width + column


@inlined_kernel
def flip(position, cell, player):
    """Take a cell out of the room and its stone into the key, or the other way round."""
    row = position.height - 1 - cell // position.width
    position.room[cell % position.width] ^= np.uint64(1) << np.uint64(row)
    position.key[0] ^= position.hashes[player, cell]


@inlined_kernel
def place(position, ply, cell, player):
    """Place a stone, from the position at `ply` to that at the next one."""
    lines, worths, step = position.lines, position.worths, position.steps[player]
    before, threats = position.threats[ply], position.threats[ply + 1]
    for side in range(2):
        for each in range(position.width):
            threats[side, each] = before[side, each]
    balance = position.balance[ply]
    for index in range(position.through_starts[cell], position.through_starts[cell + 1]):
        line = position.through[index]
        after = (lines[line] ^ cell << CODE_BITS) + step
        balance += worths[after & CODE] - worths[lines[line] & CODE]
        lines[line] = after
        if position.threat_of[after & CODE] == player:
            empty = after >> CODE_BITS
            row = position.height - 1 - empty // position.width
            threats[player, empty % position.width] |= np.uint64(1) << np.uint64(row)
    position.balance[ply + 1] = balance
    flip(position, cell, player)


@inlined_kernel
def take_back(position, cell, player):
    """Take a stone of `player` back."""
    flip(position, cell, player)
    step = position.steps[player]
    for index in range(position.through_starts[cell], position.through_starts[cell + 1]):
        line = position.through[index]
        position.lines[line] = (position.lines[line] - step) ^ cell << CODE_BITS


@inlined_kernel
def gain(position, cell):
    """Return how much more lines are worth to X with a stone of X on a cell than with one of O."""
    found, worths = 0, position.worths
    for index in range(position.through_starts[cell], position.through_starts[cell + 1]):
        code = position.lines[position.through[index]] & CODE
        found += worths[code + position.steps[0]] - worths[code + position.steps[1]]
    return found


@inlined_kernel
def evaluate(position, ply, player):
    """Return the evaluation for `player`, who is to move, in thousandths of a logit."""
    value = -position.balance[ply] if player else position.balance[ply]
    if position.misere:
        value += spare_moves(position, ply, player)
    else:
        value += TEMPO + zugzwang(position, ply, player)
    return min(max(value, -MOST_EVALUATION), MOST_EVALUATION)


@inlined_kernel
def zugzwang(position, ply, player):
    """Return what the threats are worth to `player`, who is to move."""
    own, other = position.threats[ply, player], position.threats[ply, 1 - player]
    value, to_fill, own_decides, other_decides = 0, 0, False, False
    for column in range(position.width):
        room = position.room[column]
        ours, theirs = own[column] & room, other[column] & room
        if ours | theirs == 0:
            to_fill += count(room)
            continue
        first = lowest(ours | theirs)
        to_fill += max(first - lowest(room) - 1, 0)
        is_ours = ours >> np.uint64(first) & np.uint64(1) != 0
        is_theirs = theirs >> np.uint64(first) & np.uint64(1) != 0
        own_decides |= is_ours
        other_decides |= is_theirs
        value += LOWEST_THREAT * (np.int64(is_ours) - np.int64(is_theirs))
        value += THREAT * (count(ours) - count(theirs))
    certain = ZUGZWANG * HALF_CERTAIN // (HALF_CERTAIN + to_fill)
    if to_fill & 1:
        value += certain * own_decides
    else:
        value -= certain * other_decides
    return value


@inlined_kernel
def spare_moves(position, ply, player):
    """Return what safe moves, which make no row, are worth to `player`, who is to move.

    Where stones fall, both may play below the lowest threat of a column, and all above is left out.
    """
    own, other = position.threats[ply, player], position.threats[ply, 1 - player]
    value, spare, shared = TEMPO_OF_MISERE, 0, 0
    for column in range(position.width):
        room = position.room[column]
        ours, theirs = own[column] & room, other[column] & room
        if position.falls and ours | theirs != 0:
            value += FALLING_THREAT * (count(theirs) - count(ours))
            upto = (ours | theirs) ^ (ours | theirs) - np.uint64(1)
            room, ours, theirs = room & upto, ours & upto, theirs & upto
        shared += count(room & ~(ours | theirs))
        spare += count(theirs) - count(ours)
    certain = SPARE * spare
    if position.falls:
        certain += PARITY if shared & 1 else -PARITY
    return value + certain * HALF_CERTAIN // (HALF_CERTAIN + shared)


@bare_kernel
def evaluate_options(position, player, cells, scores):
    """Fill `scores` with the evaluation after each option, for the player who moves there.

    `cells`, those of the options, and `scores` have shape (options,), int64.
    """
    for option in range(cells.shape[0]):
        place(position, 0, cells[option], player)
        scores[option] = -evaluate(position, 1, 1 - player)
        take_back(position, cells[option], player)
