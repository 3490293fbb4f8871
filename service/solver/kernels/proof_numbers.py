"""Depth-first proof-number search of a contest: can the attacker complete a line?

After Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002). What is
proven goes into the transposition table with its key; estimates (proof numbers of open positions)
go into a table of their own, which nothing relies on.

The stack is explicit: a search stops before any node and later goes on from there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.kernels import contest as positions
from service.solver.kernels import table as tt
from service.solver.kernels.bits import bit
from service.solver.kernels.contest import (
    ATTACKER,
    ATTACKER_WINS,
    CELLS,
    DEFENDER_HOLDS,
    OPEN,
    PLIES,
    UNIT,
    Contest,
    new_contest,
)
from service.solver.kernels.jit import kernel

INFINITE = np.int64(1) << 30

# Columns of a frame: proof and disproof number at which to give up, who moves, the number of its
# moves, and the move under way.
PROOF_LIMIT, DISPROOF_LIMIT, MOVER, MOVES, CURRENT = range(5)
FRAME_COLUMNS = 5
# Columns of the control row. The slot is the next move of the frame to be numbered, LISTING when
# its moves are not listed yet; the winner is the attacker's first move where that wins, else -1;
# in a crowd, other threads work on the same question.
PLY, SLOT, NODES, TABLE_HITS, RESULT, PROOF, DISPROOF, WINNER, CROWD = range(9)
CONTROL_COLUMNS = 9
LISTING = -1


class Search(NamedTuple):
    """The state of one search."""

    contest: Contest
    numbers: np.ndarray
    """Frames, shape (PLIES, FRAME_COLUMNS), int64."""
    cells: np.ndarray
    """Moves, shape (PLIES, CELLS), int64."""
    proofs: np.ndarray
    """Proof number after each move, shape (PLIES, CELLS), int64."""
    disproofs: np.ndarray
    """Disproof number after each move, shape (PLIES, CELLS), int64."""
    control: np.ndarray
    """Shape (CONTROL_COLUMNS,), int64."""


def new_search() -> Search:
    """A search of nothing yet."""
    return Search(
        contest=new_contest(),
        numbers=np.zeros((PLIES, FRAME_COLUMNS), np.int64),
        cells=np.zeros((PLIES, CELLS), np.int64),
        proofs=np.zeros((PLIES, CELLS), np.int64),
        disproofs=np.zeros((PLIES, CELLS), np.int64),
        control=np.zeros(CONTROL_COLUMNS, np.int64),
    )


@kernel
def recall(estimates, first, second, key):
    """Proof and disproof number of an open position, -1 where unknown.

    `estimates` has shape (entries, 2), uint64, a power of two of entries.
    """
    tag = tt.mix(first, second, key)
    entry = estimates[np.int64(tag & np.uint64(estimates.shape[0] - 1))]
    proof, disproof = (
        np.int64(entry[1] >> np.uint64(32)),
        np.int64(entry[1] & np.uint64(0xFFFFFFFF)),
    )
    # Another thread may be writing: a number of 0 would be taken for a proof.
    if entry[0] != tag or proof == 0 or disproof == 0:
        return np.int64(-1), np.int64(-1)
    return proof, disproof


@kernel
def remember(estimates, first, second, key, proof, disproof):
    """Keep the numbers of an open position."""
    tag = tt.mix(first, second, key)
    entry = estimates[np.int64(tag & np.uint64(estimates.shape[0] - 1))]
    entry[1] = np.uint64(proof) << np.uint64(32) | np.uint64(disproof)
    entry[0] = tag


@kernel
def settle(table, first, second, key, verdict, nodes):
    """Keep a proven position: as a lower bound of 1 if he wins, else as an upper bound of 0."""
    lower, upper = (1, 1) if verdict == ATTACKER_WINS else (0, 0)
    tt.store(table, first, second, key, lower, upper, 0, nodes)


@kernel
def decided(verdict):
    """Proof and disproof number of a decided position."""
    if verdict == ATTACKER_WINS:
        return np.int64(0), INFINITE
    return INFINITE, np.int64(0)


@kernel
def assess_child(game, table, estimates, search, ply, attacker_colour, keys, slot):
    """Proof and disproof number after the move in `slot` of the frame's moves."""
    contest, mover = search.contest, search.numbers[ply, MOVER]
    positions.play(contest, ply, mover, bit(search.cells[ply, slot]))
    below = ply + 1
    if contest.sizes[below, ATTACKER] == 0:
        return decided(DEFENDER_HOLDS)
    first, second = positions.name(game, contest, below, attacker_colour)
    key = positions.key_of(contest, below, 1 - mover, keys)
    entry = tt.probe(table, first, second, key)
    if entry != 0:
        search.control[TABLE_HITS] += 1
        return decided(ATTACKER_WINS if tt.lower_of(entry) > 0 else DEFENDER_HOLDS)
    proof, disproof = recall(estimates, first, second, key)
    if proof >= 0:
        return proof, disproof
    verdict, potential = positions.judge(contest, below, 1 - mover)
    if verdict == OPEN:
        # A low potential is easy for the defender, a high one for the attacker.
        return 1 + 4 * UNIT // (potential + 1), 1 + 16 * potential // UNIT
    settle(table, first, second, key, verdict, 1)
    return decided(verdict)


