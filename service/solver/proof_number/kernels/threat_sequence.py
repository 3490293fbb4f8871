"""Threat sequences: wins of the strong game by threats to complete a set, each with one reply.

The side to move takes one cell of a set that lacks two, so that the other has to take the second.
A move that leaves two completions wins, since nobody can block both. Before each move the other
must not be able to complete a set of hers; where her last reply threatens to, the next move has to
take that cell. What is found holds whatever the search left out: every reply in it is the only one
that does not lose at once.
"""

from __future__ import annotations

import numpy as np

from service.solver.lines.kernels.bits import count
from service.solver.lines.kernels.jit import bare_kernel
from service.solver.proof_number.kernels import positional_game
from service.solver.proof_number.kernels.leaf_pairing import lowest_bit
from service.solver.proof_number.kernels.leaf_proofs import fork, several
from service.solver.proof_number.kernels.positional_game import (
    ATTACKER,
    ATTACKER_WINS,
    DEFENDER,
    DEFENDER_HOLDS,
    OPEN,
    singles,
)

MOST_THREATS = 12
"""Threats of one search: measured on 6x5, 4 and 8x4, 4."""
NOT_BEGUN = -1


@bare_kernel
def forced(position, ply, mover, cursors):
    """OPEN, or the result that the side to move forces by a threat sequence, or that the attacker
    does after the only reply to a threat of his.

    A set that the defender completes keeps him from completing any.
    """
    if mover == ATTACKER:
        return ATTACKER_WINS if wins(position, ply, ATTACKER, cursors) else OPEN
    if wins(position, ply, DEFENDER, cursors):
        return DEFENDER_HOLDS
    threats = singles(position.sets[ply, ATTACKER], position.sizes[ply, ATTACKER])
    if threats == 0 or several(threats):
        return OPEN
    positional_game.play(position, ply, DEFENDER, threats)
    return ATTACKER_WINS if wins(position, ply + 1, ATTACKER, cursors) else OPEN


@bare_kernel
def wins(position, ply, side, cursors):
    """Whether a side that is to move wins by a threat sequence; not to find one proves nothing.

    The rows below `ply` and `cursors`, shape (plies + 1,), int64, are overwritten: at each ply of
    the side, the next of its moves, two for each set.
    """
    row, threats = ply, 0
    cursors[row] = NOT_BEGUN
    while row >= ply:
        sets, size = position.sets[row, side], position.sizes[row, side]
        counters = singles(position.sets[row, 1 - side], position.sizes[row, 1 - side])
        if cursors[row] == NOT_BEGUN:
            if singles(sets, size) != 0 or (counters == 0 and fork(sets, size) != 0):
                return True
            cursors[row] = 2 * size if several(counters) else 0
        move = next_threat(sets, size, counters, cursors, row)
        if move == 0:
            row -= 2
            continue
        if threats == MOST_THREATS:
            return False
        threats += 1
        positional_game.play(position, row, side, move)
        completions = singles(position.sets[row + 1, side], position.sizes[row + 1, side])
        if several(completions):
            return True
        positional_game.play(position, row + 1, 1 - side, completions)
        row += 2
        cursors[row] = NOT_BEGUN
    return False


@bare_kernel
def next_threat(sets, size, counters, cursors, row):
    """The next cell of a set of two, on the cell of `counters` if there is one; 0 without."""
    while cursors[row] < 2 * size:
        cells = sets[cursors[row] >> 1]
        if count(cells) != 2:
            cursors[row] += 2 - (cursors[row] & 1)
            continue
        move = lowest_bit(cells)
        if cursors[row] & 1:
            move ^= cells
        cursors[row] += 1
        if move == counters or (counters == 0 and three_through(sets, size, move) != 0):
            return move
    return np.uint64(0)


@bare_kernel
def three_through(sets, size, move):
    """A set of three that a move makes one of two, so that more threats may follow; 0 without."""
    for index in range(size):
        if sets[index] & move != 0 and count(sets[index]) == 3:
            return sets[index]
    return np.uint64(0)
