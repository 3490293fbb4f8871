"""The evaluation: who will have to make a move that hurts, once all others are made.

Where a row wins, that is to play below a threat of the other player (zugzwang; Allis, "A
knowledge-based approach of Connect-Four", 1988). Of each column the lowest threat counts: below the
cell under it both may play, and once all columns are filled up to there, the player to move has to
give way. With an even number of columns or of rows that is the first player, for whom threats on
even rows, counted from 1, are bad and those on odd rows good.

Where a row loses, a threat is a cell that its owner must not take, and who has no other cell left
loses. If no more threats arise, each column is a game of its own whose value is a number of moves
that one player has more than the other, or this number and a star, by which either player may pass
once (Conway, "On Numbers and Games", 1976). Where stones do not fall, so is each cell. The lines on
which a player has stones, each a threat to come, count against the player.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel, inlined_kernel
from service.solver.heuristic.kernels.evaluation import MOST_EVALUATION
from service.solver.lines.kernels.bits import count, lowest
from service.solver.zugzwang.kernels.position import MOST_WORTH_LACKING, place, take_back

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

assert len(LINES) == len(LINES_OF_MISERE) == MOST_WORTH_LACKING


@inlined_kernel
def evaluate(position, player):
    """Return the evaluation for `player`, who is to move, in thousandths of a logit."""
    balance = position.balance[position.placed[0]]
    value = -balance if player else balance
    if position.misere:
        value += TEMPO_OF_MISERE + spare_moves(position, player)
    else:
        value += TEMPO + zugzwang(position, player)
    return min(max(value, -MOST_EVALUATION), MOST_EVALUATION)


@inlined_kernel
def zugzwang(position, player):
    """Return what the threats are worth to `player`, who is to move."""
    threats = position.threats[position.placed[0]]
    own, other = threats[player], threats[1 - player]
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
def spare_moves(position, player):
    """Return what the moves that make no row, where a row loses, are worth to `player`."""
    threats = position.threats[position.placed[0]]
    own, other = threats[player], threats[1 - player]
    value, spare, stars, shared = 0, 0, 0, 0
    for column in range(position.width):
        room = position.room[column]
        ours, theirs = own[column] & room, other[column] & room
        if not position.falls or ours | theirs == 0:
            free = count(room & ~(ours | theirs))
            spare += count(theirs) - count(ours)
            stars, shared = stars ^ free & 1, shared + free
            continue
        value += FALLING_THREAT * (count(theirs) - count(ours))
        first = lowest(room)
        moves, star, limit = 0, 0, position.height
        for row in range(position.height - 1, first - 1, -1):
            is_ours = ours >> np.uint64(row) & np.uint64(1) != 0
            is_theirs = theirs >> np.uint64(row) & np.uint64(1) != 0
            if not (is_ours or is_theirs):
                star ^= 1
                continue
            limit = row
            # Only one player may play here, or none, and the rest comes after that.
            if (is_ours and is_theirs) or (moves > 0 if is_ours else moves < 0):
                moves = 0
            else:
                moves += star - 1 if is_ours else 1 - star
            star = 0
        spare, stars, shared = spare + moves, stars ^ star, shared + limit - first
    certain = SPARE * spare
    if spare == 0 and position.falls:
        certain += PARITY if stars else -PARITY
    return value + certain * HALF_CERTAIN // (HALF_CERTAIN + shared)


@bare_kernel
def evaluate_options(position, player, cells, scores):
    """Fill `scores` with the evaluation after each option, for the player who moves there.

    `cells`, those of the options, and `scores` have shape (options,), int64.
    """
    for option in range(cells.shape[0]):
        place(position, cells[option], player)
        scores[option] = -evaluate(position, 1 - player)
        take_back(position, cells[option], player)