@kernel
def number_moves(game, table, estimates, search, ply, attacker_colour, keys, node_limit):
    """Number the moves of a frame, a node each; whether that was done before the nodes were spent.

    A move that decides the frame makes the others superfluous.
    """
    control, frame = search.control, search.numbers[ply]
    if control[SLOT] == LISTING:
        frame[MOVES] = positions.list_moves(search.contest, ply, frame[MOVER], search.cells[ply])
        control[SLOT] = 0
    while control[SLOT] < frame[MOVES]:
        if control[NODES] >= node_limit:
            return False
        control[NODES] += 1
        slot = control[SLOT]
        proof, disproof = assess_child(
            game, table, estimates, search, ply, attacker_colour, keys, slot
        )
        search.proofs[ply, slot], search.disproofs[ply, slot] = proof, disproof
        control[SLOT] += 1
        if (proof if frame[MOVER] == ATTACKER else disproof) == 0:
            frame[MOVES] = control[SLOT]
    return True


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


@kernel
def begin(game, search, attacker_colour, attacker, defender, mover, weak):
    """Set up the question whether the attacker, with `mover` to move, completes a line.

    `weak` asks it of the weak game. The game has at most `MOST_SETS` lines, and nobody has
    completed one.
    """
    control, frame = search.control, search.numbers[0]
    control[PLY] = 0
    control[SLOT] = LISTING
    control[WINNER] = -1
    control[PROOF] = control[DISPROOF] = 1
    positions.set_up(game, search.contest, attacker_colour, attacker, defender, weak)
    frame[PROOF_LIMIT] = frame[DISPROOF_LIMIT] = INFINITE
    frame[MOVER] = mover
    control[RESULT], _ = positions.judge(search.contest, 0, mover)


@kernel
def prove(game, table, estimates, search, attacker_colour, keys, node_limit):
    """Go on until the question is answered (`RESULT`) or the nodes are spent; whether answered.

    `keys`, shape (4,), name the game in the table: weak with the attacker and with the defender
    to move, then strong.
    """
    control = search.control
    ply = control[PLY]
    while control[RESULT] == OPEN:
        frame = search.numbers[ply]
        if not number_moves(game, table, estimates, search, ply, attacker_colour, keys, node_limit):
            control[PLY] = ply
            return False
        proofs, disproofs = search.proofs[ply], search.disproofs[ply]
        if frame[MOVER] == ATTACKER:
            proof, second, slot, disproof = sum_up(proofs, disproofs, frame[MOVES])
        else:
            disproof, second, slot, proof = sum_up(disproofs, proofs, frame[MOVES])
        if ply == 0:
            control[PROOF], control[DISPROOF] = proof, disproof
        if proof < frame[PROOF_LIMIT] and disproof < frame[DISPROOF_LIMIT]:
            descend(search, ply, proof, disproof, second, slot)
            if control[CROWD]:
                deter(game, estimates, search, ply, attacker_colour, keys)
            ply += 1
            control[SLOT] = LISTING
            continue
        verdict = ATTACKER_WINS if proof == 0 else DEFENDER_HOLDS if disproof == 0 else OPEN
        if ply == 0:
            control[RESULT] = verdict
            if verdict == ATTACKER_WINS and frame[MOVER] == ATTACKER:
                control[WINNER] = search.cells[0, slot]
            break
        first, other = positions.name(game, search.contest, ply, attacker_colour)
        key = positions.key_of(search.contest, ply, frame[MOVER], keys)
        if verdict == OPEN:
            remember(estimates, first, other, key, proof, disproof)
        else:
            settle(table, first, other, key, verdict, 1 << 10)
        ply -= 1
        slot = search.numbers[ply, CURRENT]
        search.proofs[ply, slot], search.disproofs[ply, slot] = proof, disproof
        control[SLOT] = search.numbers[ply, MOVES]
    return True


@kernel
def descend(search, ply, proof, disproof, second, slot):
    """Set up the frame of the most promising move, with the limits at which to come back."""
    frame, below = search.numbers[ply], search.numbers[ply + 1]
    mover = frame[MOVER]
    frame[CURRENT] = slot
    # A little beyond the second best, so that the search does not go back and forth.
    enough = second + 1 + second // 4
    if mover == ATTACKER:
        below[PROOF_LIMIT] = min(frame[PROOF_LIMIT], enough)
        rest = disproof - search.disproofs[ply, slot]
        below[DISPROOF_LIMIT] = min(frame[DISPROOF_LIMIT] - rest, INFINITE)
    else:
        below[DISPROOF_LIMIT] = min(frame[DISPROOF_LIMIT], enough)
        rest = proof - search.proofs[ply, slot]
        below[PROOF_LIMIT] = min(frame[PROOF_LIMIT] - rest, INFINITE)
    below[MOVER] = 1 - mover
    positions.play(search.contest, ply, mover, bit(search.cells[ply, slot]))


@kernel
def deter(game, estimates, search, ply, attacker_colour, keys):
    """Make the move under way look harder to other threads, so that they take another.

    Virtual proof numbers, after Kaneko, "Parallel depth first proof number search" (2010).
    """
    frame, slot = search.numbers[ply], search.numbers[ply, CURRENT]
    proof, disproof = search.proofs[ply, slot], search.disproofs[ply, slot]
    if frame[MOVER] == ATTACKER:
        proof = min(proof + 1 + proof // 2, INFINITE - 1)
    else:
        disproof = min(disproof + 1 + disproof // 2, INFINITE - 1)
    first, second = positions.name(game, search.contest, ply + 1, attacker_colour)
    key = positions.key_of(search.contest, ply + 1, 1 - frame[MOVER], keys)
    remember(estimates, first, second, key, proof, disproof)
