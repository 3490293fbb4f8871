"""Depth-first proof-number search of a contest: can the attacker complete a line?

After Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002). What is
proven goes into the transposition table with its key; estimates (proof numbers of open positions)
go into a table of their own, which nothing relies on.

The stack is explicit: a search stops before any node and later goes on from there.
"""

from __future__ import annotations

import numpy as np

from service.solver.kernels import contest as positions
from service.solver.kernels import table as tt
from service.solver.kernels.bits import bit
from service.solver.kernels.contest import ATTACKER, ATTACKER_WINS, DEFENDER, DEFENDER_HOLDS, OPEN
from service.solver.kernels.hypergraph import UNIT
from service.solver.kernels.jit import kernel
from service.solver.kernels.proof_frames import (
    CROWD,
    CURRENT,
    DISPROOF,
    DISPROOF_LIMIT,
    INFINITE,
    LISTING,
    MOVER,
    MOVES,
    NODES,
    PLY,
    PROOF,
    PROOF_LIMIT,
    RESULT,
    SLOT,
    TABLE_HITS,
    WINNER,
    list_moves,
    sum_up,
    take,
    zone_of,
)
from service.solver.kernels.symmetry import moved
from service.solver.kernels.verdicts import judge
from service.solver.kernels.zones import UNKNOWN


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
def settle(game, table, search, ply, attacker_colour, key, verdict, zone, nodes):
    """Keep a proven position: as a lower bound of 1 if he wins, else as an upper bound of 0."""
    first, second, symmetry = positions.name(game, search.contest, ply, attacker_colour)
    lower, upper = (1, 1) if verdict == ATTACKER_WINS else (0, 0)
    if search.contest.sizes[ply, DEFENDER] != 0:
        tt.store(table, first, second, key, lower, upper, 0, nodes)
    else:
        kept = first & ~second | moved(game.images[symmetry], zone) & second
        tt.keep(table, second, kept, key, second, lower, upper, 0, nodes)


@kernel
def decided(verdict):
    """Proof and disproof number of a decided position."""
    if verdict == ATTACKER_WINS:
        return np.int64(0), INFINITE
    return INFINITE, np.int64(0)


@kernel
def assess_child(game, table, estimates, search, ply, attacker_colour, keys, slot):
    """Proof and disproof number after the move in `slot` of the frame's moves, and a zone."""
    contest, mover = search.contest, search.numbers[ply, MOVER]
    positions.play(contest, ply, mover, bit(search.cells[ply, slot]))
    below = ply + 1
    if contest.sizes[below, ATTACKER] == 0:
        return INFINITE, np.int64(0), np.uint64(0)
    first, second, symmetry = positions.name(game, contest, below, attacker_colour)
    key = positions.key_of(contest, below, 1 - mover, keys)
    zone = UNKNOWN
    if contest.sizes[below, DEFENDER] != 0:
        entry = tt.probe(table, first, second, key)
    else:
        entry, zone = tt.recall(table, second, first & ~second, key, second)
        zone = moved(game.preimages[symmetry], zone)
    if entry != 0:
        search.control[TABLE_HITS] += 1
        proof, disproof = decided(ATTACKER_WINS if tt.lower_of(entry) > 0 else DEFENDER_HOLDS)
        return proof, disproof, zone
    proof, disproof = recall(estimates, first, second, key)
    if proof >= 0:
        return proof, disproof, UNKNOWN
    verdict, lacking, zone = judge(contest, below, 1 - mover, search.sight)
    if verdict == OPEN:
        # Little is easy for the defender, much for the attacker: squared, measured on 7x4, 4.
        square = lacking * lacking // UNIT
        return 1 + 4 * UNIT // (square + 1), 1 + 16 * square // UNIT, UNKNOWN
    settle(game, table, search, below, attacker_colour, key, verdict, zone, 1)
    proof, disproof = decided(verdict)
    return proof, disproof, zone


@kernel
def number_moves(game, table, estimates, search, ply, attacker_colour, keys, node_limit):
    """Number the moves of a frame, a node each; whether the nodes sufficed."""
    control, frame = search.control, search.numbers[ply]
    if control[SLOT] == LISTING:
        list_moves(search, ply)
    while control[SLOT] < frame[MOVES]:
        if control[NODES] >= node_limit:
            return False
        control[NODES] += 1
        slot = control[SLOT]
        proof, disproof, zone = assess_child(
            game, table, estimates, search, ply, attacker_colour, keys, slot
        )
        control[SLOT] += 1
        take(search, ply, slot, proof, disproof, zone)
    return True


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
    control[RESULT], _, _ = judge(search.contest, 0, mover, search.sight)


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
        key = positions.key_of(search.contest, ply, frame[MOVER], keys)
        zone = UNKNOWN
        if verdict == OPEN:
            first, other, _ = positions.name(game, search.contest, ply, attacker_colour)
            remember(estimates, first, other, key, proof, disproof)
        else:
            zone = zone_of(search, ply, verdict)
            settle(game, table, search, ply, attacker_colour, key, verdict, zone, 1 << 10)
        ply -= 1
        control[SLOT] = search.numbers[ply, MOVES]
        take(search, ply, search.numbers[ply, CURRENT], proof, disproof, zone)
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
    first, second, _ = positions.name(game, search.contest, ply + 1, attacker_colour)
    key = positions.key_of(search.contest, ply + 1, 1 - frame[MOVER], keys)
    remember(estimates, first, second, key, proof, disproof)
