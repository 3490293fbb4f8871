"""Expansion of a node: which of its moves are children in question, and in what order.

Moves outside a zone that refutes them lose, see `zones`; the moves that are left form the must-play
region, as it is called in Hex. Of these the most promising are searched first, a few at a time
(progressive widening). A refuted child leaves the frame, and so do those that its zone refutes.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.bits import bit_in
from service.solver.lines.kernels.move_list import insert_move
from service.solver.proof_number.kernels import leaf_proofs, positional_game
from service.solver.proof_number.kernels.hypergraph import UNIT
from service.solver.proof_number.kernels.positional_game import (
    ATTACKER,
    ATTACKER_WINS,
    DEFENDER,
    winning_sets,
)
from service.solver.proof_number.kernels.proof_numbers import INFINITE
from service.solver.proof_number.kernels.threat_sequence import win_zone
from service.solver.proof_number.kernels.zones import UNKNOWN, close

WIDTHS = (12, 6), (16, 6)
"""How many children of the attacker and of the defender are in question at a time, in the weak game
and in the strong one: measured on 7x4 to 10x4, 4, and on 9x6, 8x7 and positions of 8x8, 5."""


@bare_kernel
def generate_moves(search, ply):
    """Generate the moves of a frame, all of them deferred, or solve it statically."""
    position, frame = search.position, search.frames[ply]
    search.control.next_child = frame.child_count = 0
    frame.zone_count = frame.solved_statically = frame.holds_after_pass = 0

    # 1. Move generation, without dominated moves.
    frame.next_move = 0
    frame.move_count = positional_game.generate_moves(position, ply, frame.mover, search.moves[ply])

    # 2. Must-play region: in the weak game by static proofs, in the strong game by the threat
    # sequence that the attacker would have if the defender passed (a null move).
    if position.sizes[ply, DEFENDER] == 0:
        solve_or_restrict(search, ply)
    elif frame.mover == DEFENDER and frame.move_count > 1:
        zone = win_zone(position, ply, ATTACKER, search.threat_cursors)
        if zone != UNKNOWN:
            restrict(search, ply, zone)

    # 3. Move ordering.
    if not frame.solved_statically:
        order_moves(search, ply)


@bare_kernel
def solve_or_restrict(search, ply):
    """Solve a frame of the weak game by a static proof, or restrict its moves by one."""
    position, frame = search.position, search.frames[ply]
    zone, passed = leaf_proofs.static_zones(position, ply, frame.mover, search.scratch)
    if zone != UNKNOWN:
        search.solved_zones[ply] = zone
        frame.solved_statically = 1
        # The defender has a child that stands for all that hold, the attacker has none left.
        frame.child_count = search.control.next_child = frame.mover == DEFENDER
        frame.move_count = 0
        child = search.children[ply, 0]
        child.proof, child.disproof = INFINITE, 0
    elif frame.mover == ATTACKER:
        frame.holds_after_pass = passed != UNKNOWN
        if passed != UNKNOWN:
            restrict(search, ply, passed)
    else:
        sets = winning_sets(position, ply, ATTACKER)
        threats, fork = positional_game.completions(sets), leaf_proofs.fork(sets)
        if threats != 0 or fork != 0:
            restrict(search, ply, threats if threats != 0 else fork)


@bare_kernel
def order_moves(search, ply):
    """Sort the moves of the must-play region, those first that most potential goes through.

    It is the potential of both sides, that of the defender counted twice.
    """
    position, frame = search.position, search.frames[ply]
    moves, weights = search.moves[ply], search.scratch.weights
    leaf_proofs.weigh_cells(winning_sets(position, ply, ATTACKER), weights)
    leaf_proofs.add_weights(winning_sets(position, ply, DEFENDER), 2 * UNIT, weights)
    kept = 0
    for index in range(frame.move_count):
        cell = moves[index]
        if must_play(search, ply, cell):
            kept = insert_move(moves, kept, cell, weights)
    frame.move_count = kept


@bare_kernel
def must_play(search, ply, cell):
    """Return whether a cell is in the must-play region: no known zone refutes the move there."""
    zones = search.zones[ply]
    inside = True
    for index in range(search.frames[ply].zone_count):
        inside &= zones[index] & bit_in(zones[index], cell) != 0
    return inside


@bare_kernel
def widen(search, ply):
    """Make the next deferred move a child in question, if there are too few; return whether."""
    frame, moves = search.frames[ply], search.moves[ply]
    strong = np.int64(search.position.sizes[ply, DEFENDER] != 0)
    width = WIDTHS[strong][frame.mover]
    while frame.child_count < width and frame.next_move < frame.move_count:
        cell = moves[frame.next_move]
        frame.next_move += 1
        if must_play(search, ply, cell):
            search.children[ply, frame.child_count].cell = cell
            frame.child_count += 1
            return True
    return False


@bare_kernel
def restrict(search, ply, zone):
    """Note a zone outside of which every move of a frame loses, and remove the children there."""
    frame, children = search.frames[ply], search.children[ply]
    search.zones[ply, frame.zone_count] = zone
    frame.zone_count += 1
    kept = evaluated = 0
    for index in range(frame.child_count):
        if zone & bit_in(zone, children[index].cell) != 0:
            children[kept] = children[index]
            kept += 1
            evaluated += index < search.control.next_child
    frame.child_count, search.control.next_child = kept, evaluated


@bare_kernel
def remove_child(search, ply, removed):
    """Remove an evaluated child of a frame that is refuted without a zone."""
    frame, children = search.frames[ply], search.children[ply]
    for index in range(removed, frame.child_count - 1):
        children[index] = children[index + 1]
    frame.child_count -= 1
    search.control.next_child -= 1


@bare_kernel
def update_child(search, ply, index, proof, disproof, zone):
    """Take in the numbers of a child, whose position is at the ply below, and its zone.

    A child that is refuted is removed, together with those that its zone refutes. One that solves
    the frame for the mover makes all others superfluous.
    """
    frame, position = search.frames[ply], search.position
    child = search.children[ply, index]
    child.proof, child.disproof = proof, disproof
    if proof != 0 and disproof != 0:
        return
    if disproof == 0 and zone != UNKNOWN:
        zone |= position.pairs[ply + 1]
    if (proof if frame.mover == ATTACKER else disproof) == 0:
        move = bit_in(zone, child.cell)
        search.solved_zones[ply] = zone if zone == UNKNOWN else zone | move
        frame.child_count, frame.next_move = search.control.next_child, frame.move_count
    elif zone == UNKNOWN:
        remove_child(search, ply, index)
    else:
        restrict(search, ply, zone)


@bare_kernel
def zone_of_solved(search, ply, result):
    """Return the zone of a solved frame."""
    frame, position = search.frames[ply], search.position
    by_one_move = (result == ATTACKER_WINS) == (frame.mover == ATTACKER)
    if by_one_move or frame.solved_statically:
        return search.solved_zones[ply]
    if result == ATTACKER_WINS and position.sizes[ply, DEFENDER] != 0:
        return UNKNOWN
    return close(search.zones[ply, : frame.zone_count])
