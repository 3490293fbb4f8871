"""Frames of a proof-number search: the moves of one position that are still in question.

A move that is refuted leaves its frame, together with those that the same zone refutes, see
`zones`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.kernels import contest as positions
from service.solver.kernels.bits import bit
from service.solver.kernels.contest import (
    ATTACKER,
    ATTACKER_WINS,
    CELLS,
    DEFENDER,
    DEFENDER_HOLDS,
    PLIES,
    Contest,
    new_contest,
)
from service.solver.kernels.jit import kernel
from service.solver.kernels.verdicts import Sight, examine, fork, new_sight
from service.solver.kernels.zones import UNKNOWN, close

INFINITE = np.int64(1) << 30

# Columns of a frame: proof and disproof number at which to give up, who moves, the number of its
# moves that are not refuted, the move under way, and how many zones refute the others (SEEN if the
# frame is decided without them).
PROOF_LIMIT, DISPROOF_LIMIT, MOVER, MOVES, CURRENT, ZONES = range(6)
FRAME_COLUMNS = 6
# Columns of the control row. The slot is the next move of the frame to be numbered, LISTING when
# its moves are not listed yet; the winner is the attacker's first move where that wins, else -1;
# in a crowd, other threads work on the same question.
PLY, SLOT, NODES, TABLE_HITS, RESULT, PROOF, DISPROOF, WINNER, CROWD = range(9)
CONTROL_COLUMNS = 9
LISTING = -1
SEEN = -1


class Search(NamedTuple):
    """The state of one search."""

    contest: Contest
    sight: Sight
    numbers: np.ndarray
    """Frames, shape (PLIES, FRAME_COLUMNS), int64."""
    cells: np.ndarray
    """Moves, shape (PLIES, CELLS), int64."""
    proofs: np.ndarray
    """Proof number after each move, shape (PLIES, CELLS), int64."""
    disproofs: np.ndarray
    """Disproof number after each move, shape (PLIES, CELLS), int64."""
    zones: np.ndarray
    """Zones that refute moves of each frame, or a pass, shape (PLIES, CELLS + 1), uint64."""
    verdict_zones: np.ndarray
    """The zone of a frame that a move or a look decides, shape (PLIES,), uint64."""
    control: np.ndarray
    """Shape (CONTROL_COLUMNS,), int64."""


def new_search() -> Search:
    """A search of nothing yet."""
    return Search(
        contest=new_contest(),
        sight=new_sight(),
        numbers=np.zeros((PLIES, FRAME_COLUMNS), np.int64),
        cells=np.zeros((PLIES, CELLS), np.int64),
        proofs=np.zeros((PLIES, CELLS), np.int64),
        disproofs=np.zeros((PLIES, CELLS), np.int64),
        zones=np.zeros((PLIES, CELLS + 1), np.uint64),
        verdict_zones=np.zeros(PLIES, np.uint64),
        control=np.zeros(CONTROL_COLUMNS, np.int64),
    )


@kernel
def list_moves(search, ply):
    """List the moves of a frame, but those that are refuted at once; or decide it."""
    contest, frame = search.contest, search.numbers[ply]
    frame[MOVES] = positions.list_moves(contest, ply, frame[MOVER], search.cells[ply])
    search.control[SLOT] = frame[ZONES] = 0
    if contest.sizes[ply, DEFENDER] != 0:
        return
    zone, passed = examine(contest, ply, frame[MOVER], search.sight)
    if zone != UNKNOWN:
        search.verdict_zones[ply] = zone
        frame[ZONES] = SEEN
        # A move of hers that holds stands for the answer; of his, none is left.
        frame[MOVES] = search.control[SLOT] = 1 if frame[MOVER] == DEFENDER else 0
        search.proofs[ply, 0], search.disproofs[ply, 0] = INFINITE, 0
    elif frame[MOVER] == ATTACKER:
        if passed != UNKNOWN:
            refute(search, ply, passed)
    else:
        sets, size = contest.sets[ply, ATTACKER], contest.sizes[ply, ATTACKER]
        threats, forked = positions.singles(sets, size), fork(sets, size)
        if threats != 0 or forked != 0:
            refute(search, ply, threats if threats != 0 else forked)


@kernel
def refute(search, ply, zone):
    """Leave out the moves of a frame outside a zone that refutes them."""
    frame = search.numbers[ply]
    cells, proofs, disproofs = search.cells[ply], search.proofs[ply], search.disproofs[ply]
    search.zones[ply, frame[ZONES]] = zone
    frame[ZONES] += 1
    kept = numbered = 0
    for index in range(frame[MOVES]):
        if zone & bit(cells[index]) != 0:
            cells[kept], proofs[kept], disproofs[kept] = (
                cells[index],
                proofs[index],
                disproofs[index],
            )
            kept += 1
            numbered += index < search.control[SLOT]
    frame[MOVES], search.control[SLOT] = kept, numbered


@kernel
def leave_out(search, ply, slot):
    """Leave out a move of a frame that is refuted, where no zone is known."""
    frame = search.numbers[ply]
    cells, proofs, disproofs = search.cells[ply], search.proofs[ply], search.disproofs[ply]
    for index in range(slot, frame[MOVES] - 1):
        cells[index], proofs[index], disproofs[index] = (
            cells[index + 1],
            proofs[index + 1],
            disproofs[index + 1],
        )
    frame[MOVES] -= 1
    search.control[SLOT] -= 1


@kernel
def take(search, ply, slot, proof, disproof, zone):
    """Take in what is known of the position after a move; it is at the ply below.

    A move that is refuted goes, and with it those that its zone refutes; one that decides the
    frame makes the others superfluous.
    """
    frame, contest = search.numbers[ply], search.contest
    search.proofs[ply, slot], search.disproofs[ply, slot] = proof, disproof
    if proof != 0 and disproof != 0:
        return
    if disproof == 0 and zone != UNKNOWN:
        zone |= contest.pairs[ply + 1]
    if proof == 0 and contest.sizes[ply, DEFENDER] != 0:
        zone = UNKNOWN
    if (proof if frame[MOVER] == ATTACKER else disproof) == 0:
        search.verdict_zones[ply] = zone if zone == UNKNOWN else zone | bit(search.cells[ply, slot])
        frame[MOVES] = search.control[SLOT]
    elif zone == UNKNOWN:
        leave_out(search, ply, slot)
    else:
        refute(search, ply, zone)


@kernel
def zone_of(search, ply, verdict):
    """The zone of a decided frame."""
    frame, contest = search.numbers[ply], search.contest
    by_move = (verdict == ATTACKER_WINS) == (frame[MOVER] == ATTACKER)
    if by_move or frame[ZONES] == SEEN:
        return search.verdict_zones[ply]
    if verdict == ATTACKER_WINS and contest.sizes[ply, DEFENDER] != 0:
        return UNKNOWN
    sets, size = contest.sets[ply, ATTACKER], contest.sizes[ply, ATTACKER]
    return close(search.zones[ply], frame[ZONES], sets, size, verdict == DEFENDER_HOLDS)


@kernel
def sum_up(best, others, moves):
    """Of one frame: the least of `best`, the second least, its slot, and the sum of `others`."""
    least = second = INFINITE
    slot = 0
    total = np.int64(0)
    for index in range(moves):
        if best[index] < least:
            least, second, slot = best[index], least, index
        elif best[index] < second:
            second = best[index]
        total += others[index]
    if least == 0:
        total = INFINITE
    return least, second, slot, min(total, INFINITE)
