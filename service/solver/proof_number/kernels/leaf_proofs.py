"""What is seen of a position without a search, and the zone (see `zones`) that it rests on.

Whoever can complete a set does; two completions cannot both be blocked. Pairs and potentials (see
`leaf_pairing`) prove that the attacker does not win the weak game, hence neither the strong one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.bits import bit_in, count, lowest, nothing
from service.solver.lines.kernels.potential import line_potential
from service.solver.proof_number.kernels import hypergraph, leaf_pairing
from service.solver.proof_number.kernels.hypergraph import NARROW, UNIT, Capacity
from service.solver.proof_number.kernels.leaf_pairing import (
    PairFinder,
    hold,
    lowest_bit,
    new_finder,
)
from service.solver.proof_number.kernels.positional_game import (
    ATTACKER,
    ATTACKER_WINS,
    DEFENDER,
    DEFENDER_HOLDS,
    OPEN,
    singles,
)
from service.solver.proof_number.kernels.zones import UNKNOWN, trim

ANSWERS = 3
"""Replies of the defender that are tried at once, where that is promising; else one."""
STEPS = 30
"""Of the finder of pairs, likewise."""
FEW_STEPS = 10
"""Where it is not promising: enough to tell how far off a proof is."""


class Scratch(NamedTuple):
    """Scratch of all this; words are those of its `Capacity`."""

    finder: PairFinder
    sets: np.ndarray
    """Shape (2, sets), words."""
    weights: np.ndarray
    """Potential of the sets through each cell, shape (cells,), int64."""
    keeper: np.ndarray
    """The move of the defender with which she held last, -1 before that, shape (1,), int64."""


def new_scratch(capacity: Capacity = NARROW) -> Scratch:
    """Scratch for the largest game there is room for."""
    return Scratch(
        finder=new_finder(capacity),
        sets=np.zeros((2, capacity.sets), capacity.word),
        weights=np.zeros(capacity.cells, np.int64),
        keeper=np.full(1, -1, np.int64),
    )


@bare_kernel
def forget(scratch):
    """Begin anew: what is found depends on nothing that was found before."""
    scratch.keeper[0] = -1
    leaf_pairing.forget(scratch.finder)


@bare_kernel
def several(cells):
    """Whether a bitboard has more than one cell."""
    return cells & (cells - np.uint64(1)) != 0


@bare_kernel
def fork(sets, size):
    """Two sets of two that share a cell, so that one move makes two completions; 0 without."""
    seen = np.uint64(0)
    for index in range(size):
        if count(sets[index]) == 2:
            if seen & sets[index] != 0:
                for other in range(index):
                    if count(sets[other]) == 2 and sets[other] & sets[index] != 0:
                        return sets[other] | sets[index]
            seen |= sets[index]
    return np.uint64(0)


@bare_kernel
def static_proof(position, ply, mover, promising, scratch):
    """OPEN, ATTACKER_WINS or DEFENDER_HOLDS; how far she is from holding, in UNITs; the zone.

    The more the potential of the sets without pairs, the more she lacks. Little is tried where
    it is not `promising` that she holds.
    """
    sets, size = position.sets[ply, ATTACKER], position.sizes[ply, ATTACKER]
    weak = position.sizes[ply, DEFENDER] == 0
    threats = singles(sets, size)
    counters = singles(position.sets[ply, DEFENDER], position.sizes[ply, DEFENDER])
    if mover == ATTACKER:
        if threats != 0:
            return ATTACKER_WINS, UNIT, lowest_bit(threats) if weak else UNKNOWN
        if several(counters):
            return DEFENDER_HOLDS, UNIT, UNKNOWN
        if counters == 0:
            forked = fork(sets, size)
            if forked != 0:
                return ATTACKER_WINS, UNIT, forked if weak else UNKNOWN
    else:
        if counters != 0:
            return DEFENDER_HOLDS, UNIT, UNKNOWN
        if several(threats):
            zone = lowest_bit(threats)
            zone |= lowest_bit(threats & ~zone)
            return ATTACKER_WINS, UNIT, zone if weak else UNKNOWN
    pairs = np.uint64(0)
    if not weak:
        left = scratch.sets[0]
        for index in range(size):
            left[index] = sets[index]
        sets = left
        size, pairs = hypergraph.drop_private(sets, size)
    tries, steps = (ANSWERS, STEPS) if promising else (1, FEW_STEPS)
    if mover == DEFENDER and weak:
        zone, residual = answer(sets, size, threats, tries, steps, scratch)
    else:
        limit = UNIT // 2 if mover == ATTACKER else UNIT
        zone, residual = hold(sets, size, limit, steps, scratch.finder)
    if zone == UNKNOWN:
        return OPEN, residual, zone
    return DEFENDER_HOLDS, residual, pairs | zone


@bare_kernel
def answer(sets, size, threats, tries, steps, scratch):
    """A zone in which some move of the defender holds; UNKNOWN if none is seen. What she lacks.

    `threats` are the completing cells, one at most. Of the other moves, `tries` are tried: first
    the one with which she held last, then those that most potential goes through.
    """
    weights, left = scratch.weights, scratch.sets[1]
    least = hypergraph.potential(sets, size, UNIT)
    if least < UNIT:
        return trim(sets, size, UNIT, UNIT, scratch.finder.costs), least
    weigh(sets, size, weights)
    move = scratch.keeper[0]
    if threats != 0:
        move, tries = np.int64(lowest(threats)), 1
    elif move < 0 or weights[move] == 0:
        move = heaviest(weights)
    for _ in range(tries):
        kept = 0
        for index in range(size):
            if sets[index] & bit_in(sets[index], move) == 0:
                left[kept] = sets[index]
                kept += 1
        zone, residual = hold(left, kept, UNIT // 2, steps, scratch.finder)
        least = min(least, residual)
        if zone != UNKNOWN:
            scratch.keeper[0] = move
            return zone | bit_in(zone, move), least
        weights[move] = 0
        move = heaviest(weights)
        if weights[move] == 0:
            break
    return UNKNOWN, least


@bare_kernel
def heaviest(weights):
    """The first cell of the most weight."""
    best = np.int64(0)
    for cell in range(1, weights.shape[0]):
        if weights[cell] > weights[best]:
            best = np.int64(cell)
    return best


@bare_kernel
def weigh(sets, size, weights):
    """Fill `weights`, shape (cells,), with the potential of the sets through each cell."""
    for cell in range(weights.shape[0]):
        weights[cell] = 0
    add_weights(sets, size, UNIT, weights)


@bare_kernel
def add_weights(sets, size, unit, weights):
    """Add to `weights` the potential of further sets through each cell, in units of `unit`."""
    for index in range(size):
        left = sets[index]
        weight = line_potential(count(left), unit)
        while left != 0:
            weights[lowest(left)] += weight
            left &= left - np.uint64(1)


@bare_kernel
def static_zones(position, ply, mover, scratch):
    """The zone in which the defender holds the weak game, and one if it were her move.

    Both are UNKNOWN where that is not seen.
    """
    sets, size = position.sets[ply, ATTACKER], position.sizes[ply, ATTACKER]
    if mover == DEFENDER:
        zone, _ = answer(sets, size, singles(sets, size), ANSWERS, STEPS, scratch)
        return zone, zone
    zone, _ = hold(sets, size, UNIT // 2, STEPS, scratch.finder)
    if zone != UNKNOWN:
        return zone, zone
    passed, _ = answer(sets, size, nothing(sets[0]), ANSWERS, STEPS, scratch)
    return zone, passed
