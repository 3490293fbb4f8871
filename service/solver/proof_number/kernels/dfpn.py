"""Depth-first proof-number search of a position: can the attacker complete a line?

After Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002). What is
proven goes into the transposition table with its key; the proof numbers of open positions
go into a table of their own, which nothing relies on.

The stack is explicit: a search stops before any node and later goes on from there.
"""

from __future__ import annotations

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.bits import bit_in
from service.solver.lines.kernels.symmetry import moved
from service.solver.memory.kernels import table as tt
from service.solver.proof_number.kernels import positional_game
from service.solver.proof_number.kernels.leaf_proofs import forget, static_proof
from service.solver.proof_number.kernels.numbers import (
    INFINITE,
    LARGEST,
    decided,
    first_numbers,
    limit_of_most,
    probe_numbers,
    store_numbers,
    take_together,
)
from service.solver.proof_number.kernels.positional_game import (
    ATTACKER,
    ATTACKER_WINS,
    DEFENDER,
    DEFENDER_HOLDS,
    OPEN,
)
from service.solver.proof_number.kernels.stack import (
    CURRENT,
    DISPROOF,
    DISPROOF_LIMIT,
    LISTING,
    MOVER,
    MOVES,
    NODES,
    PARALLEL,
    PLY,
    PROMISING,
    PROOF,
    PROOF_LIMIT,
    RESULT,
    SLOT,
    TABLE_HITS,
    WINNER,
    back_up,
    list_moves,
    widen,
    zone_of,
)
from service.solver.proof_number.kernels.threat_sequence import forced
from service.solver.proof_number.kernels.zones import UNKNOWN


@bare_kernel
def store_proven(game, table, stack, ply, attacker_colour, key, result, zone, nodes):
    """Keep a proven position: as a lower bound of 1 if he wins, else as an upper bound of 0."""
    first, second, symmetry = positional_game.canonical_key(
        game, stack.position, ply, attacker_colour
    )
    lower, upper = (1, 1) if result == ATTACKER_WINS else (0, 0)
    if stack.position.sizes[ply, DEFENDER] != 0:
        tt.store(table, first, second, key, lower, upper, 0, nodes)
    else:
        # Where no zone is known, it is all that matters; the word for that may be too narrow.
        named = second if zone == UNKNOWN else moved(game.images[symmetry], zone) & second
        kept = first & ~second | named
        tt.keep(table, second, kept, key, second, lower, upper, 0, nodes)


@bare_kernel
def assess_child(game, table, numbers, stack, ply, attacker_colour, keys, slot):
    """Proof and disproof number after the move in `slot` of the frame's moves, and a zone."""
    position, mover = stack.position, stack.numbers[ply, MOVER]
    move = bit_in(position.stones[ply, mover], stack.cells[ply, slot])
    positional_game.play(position, ply, mover, move)
    below = ply + 1
    # A false tag among the numbers may have hidden that a set lacks one cell only.
    if positional_game.completed(position, below, mover):
        proof, disproof = decided(ATTACKER_WINS if mover == ATTACKER else DEFENDER_HOLDS)
        return proof, disproof, np.uint64(0) if mover == ATTACKER else UNKNOWN
    if position.sizes[below, ATTACKER] == 0:
        return INFINITE, np.int64(0), np.uint64(0)
    first, second, symmetry = positional_game.canonical_key(game, position, below, attacker_colour)
    key = positional_game.key_of(position, below, 1 - mover, keys)
    zone = UNKNOWN
    if position.sizes[below, DEFENDER] != 0:
        entry = tt.probe(table, first, second, key)
    else:
        entry, zone = tt.recall(table, second, first & ~second, key, second)
        zone = moved(game.preimages[symmetry], zone)
    if entry != 0:
        stack.control[TABLE_HITS] += 1
        proof, disproof = decided(ATTACKER_WINS if tt.lower_of(entry) > 0 else DEFENDER_HOLDS)
        return proof, disproof, zone
    proof, disproof = probe_numbers(numbers, first, second, key)
    if proof >= 0:
        return proof, disproof, UNKNOWN
    result, residual, zone = static_proof(
        position, below, 1 - mover, stack.numbers[ply, PROMISING], stack.workspace
    )
    if result == OPEN and position.sizes[below, DEFENDER] != 0:
        result, zone = forced(position, below, 1 - mover, stack.cursors)
    if result == OPEN:
        proof, disproof = first_numbers(residual, position.sizes[below, DEFENDER] == 0)
        return proof, disproof, UNKNOWN
    store_proven(game, table, stack, below, attacker_colour, key, result, zone, 1)
    proof, disproof = decided(result)
    return proof, disproof, zone


@bare_kernel
def expand(game, table, numbers, stack, ply, attacker_colour, keys, node_limit):
    """Number the moves of a frame, a node each; whether the nodes sufficed."""
    control, frame = stack.control, stack.numbers[ply]
    if control[SLOT] == LISTING:
        list_moves(stack, ply)
    while control[SLOT] < frame[MOVES] or widen(stack, ply):
        if control[NODES] >= node_limit:
            return False
        control[NODES] += 1
        slot = control[SLOT]
        proof, disproof, zone = assess_child(
            game, table, numbers, stack, ply, attacker_colour, keys, slot
        )
        control[SLOT] += 1
        back_up(stack, ply, slot, proof, disproof, zone)
    return True


