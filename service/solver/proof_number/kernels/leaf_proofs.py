"""Static proofs: what is known of a position without a search, and its zone (see `zones`).

A side to move that can complete a set does so; two completions cannot both be blocked. Pairing
strategies and potentials (see `leaf_pairing`) prove that the attacker does not win the weak game,
hence not the strong one either.
"""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import INTERPRETED, bare_kernel
from service.solver.lines.kernels.bits import bit_in, count, lowest, nothing
from service.solver.lines.kernels.potential import line_potential
from service.solver.proof_number.kernels import hypergraph, leaf_pairing
from service.solver.proof_number.kernels.hypergraph import NARROW, UNIT, Capacity
from service.solver.proof_number.kernels.leaf_pairing import (
    PairFinder,
    holding_zone,
    lowest_bit,
    new_finder,
)
from service.solver.proof_number.kernels.positional_game import (
    ATTACKER,
    ATTACKER_WINS,
    DEFENDER,
    DEFENDER_HOLDS,
    OPEN,
    completions,
    winning_sets,
)
from service.solver.proof_number.kernels.zones import UNKNOWN

REPLIES = 3
"""How many replies of the defender are tried statically where that is promising, else one."""
STEPS = 30
"""Steps of the local search for pairs where it is promising."""
FEW_STEPS = 10
"""Steps where it is not: enough to tell how far off a proof is."""


class Scratch(NamedTuple):
    """Scratch of static proofs; words are those of its `Capacity`."""

    finder: PairFinder
    left: np.ndarray
    """The sets that a reply leaves, shape (sets,), words."""
    weights: np.ndarray
    """Potential of the sets through each cell, shape (cells,), int64."""
    killer: np.ndarray
    """The killer move: the reply by which the defender held last, else -1, shape (1,), int64."""


def new_scratch(capacity: Capacity = NARROW) -> Scratch:
    """Return scratch for games of this capacity."""
    return Scratch(
        finder=new_finder(capacity),
        left=np.zeros(capacity.sets, capacity.word),
        weights=np.zeros(capacity.cells, np.int64),
        killer=np.full(1, -1, np.int64),
    )


@bare_kernel
def forget(scratch):
    """Forget the killer move and the pairs, so that results depend on no earlier question."""
    scratch.killer[0] = -1
    leaf_pairing.forget(scratch.finder)


@bare_kernel
def several(cells):
    """Return whether a bitboard has more than one cell."""
    return cells & (cells - np.uint64(1)) != 0


@bare_kernel
def fork(sets):
    """Return the cells of two sets of two that share a cell; 0 if there are none.

    A move on the shared cell makes two threats, since no two sets of two are the same.
    """
    seen = np.uint64(0)
    for index in range(sets.shape[0]):
        if count(sets[index]) == 2:
            if seen & sets[index] != 0:
                for other in range(index):
                    if count(sets[other]) == 2 and sets[other] & sets[index] != 0:
                        if INTERPRETED:
                            assert sets[other] != sets[index], "a set is there twice"
                        return sets[other] | sets[index]
            seen |= sets[index]
    return np.uint64(0)


@bare_kernel
def static_proof(position, ply, mover, promising, scratch):
    """Return OPEN, ATTACKER_WINS or DEFENDER_HOLDS, the residual potential in UNITs, and the zone.

    The residual is the potential of the sets without pairs: the higher, the farther is the defender
    from holding. Little is tried where it is not `promising` that the defender holds.
    """
    sets = winning_sets(position, ply, ATTACKER)
    weak = position.sizes[ply, DEFENDER] == 0
    threats = completions(sets)
    counters = completions(winning_sets(position, ply, DEFENDER))

    # 1. Completions and forks.
    if mover == ATTACKER:
        if threats != 0:
            return ATTACKER_WINS, UNIT, lowest_bit(threats) if weak else UNKNOWN
        if several(counters):
            return DEFENDER_HOLDS, UNIT, UNKNOWN
        if counters == 0:
            forked = fork(sets)
            if forked != 0:
                return ATTACKER_WINS, UNIT, forked if weak else UNKNOWN
    else:
        if counters != 0:
            return DEFENDER_HOLDS, UNIT, UNKNOWN
        if several(threats):
            zone = lowest_bit(threats)
            zone |= lowest_bit(threats & ~zone)
            return ATTACKER_WINS, UNIT, zone if weak else UNKNOWN

    # 2. Pairing strategies and potential: a proof that holds in the strong game, too.
    replies, steps = (REPLIES, STEPS) if promising else (1, FEW_STEPS)
    if mover == DEFENDER and weak:
        zone, residual = reply_zone(sets, threats, replies, steps, scratch)
    else:
        limit = UNIT // 2 if mover == ATTACKER else UNIT
        zone, residual = holding_zone(sets, limit, steps, scratch.finder)
    if zone == UNKNOWN:
        return OPEN, residual, zone
    return DEFENDER_HOLDS, residual, zone


@bare_kernel
def reply_zone(sets, threats, replies, steps, scratch):
    """Return a zone in which some reply of the defender holds, and the residual potential.

    The zone is UNKNOWN if none is found. `threats` are the completing cells, one at most, which
    the defender must take. Else so many `replies` are tried: first the killer move, then those
    that most potential goes through.
    """
    weights, left = scratch.weights, scratch.left
    least = hypergraph.potential(sets)
    if least < UNIT:
        return hypergraph.union(sets), least
    weigh_cells(sets, weights)
    move = scratch.killer[0]
    if threats != 0:
        move, replies = np.int64(lowest(threats)), 1
    elif move < 0 or weights[move] == 0:
        move = heaviest(weights)
    for _ in range(replies):
        kept = 0
        for index in range(sets.shape[0]):
            if sets[index] & bit_in(sets[index], move) == 0:
                left[kept] = sets[index]
                kept += 1
        zone, residual = holding_zone(left[:kept], UNIT // 2, steps, scratch.finder)
        least = min(least, residual)
        if zone != UNKNOWN:
            scratch.killer[0] = move
            return zone | bit_in(zone, move), least
        weights[move] = 0
        move = heaviest(weights)
        if weights[move] == 0:
            break
    return UNKNOWN, least


@bare_kernel
def heaviest(weights):
    """Return the first cell of the most weight."""
    best = np.int64(0)
    for cell in range(1, weights.shape[0]):
        if weights[cell] > weights[best]:
            best = np.int64(cell)
    return best


@bare_kernel
def weigh_cells(sets, weights):
    """Fill `weights`, shape (cells,), with the potential of the sets through each cell."""
    for cell in range(weights.shape[0]):
        weights[cell] = 0
    add_weights(sets, UNIT, weights)


@bare_kernel
def add_weights(sets, unit, weights):
    """Add to `weights` the potential of further sets through each cell, in units of `unit`."""
    for index in range(sets.shape[0]):
        left = sets[index]
        weight = line_potential(count(left), unit)
        while left != 0:
            weights[lowest(left)] += weight
            left &= left - np.uint64(1)


@bare_kernel
def static_zones(position, ply, mover, scratch):
    """Return the zone in which the defender holds the weak game, and one if the attacker passed.

    Both are UNKNOWN where no proof is found.
    """
    sets = winning_sets(position, ply, ATTACKER)
    if mover == DEFENDER:
        zone, _ = reply_zone(sets, completions(sets), REPLIES, STEPS, scratch)
        return zone, zone
    zone, _ = holding_zone(sets, UNIT // 2, STEPS, scratch.finder)
    if zone != UNKNOWN:
        return zone, zone
    passed, _ = reply_zone(sets, nothing(sets[0]), REPLIES, STEPS, scratch)
    return zone, passed
