"""Threat sequences: wins of the strong game by threats to complete a set, each with one reply.

The side to move takes one cell of a set of two, so that the opponent has to take the other one. A
move that leaves two completions wins, since nobody can block both. Before each move the opponent
must not be able to complete a set; where the last reply threatens to, the next move has to take
that cell. A win that is found stands whatever the search left out: every reply in it is the only
one that does not lose at once. (A first-order lambda search: Thomsen, "Lambda-search in game
trees", 2000.)

The zone of a sequence: its moves, its replies, and before each move every set of the opponent of
two cells at most. A stone of the opponent outside, in place of the last one or of none, changes
nothing: all cells of the sequence are empty, and no set of the opponent that the stone is in comes
to lack one cell only. So the sequence refutes all moves of the opponent outside its zone. (Zones of
such wins are relevance zones: Wu and Lin, "Relevance-zone-oriented proof search for Connect6",
2010.)
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.bits import count
from service.solver.proof_number.kernels.leaf_pairing import lowest_bit
from service.solver.proof_number.kernels.leaf_proofs import fork, several
from service.solver.proof_number.kernels.positional_game import (
    ATTACKER,
    ATTACKER_WINS,
    DEFENDER,
    DEFENDER_HOLDS,
    OPEN,
    completions,
    play,
    winning_sets,
)
from service.solver.proof_number.kernels.zones import UNKNOWN

MOST_THREATS = 12
"""After so many threats a search gives up: measured on 6x5, 4 and 8x4, 4."""
UNVISITED = -1
"""In place of a cursor: the search has just reached the ply."""


@bare_kernel
def forced_result(position, ply, mover, cursors):
    """Return the result that threat sequences force, or OPEN, and the zone.

    A sequence may be one of the side to move, or one of the attacker after the only reply to a
    threat. The zone is known if the attacker moves and wins.
    """
    if mover == ATTACKER:
        zone = win_zone(position, ply, ATTACKER, cursors)
        return OPEN if zone == UNKNOWN else ATTACKER_WINS, zone
    if win_zone(position, ply, DEFENDER, cursors) != UNKNOWN:
        # A set that the defender completes keeps the attacker from completing any.
        return DEFENDER_HOLDS, UNKNOWN
    threats = completions(winning_sets(position, ply, ATTACKER))
    if threats == 0 or several(threats):
        return OPEN, UNKNOWN
    play(position, ply, DEFENDER, threats)
    after = win_zone(position, ply + 1, ATTACKER, cursors)
    return OPEN if after == UNKNOWN else ATTACKER_WINS, UNKNOWN


@bare_kernel
def win_zone(position, ply, side, cursors):
    """Return the zone of a threat sequence by which `side`, to move, wins; else UNKNOWN.

    This is a depth-first search that overwrites the rows of `position` below `ply`, and `cursors`,
    shape (plies + 1,), int64: at each ply of the side, the next of its moves, two for each set.
    """
    row, threats = ply, 0
    cursors[row] = UNVISITED
    while row >= ply:
        sets = winning_sets(position, row, side)
        counters = completions(winning_sets(position, row, 1 - side))
        if cursors[row] == UNVISITED:
            last = completions(sets)
            if last == 0 and counters == 0:
                last = fork(sets)
            if last != 0:
                return last | sequence_zone(position, ply, row, 1 - side)
            cursors[row] = 2 * sets.shape[0] if several(counters) else 0
        move = next_threat(sets, counters, cursors, row)
        if move == 0:
            row -= 2
            continue
        if threats == MOST_THREATS:
            return UNKNOWN
        threats += 1
        play(position, row, side, move)
        replies = completions(winning_sets(position, row + 1, side))
        if several(replies):
            return move | replies | sequence_zone(position, ply, row, 1 - side)
        play(position, row + 1, 1 - side, replies)
        row += 2
        cursors[row] = UNVISITED
    return UNKNOWN


@bare_kernel
def sequence_zone(position, ply, row, other):
    """Return the zone of a sequence from `ply` to `row` without its last moves.

    It has the moves, the replies, and before each move the sets of at most two cells of `other`.
    """
    zone = np.uint64(0)
    for side in range(2):
        zone |= position.stones[ply, side] ^ position.stones[row, side]
    for each in range(ply, row + 1, 2):
        sets = winning_sets(position, each, other)
        for index in range(sets.shape[0]):
            if count(sets[index]) <= 2:
                zone |= sets[index]
    return zone


@bare_kernel
def next_threat(sets, counters, cursors, row):
    """Return the next cell of a set of two, the cell of `counters` if there is one; 0 if none."""
    while cursors[row] < 2 * sets.shape[0]:
        cells = sets[cursors[row] >> 1]
        if count(cells) != 2:
            cursors[row] += 2 - (cursors[row] & 1)
            continue
        move = lowest_bit(cells)
        if cursors[row] & 1:
            move ^= cells
        cursors[row] += 1
        if move == counters or (counters == 0 and prepares_threat(sets, move)):
            return move
    return np.uint64(0)


@bare_kernel
def prepares_threat(sets, move):
    """Return whether a move makes a set of three one of two, so that more threats may follow."""
    found = False
    for index in range(sets.shape[0]):
        found |= sets[index] & move != 0 and count(sets[index]) == 3
    return found