@bare_kernel
def begin(game, stack, attacker_colour, stones, mover, weak):
    """Set up the question whether the attacker, with `mover` to move, completes a line.

    `weak` asks it of the weak game. `stones` are his and hers, as words; the game
    has no more lines than there is room for, and nobody has completed one.
    """
    control, frame = stack.control, stack.numbers[0]
    control[PLY] = 0
    control[SLOT] = LISTING
    control[WINNER] = -1
    control[PROOF] = control[DISPROOF] = 1
    positional_game.set_up(game, stack.position, attacker_colour, stones[0], stones[1], weak)
    frame[PROOF_LIMIT] = frame[DISPROOF_LIMIT] = INFINITE
    frame[MOVER] = mover
    forget(stack.workspace)
    control[RESULT], _, _ = static_proof(stack.position, 0, mover, True, stack.workspace)


@bare_kernel
def prove(game, table, numbers, stack, attacker_colour, keys, node_limit):
    """Go on until the question is answered (`RESULT`) or the nodes are spent; whether answered.

    `keys`, shape (4,), name the game in the table: weak with the attacker and with the defender
    to move, then strong.
    """
    control = stack.control
    ply = control[PLY]
    while control[RESULT] == OPEN:
        frame = stack.numbers[ply]
        if not expand(game, table, numbers, stack, ply, attacker_colour, keys, node_limit):
            control[PLY] = ply
            return False
        proofs, disproofs = stack.proofs[ply], stack.disproofs[ply]
        if frame[MOVER] == ATTACKER:
            proof, second, slot, disproof = take_together(proofs, disproofs, frame[MOVES])
        else:
            disproof, second, slot, proof = take_together(disproofs, proofs, frame[MOVES])
        if ply == 0:
            control[PROOF], control[DISPROOF] = proof, disproof
        if proof < frame[PROOF_LIMIT] and disproof < frame[DISPROOF_LIMIT]:
            descend(stack, ply, second, slot)
            if control[PARALLEL]:
                add_virtual_numbers(game, numbers, stack, ply, attacker_colour, keys)
            ply += 1
            control[SLOT] = LISTING
            continue
        result = ATTACKER_WINS if proof == 0 else DEFENDER_HOLDS if disproof == 0 else OPEN
        if ply == 0:
            control[RESULT] = result
            if result == ATTACKER_WINS and frame[MOVER] == ATTACKER:
                control[WINNER] = stack.cells[0, slot]
            break
        key = positional_game.key_of(stack.position, ply, frame[MOVER], keys)
        zone = UNKNOWN
        if result == OPEN:
            first, other, _ = positional_game.canonical_key(
                game, stack.position, ply, attacker_colour
            )
            store_numbers(numbers, first, other, key, proof, disproof)
        else:
            zone = zone_of(stack, ply, result)
            store_proven(game, table, stack, ply, attacker_colour, key, result, zone, 1 << 10)
        ply -= 1
        control[SLOT] = stack.numbers[ply, MOVES]
        back_up(stack, ply, stack.numbers[ply, CURRENT], proof, disproof, zone)
    return True


@bare_kernel
def descend(stack, ply, second, slot):
    """Set up the frame of the most promising move, with the limits at which to come back."""
    frame, below = stack.numbers[ply], stack.numbers[ply + 1]
    mover = frame[MOVER]
    frame[CURRENT] = slot
    # A little beyond the second best, so that the search does not go back and forth.
    enough = second + 2 + second // 8
    if mover == ATTACKER:
        below[PROOF_LIMIT] = min(frame[PROOF_LIMIT], enough)
        below[DISPROOF_LIMIT] = limit_of_most(frame[DISPROOF_LIMIT], frame[MOVES])
    else:
        below[DISPROOF_LIMIT] = min(frame[DISPROOF_LIMIT], enough)
        below[PROOF_LIMIT] = limit_of_most(frame[PROOF_LIMIT], frame[MOVES])
    below[MOVER] = 1 - mover
    move = bit_in(stack.position.stones[ply, mover], stack.cells[ply, slot])
    positional_game.play(stack.position, ply, mover, move)


@bare_kernel
def add_virtual_numbers(game, numbers, stack, ply, attacker_colour, keys):
    """Make the move under way look harder to other threads, so that they take another.

    Virtual proof numbers, after Kaneko, "Parallel depth first proof number search" (2010).
    """
    frame, slot = stack.numbers[ply], stack.numbers[ply, CURRENT]
    proof, disproof = stack.proofs[ply, slot], stack.disproofs[ply, slot]
    if frame[MOVER] == ATTACKER:
        proof = min(proof + 1 + proof // 2, LARGEST)
    else:
        disproof = min(disproof + 1 + disproof // 2, LARGEST)
    first, second, _ = positional_game.canonical_key(game, stack.position, ply + 1, attacker_colour)
    key = positional_game.key_of(stack.position, ply + 1, 1 - frame[MOVER], keys)
    store_numbers(numbers, first, second, key, proof, disproof)
