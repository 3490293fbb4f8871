"""Depth-first proof-number search (df-pn): can the attacker complete a line?

After Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002). The attacker
moves at OR nodes, the defender at AND nodes. To prove a node is to show that the attacker wins,
to disprove it that the defender holds. No position repeats within a game, so that the search needs
no treatment of cycles or of the graph-history interaction problem.

Solved positions go into the transposition table; the numbers of open positions go into a table of
their own, on which no answer relies. The stack is explicit, so that a search can stop at any node.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.bits import bit_in
from service.solver.lines.kernels.symmetry import moved
from service.solver.memory.kernels import table as tt
from service.solver.proof_number.kernels import (
    expansion,
    leaf_proofs,
    positional_game,
    proof_numbers,
)
from service.solver.proof_number.kernels.positional_game import (
    ATTACKER,
    ATTACKER_WINS,
    DEFENDER,
    DEFENDER_HOLDS,
    OPEN,
)
from service.solver.proof_number.kernels.state import UNEXPANDED
from service.solver.proof_number.kernels.threat_sequence import forced_result
from service.solver.proof_number.kernels.zones import UNKNOWN

LEAF_WORK, TREE_WORK = 1, 1 << 10
"""The nodes that an entry of the transposition table is said to have cost: those of leaves give
way to those of searched positions."""


@bare_kernel
def set_up_root(game, search, attacker, stones, mover, weak):
    """Set up the question whether the attacker, with `mover` to move, completes a line.

    `attacker` is the colour of the attacker, `stones` are those of the attacker and of the
    defender, two words. `weak` asks the question of the weak game. The game has no more lines than
    the search has room for, and nobody has completed one.
    """
    control, root = search.control, search.frames[0]
    control.attacker = attacker
    control.ply = 0
    control.next_child = UNEXPANDED
    control.winning_move = -1
    control.proof = control.disproof = 1
    positional_game.set_up(game, search.position, attacker, stones[0], stones[1], weak)
    root.mover = mover
    root.proof_threshold = root.disproof_threshold = proof_numbers.INFINITE
    leaf_proofs.forget(search.scratch)
    control.result, _, _ = leaf_proofs.static_proof(search.position, 0, mover, True, search.scratch)


@bare_kernel
def prove(game, tables, search, node_limit):
    """Search until the question is answered or `node_limit` nodes are spent in all.

    Returns whether the question is answered; `search.control.result` says how.
    """
    control = search.control
    ply = control.ply
    while control.result == OPEN:
        frame = search.frames[ply]

        # 1. Expansion: generate and evaluate the children that are in question.
        if not expand(game, tables, search, ply, node_limit):
            control.ply = ply
            return False

        # 2. Back-up: proof and disproof number of the node from those of its children.
        proof, disproof, most_proving, second = proof_numbers.combine_children(
            search.children[ply], frame.child_count, frame.mover
        )
        if ply == 0:
            control.proof, control.disproof = proof, disproof

        # 3. Selection: below both thresholds, go on at the most-proving child.
        if proof < frame.proof_threshold and disproof < frame.disproof_threshold:
            descend(search, ply, most_proving, second)
            if control.parallel:
                store_virtual_numbers(game, tables, search, ply)
            ply += 1
            control.next_child = UNEXPANDED
            continue

        # 4. Result: the root is solved, since no open number reaches its thresholds.
        result = ATTACKER_WINS if proof == 0 else DEFENDER_HOLDS if disproof == 0 else OPEN
        if ply == 0:
            control.result = result
            if result == ATTACKER_WINS and frame.mover == ATTACKER:
                control.winning_move = search.children[0, most_proving].cell
            break

        # 5. Table: keep the numbers of an open node, or the value and the zone of a solved one.
        name = positional_game.name_of(game, search.position, ply, frame.mover, control.attacker)
        zone = UNKNOWN
        if result == OPEN:
            proof_numbers.store_numbers(tables.numbers, name, proof, disproof)
        else:
            zone = expansion.zone_of_solved(search, ply, result)
            store_solved(game, tables, search, ply, name, result, zone, TREE_WORK)

        # 6. Return: update the child in its parent.
        ply -= 1
        parent = search.frames[ply]
        control.next_child = parent.child_count
        expansion.update_child(search, ply, parent.most_proving, proof, disproof, zone)
    return True


@bare_kernel
def expand(game, tables, search, ply, node_limit):
    """Evaluate the children of a frame that are in question, a node each.

    Returns whether the nodes sufficed; if not, the next call goes on.
    """
    control, frame = search.control, search.frames[ply]
    if control.next_child == UNEXPANDED:
        expansion.generate_moves(search, ply)
    while control.next_child < frame.child_count or expansion.widen(search, ply):
        if control.nodes >= node_limit:
            return False
        control.nodes += 1
        index = control.next_child
        proof, disproof, zone = evaluate_child(game, tables, search, ply, index)
        control.next_child += 1
        expansion.update_child(search, ply, index, proof, disproof, zone)
    return True


@bare_kernel
def evaluate_child(game, tables, search, ply, index):
    """Return proof and disproof number of a child of a frame, and its zone if it is solved."""
    position, frame = search.position, search.frames[ply]
    mover, below = frame.mover, ply + 1
    other = 1 - mover

    # 1. Make the move.
    move = bit_in(position.stones[ply, mover], search.children[ply, index].cell)
    positional_game.play(position, ply, mover, move)

    # 2. Terminal nodes: the mover has completed a set, or the attacker has none left. Nodes with
    # a set to complete are rarely expanded, but a false match among the numbers may do that.
    if positional_game.completed(position, below, mover):
        proof, disproof = proof_numbers.solved_numbers(
            ATTACKER_WINS if mover == ATTACKER else DEFENDER_HOLDS
        )
        return proof, disproof, np.uint64(0) if mover == ATTACKER else UNKNOWN
    if position.sizes[below, ATTACKER] == 0:
        return proof_numbers.INFINITE, np.int64(0), np.uint64(0)

    # 3. Transposition table: the position is solved.
    weak = position.sizes[below, DEFENDER] == 0
    name = positional_game.name_of(game, position, below, other, search.control.attacker)
    entry, zone = probe_solved(game, tables.solved, name, weak)
    if entry != 0:
        search.control.table_hits += 1
        proof, disproof = proof_numbers.solved_numbers(
            ATTACKER_WINS if tt.lower_of(entry) > 0 else DEFENDER_HOLDS
        )
        return proof, disproof, zone

    # 4. Table of numbers: the position was searched before and is open.
    proof, disproof = proof_numbers.probe_numbers(tables.numbers, name)
    if proof >= 0:
        return proof, disproof, UNKNOWN

    # 5. Static proof: completions, forks, pairing strategies and potential.
    result, residual, zone = leaf_proofs.static_proof(
        position, below, other, frame.holds_after_pass, search.scratch
    )

    # 6. Threat sequences, in the strong game.
    if result == OPEN and not weak:
        result, zone = forced_result(position, below, other, search.threat_cursors)

    # 7. Initialisation of the numbers of an open leaf.
    if result == OPEN:
        proof, disproof = proof_numbers.initial_numbers(residual, weak)
        return proof, disproof, UNKNOWN

    # 8. Table: keep the solved leaf.
    store_solved(game, tables, search, below, name, result, zone, LEAF_WORK)
    proof, disproof = proof_numbers.solved_numbers(result)
    return proof, disproof, zone


@bare_kernel
def probe_solved(game, solved, name, weak):
    """Return the entry of a solved position, 0 without, and its zone.

    Only entries of the weak game have room for a zone: the second word of their name, the empty
    cells that matter, is a part of the first.
    """
    if not weak:
        return tt.probe(solved, name.first, name.second, name.key), UNKNOWN
    entry, zone = tt.recall(solved, name.second, name.first & ~name.second, name.key, name.second)
    return entry, moved(game.preimages[name.symmetry], zone)


@bare_kernel
def store_solved(game, tables, search, ply, name, result, zone, nodes):
    """Keep a solved position: lower bound 1 if the attacker wins, else upper bound 0.

    Where no zone is known, the zone that is kept is all empty cells that matter.
    """
    first, second, key = name.first, name.second, name.key
    lower, upper = (1, 1) if result == ATTACKER_WINS else (0, 0)
    if search.position.sizes[ply, DEFENDER] != 0:
        tt.store(tables.solved, first, second, key, lower, upper, nodes)
    else:
        # UNKNOWN may be too narrow for the images of cells.
        zone = second if zone == UNKNOWN else moved(game.images[name.symmetry], zone) & second
        kept = first & ~second | zone
        tt.keep(tables.solved, second, kept, key, second, lower, upper, nodes)


@bare_kernel
def descend(search, ply, most_proving, second):
    """Set up the frame of the most-proving child, with its thresholds.

    `second` is the second-best number among the children. The child may exceed it a little, so
    that the search does not go back and forth between two children (Pawlewicz and Lew, "Improving
    depth-first PN-search: 1+ε trick", 2006).
    """
    frame, child = search.frames[ply], search.frames[ply + 1]
    mover, count = frame.mover, frame.child_count
    frame.most_proving = most_proving
    child.mover = 1 - mover
    beyond = second + 2 + second // 8
    if mover == ATTACKER:
        child.proof_threshold = min(frame.proof_threshold, beyond)
        child.disproof_threshold = proof_numbers.threshold_of_greatest(
            frame.disproof_threshold, count
        )
    else:
        child.disproof_threshold = min(frame.disproof_threshold, beyond)
        child.proof_threshold = proof_numbers.threshold_of_greatest(frame.proof_threshold, count)
    cell = search.children[ply, most_proving].cell
    move = bit_in(search.position.stones[ply, mover], cell)
    positional_game.play(search.position, ply, mover, move)


@bare_kernel
def store_virtual_numbers(game, tables, search, ply):
    """Make the child under way look harder to other threads, so that they take another one.

    These are virtual proof numbers (Kaneko, "Parallel depth first proof number search", 2010).
    """
    frame = search.frames[ply]
    child = search.children[ply, frame.most_proving]
    proof, disproof = child.proof, child.disproof
    if frame.mover == ATTACKER:
        proof = min(proof + 1 + proof // 2, proof_numbers.LARGEST)
    else:
        disproof = min(disproof + 1 + disproof // 2, proof_numbers.LARGEST)
    name = positional_game.name_of(
        game, search.position, ply + 1, 1 - frame.mover, search.control.attacker
    )
    proof_numbers.store_numbers(tables.numbers, name, proof, disproof)
