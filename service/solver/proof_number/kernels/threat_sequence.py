"""Threat sequences: wins of the strong game by threats to complete a set, each with one reply.

The side to move takes one cell of a set that lacks two, so that the other has to take the second.
A move that leaves two completions wins, since nobody can block both. Before each move the other
must not be able to complete a set of hers; where her last reply threatens to, the next move has to
take that cell. What is found holds whatever the search left out: every reply in it is the only one
that does not lose at once.

The zone of a sequence: its moves, its replies, and before each move every set that the other lacks
two cells of at most. A stone of hers outside, in place of her last one or of none, changes nothing:
all cells of the sequence are empty, and no set of hers that it is in comes to lack one cell only.
So the sequence refutes all moves of hers outside its zone. (Zones of such wins are relevance zones:
Wu and Lin, "Relevance-zone-oriented proof search for Connect6", 2010.)
"""

from __future__ import annotations

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.bits import count
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
from service.solver.proof_number.kernels.zones import UNKNOWN

MOST_THREATS = 12
"""Threats of one search: measured on 6x5, 4 and 8x4, 4."""
NOT_BEGUN = -1


@bare_kernel
def forced_result(position, ply, mover, cursors):
    """OPEN, or the result that the side to move forces by a threat sequence, or that the attacker
    does after the only reply to a threat of his; and the zone, if he is to move and wins.

    A set that the defender completes keeps him from completing any.
    """
    if mover == ATTACKER:
        zone = win_zone(position, ply, ATTACKER, cursors)
        return OPEN if zone == UNKNOWN else ATTACKER_WINS, zone
    if win_zone(position, ply, DEFENDER, cursors) != UNKNOWN:
        return DEFENDER_HOLDS, UNKNOWN
    threats = singles(position.sets[ply, ATTACKER], position.sizes[ply, ATTACKER])
    if threats == 0 or several(threats):
        return OPEN, UNKNOWN
    positional_game.play(position, ply, DEFENDER, threats)
    after = win_zone(position, ply + 1, ATTACKER, cursors)
    return OPEN if after == UNKNOWN else ATTACKER_WINS, UNKNOWN


@bare_kernel
def win_zone(position, ply, side, cursors):
    """The zone of a threat sequence by which a side wins that is to move; UNKNOWN if none is found,
    which proves nothing.

    The rows below `ply` and `cursors`, shape (plies + 1,), int64, are overwritten: at each ply of
    the side, the next of its moves, two for each set.
    """
    row, threats = ply, 0
    cursors[row] = NOT_BEGUN
    while row >= ply:
        sets, size = position.sets[row, side], position.sizes[row, side]
        counters = singles(position.sets[row, 1 - side], position.sizes[row, 1 - side])
        if cursors[row] == NOT_BEGUN:
            last = singles(sets, size)
            if last == 0 and counters == 0:
                last = fork(sets, size)
            if last != 0:
                return last | sequence_zone(position, ply, row, 1 - side)
            cursors[row] = 2 * size if several(counters) else 0
        move = next_threat(sets, size, counters, cursors, row)
        if move == 0:
            row -= 2
            continue
        if threats == MOST_THREATS:
            return UNKNOWN
        threats += 1
        positional_game.play(position, row, side, move)
        completions = singles(position.sets[row + 1, side], position.sizes[row + 1, side])
        if several(completions):
            return move | completions | sequence_zone(position, ply, row, 1 - side)
        positional_game.play(position, row + 1, 1 - side, completions)
        row += 2
        cursors[row] = NOT_BEGUN
    return UNKNOWN


@bare_kernel
def sequence_zone(position, ply, row, other):
    """Moves and replies from `ply` to `row`, where the side of the sequence moves again, and the
    sets that the `other` lacks two cells of at most before each move."""
    zone = np.uint64(0)
    for side in range(2):
        zone |= position.stones[ply, side] ^ position.stones[row, side]
    for each in range(ply, row + 1, 2):
        sets = position.sets[each, other]
        for index in range(position.sizes[each, other]):
            if count(sets[index]) <= 2:
                zone |= sets[index]
    return zone


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
