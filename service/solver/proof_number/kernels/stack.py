"""Frames of a proof-number search: the moves of one position that are still in question.

A move that is refuted leaves its frame, together with those that the same zone refutes, see
`zones`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.bits import bit_in
from service.solver.proof_number.kernels import positional_game
from service.solver.proof_number.kernels.hypergraph import NARROW, UNIT, Room
from service.solver.proof_number.kernels.leaf_proofs import (
    Workspace,
    add_weights,
    fork,
    new_workspace,
    static_zones,
    weigh,
)
from service.solver.proof_number.kernels.numbers import INFINITE
from service.solver.proof_number.kernels.positional_game import (
    ATTACKER,
    ATTACKER_WINS,
    DEFENDER,
    DEFENDER_HOLDS,
    PositionalGame,
    new_positional_game,
)
from service.solver.proof_number.kernels.threat_sequence import win_zone
from service.solver.proof_number.kernels.zones import UNKNOWN, close

# Columns of a frame: proof and disproof number at which to give up, who moves, the number of its
# moves that are in question, the move under way, how many zones refute the others (SEEN if the
# frame is decided without them), the moves put off: where in the row they begin and end, and
# whether the defender would hold if the attacker passed: if not, what she can prove after his
# moves is not worth looking for, since a stone of his more never hurts him.
PROOF_LIMIT, DISPROOF_LIMIT, MOVER, MOVES, CURRENT, ZONES, NEXT, END, PROMISING = range(9)
FRAME_COLUMNS = 9
# Columns of the control row. The slot is the next move of the frame to be numbered, LISTING when
# its moves are not listed yet; the winner is the attacker's first move where that wins, else -1;
# in parallel, other threads work on the same question.
PLY, SLOT, NODES, TABLE_HITS, RESULT, PROOF, DISPROOF, WINNER, PARALLEL = range(9)
CONTROL_COLUMNS = 9
LISTING = -1
SEEN = -1
WIDTHS = (12, 6), (16, 6)
"""Moves of the attacker and of the defender that are in question at a time, in the weak game and in
the strong one, since one that does is enough: measured on 7x4 to 10x4, 4, and on 9x6, 8x7 and
positions of 8x8, 5."""


class Stack(NamedTuple):
    """The state of one search; words are those of its `Room`."""

    position: PositionalGame
    workspace: Workspace
    numbers: np.ndarray
    """Frames, shape (plies, FRAME_COLUMNS), int64."""
    cells: np.ndarray
    """Moves, shape (plies, cells), int64."""
    proofs: np.ndarray
    """Proof number after each move, shape (plies, cells), int64."""
    disproofs: np.ndarray
    """Disproof number after each move, shape (plies, cells), int64."""
    zones: np.ndarray
    """Zones that refute moves of each frame, or a pass, shape (plies, cells + 1), words."""
    decided_zones: np.ndarray
    """The zone of a frame that a move or a look decides, shape (plies,), words."""
    cursors: np.ndarray
    """Scratch of `threat_sequence`, shape (plies + 1,), int64."""
    control: np.ndarray
    """Shape (CONTROL_COLUMNS,), int64."""


def new_stack(room: Room = NARROW) -> Stack:
    """A search of nothing yet."""
    plies, cells = room.plies, room.cells
    return Stack(
        position=new_positional_game(room),
        workspace=new_workspace(room),
        numbers=np.zeros((plies, FRAME_COLUMNS), np.int64),
        cells=np.zeros((plies, cells), np.int64),
        proofs=np.zeros((plies, cells), np.int64),
        disproofs=np.zeros((plies, cells), np.int64),
        zones=np.zeros((plies, cells + 1), room.word),
        decided_zones=np.zeros(plies, room.word),
        cursors=np.zeros(plies + 1, np.int64),
        control=np.zeros(CONTROL_COLUMNS, np.int64),
    )


@bare_kernel
def list_moves(stack, ply):
    """List the moves of a frame, but those that are refuted at once; or decide it.

    They are put off: `widen` brings them in.
    """
    position, frame = stack.position, stack.numbers[ply]
    frame[MOVES] = positional_game.list_moves(position, ply, frame[MOVER], stack.cells[ply])
    stack.control[SLOT] = frame[ZONES] = frame[NEXT] = frame[END] = frame[PROMISING] = 0
    if position.sizes[ply, DEFENDER] == 0:
        refute_at_once(stack, ply)
    elif frame[MOVER] == DEFENDER and frame[MOVES] > 1:
        zone = win_zone(position, ply, ATTACKER, stack.cursors)
        if zone != UNKNOWN:
            refute(stack, ply, zone)
    if frame[ZONES] != SEEN:
        put_off(stack, ply)


@bare_kernel
def refute_at_once(stack, ply):
    """Leave out the moves of a frame of the weak game that are seen to be in vain; or decide it."""
    position, frame = stack.position, stack.numbers[ply]
    zone, passed = static_zones(position, ply, frame[MOVER], stack.workspace)
    if zone != UNKNOWN:
        stack.decided_zones[ply] = zone
        frame[ZONES] = SEEN
        # A move of hers that holds stands for the answer; of his, none is left.
        frame[MOVES] = stack.control[SLOT] = 1 if frame[MOVER] == DEFENDER else 0
        stack.proofs[ply, 0], stack.disproofs[ply, 0] = INFINITE, 0
    elif frame[MOVER] == ATTACKER:
        frame[PROMISING] = passed != UNKNOWN
        if passed != UNKNOWN:
            refute(stack, ply, passed)
    else:
        sets, size = position.sets[ply, ATTACKER], position.sizes[ply, ATTACKER]
        threats, forked = positional_game.singles(sets, size), fork(sets, size)
        if threats != 0 or forked != 0:
            refute(stack, ply, threats if threats != 0 else forked)


@bare_kernel
def put_off(stack, ply):
    """Put off the moves of a frame: first are those that most potential of both sides goes through.

    The defender's counts twice. Which moves are tried first is a guess; none of them is left out.
    """
    position, frame = stack.position, stack.numbers[ply]
    cells, weights = stack.cells[ply], stack.workspace.weights
    weigh(position.sets[ply, ATTACKER], position.sizes[ply, ATTACKER], weights)
    add_weights(position.sets[ply, DEFENDER], position.sizes[ply, DEFENDER], 2 * UNIT, weights)
    for index in range(1, frame[MOVES]):
        cell, place = cells[index], index
        while place > 0 and weights[cells[place - 1]] < weights[cell]:
            cells[place] = cells[place - 1]
            place -= 1
        cells[place] = cell
    frame[END], frame[MOVES] = frame[MOVES], 0


@bare_kernel
def widen(stack, ply):
    """Bring in the next move of a frame that was put off, if there is need; whether one came."""
    frame, zones = stack.numbers[ply], stack.zones[ply]
    strong = np.int64(stack.position.sizes[ply, DEFENDER] != 0)
    width = WIDTHS[strong][frame[MOVER]]
    while frame[MOVES] < width and frame[NEXT] < frame[END]:
        cell = stack.cells[ply, frame[NEXT]]
        frame[NEXT] += 1
        refuted = False
        for index in range(frame[ZONES]):
            refuted |= zones[index] & bit_in(zones[index], cell) == 0
        if not refuted:
            stack.cells[ply, frame[MOVES]] = cell
            frame[MOVES] += 1
            return True
    return False


@bare_kernel
def refute(stack, ply, zone):
    """Leave out the moves of a frame outside a zone that refutes them."""
    frame = stack.numbers[ply]
    cells, proofs, disproofs = stack.cells[ply], stack.proofs[ply], stack.disproofs[ply]
    stack.zones[ply, frame[ZONES]] = zone
    frame[ZONES] += 1
    kept = numbered = 0
    for index in range(frame[MOVES]):
        if zone & bit_in(zone, cells[index]) != 0:
            cells[kept], proofs[kept], disproofs[kept] = (
                cells[index],
                proofs[index],
                disproofs[index],
            )
            kept += 1
            numbered += index < stack.control[SLOT]
    frame[MOVES], stack.control[SLOT] = kept, numbered


@bare_kernel
def leave_out(stack, ply, slot):
    """Leave out a move of a frame that is refuted, where no zone is known."""
    frame = stack.numbers[ply]
    cells, proofs, disproofs = stack.cells[ply], stack.proofs[ply], stack.disproofs[ply]
    for index in range(slot, frame[MOVES] - 1):
        cells[index], proofs[index], disproofs[index] = (
            cells[index + 1],
            proofs[index + 1],
            disproofs[index + 1],
        )
    frame[MOVES] -= 1
    stack.control[SLOT] -= 1


@bare_kernel
def back_up(stack, ply, slot, proof, disproof, zone):
    """Take in what is known of the position after a move; it is at the ply below.

    A move that is refuted goes, and with it those that its zone refutes; one that decides the
    frame makes the others superfluous.
    """
    frame, position = stack.numbers[ply], stack.position
    stack.proofs[ply, slot], stack.disproofs[ply, slot] = proof, disproof
    if proof != 0 and disproof != 0:
        return
    if disproof == 0 and zone != UNKNOWN:
        zone |= position.pairs[ply + 1]
    if (proof if frame[MOVER] == ATTACKER else disproof) == 0:
        move = bit_in(zone, stack.cells[ply, slot])
        stack.decided_zones[ply] = zone if zone == UNKNOWN else zone | move
        frame[MOVES], frame[NEXT] = stack.control[SLOT], frame[END]
    elif zone == UNKNOWN:
        leave_out(stack, ply, slot)
    else:
        refute(stack, ply, zone)


@bare_kernel
def zone_of(stack, ply, result):
    """The zone of a decided frame."""
    frame, position = stack.numbers[ply], stack.position
    by_move = (result == ATTACKER_WINS) == (frame[MOVER] == ATTACKER)
    if by_move or frame[ZONES] == SEEN:
        return stack.decided_zones[ply]
    if result == ATTACKER_WINS and position.sizes[ply, DEFENDER] != 0:
        return UNKNOWN
    sets, size = position.sets[ply, ATTACKER], position.sizes[ply, ATTACKER]
    return close(stack.zones[ply], frame[ZONES], sets, size, result == DEFENDER_HOLDS)
