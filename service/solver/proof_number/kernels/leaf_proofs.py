"""What is seen of a position without a search, and the zone (see `zones`) that it rests on.

Whoever can complete a set does; two completions cannot both be blocked. Pairs and potentials (see
`leaf_pairing`) prove that the attacker does not win the weak game, hence neither the strong one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.lines.kernels.bits import bit_in, count, lowest, nothing
from service.solver.lines.kernels.jit import bare_kernel
from service.solver.lines.kernels.potential import line_potential
from service.solver.proof_number.kernels import hypergraph
from service.solver.proof_number.kernels.hypergraph import MOST_SETS, NARROW, UNIT, Room
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
from service.solver.proof_number.kernels.zones import UNKNOWN

MOST_POTENTIAL = 18 * UNIT // 8
"""Above this potential pairs are found too rarely to be looked for at once: measured on 8x7, 5."""
ANSWERS = 4
"""Replies of the defender that are tried at once."""
FAR_OFF = 2 * UNIT
"""Where a reply leaves so much potential without pairs, the others are not tried."""
RESTARTS = MORE_ANSWERS = 8
"""The same, and restarts of the finder of pairs, where much search may be spared."""


class Workspace(NamedTuple):
    """Scratch of all this; words are those of its `Room`."""

    finder: PairFinder
    sets: np.ndarray
    """Shape (2, sets), words."""
    weights: np.ndarray
    """Potential of the sets through each cell, shape (cells,), int64."""


def new_workspace(room: Room = NARROW) -> Workspace:
    """Scratch for the largest game there is room for."""
    return Workspace(
        finder=new_finder(room),
        sets=np.zeros((2, room.sets), room.word),
        weights=np.zeros(room.cells, np.int64),
    )


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
def static_proof(position, ply, mover, workspace):
    """OPEN, ATTACKER_WINS or DEFENDER_HOLDS; how far he is from holding, in UNITs; the zone.

    The more the potential of the sets without pairs, the more he lacks.
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
        left = workspace.sets[0]
        for index in range(size):
            left[index] = sets[index]
        sets = left
        size, pairs = hypergraph.drop_private(sets, size)
    residual = hypergraph.potential(sets, size, UNIT)
    zone = UNKNOWN
    if residual < (MOST_POTENTIAL if threats == 0 else UNIT):
        limit = UNIT // 2 if mover == ATTACKER else UNIT
        zone, residual = hold(sets, size, limit, 0, workspace.finder)
    if zone == UNKNOWN and mover == DEFENDER and weak:
        zone, least = answer(sets, size, threats, ANSWERS, 0, MOST_POTENTIAL, workspace)
        residual = min(residual, least)
    if zone == UNKNOWN:
        return OPEN, residual, zone
    return DEFENDER_HOLDS, residual, pairs | zone


@bare_kernel
def answer(sets, size, threats, tries, restarts, most, workspace):
    """A zone in which some move of the defender holds; UNKNOWN if none is seen. What he lacks.

    `threats` are the completing cells, one at most. Of the other moves, `tries` are tried, those
    first that most potential goes through.
    """
    weights = workspace.weights
    weigh(sets, size, weights)
    if threats != 0:
        tries = 1
    least = np.int64(MOST_SETS * UNIT)
    for _ in range(tries):
        move = heaviest(weights) if threats == 0 else lowest(threats)
        if weights[move] == 0:
            break
        weights[move] = 0
        left = workspace.sets[1]
        kept = 0
        for index in range(size):
            if sets[index] & bit_in(sets[index], move) == 0:
                left[kept] = sets[index]
                kept += 1
        if hypergraph.potential(left, kept, UNIT) < most:
            zone, residual = hold(left, kept, UNIT // 2, restarts, workspace.finder)
            least = min(least, residual)
            if zone != UNKNOWN:
                return zone | bit_in(zone, move), least
        if least > FAR_OFF:
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
    for index in range(size):
        left = sets[index]
        weight = line_potential(count(left), UNIT)
        while left != 0:
            weights[lowest(left)] += weight
            left &= left - np.uint64(1)


@bare_kernel
def static_zones(position, ply, mover, workspace):
    """The zone in which the defender holds the weak game, and one if it were his move.

    Both are UNKNOWN where that is not seen. More is tried here than in `static_proof`.
    """
    sets, size = position.sets[ply, ATTACKER], position.sizes[ply, ATTACKER]
    if mover == DEFENDER:
        threats = singles(sets, size)
        zone, _ = answer(sets, size, threats, MORE_ANSWERS, RESTARTS, 2 * UNIT, workspace)
        return zone, zone
    zone, _ = hold(sets, size, UNIT // 2, RESTARTS, workspace.finder)
    if zone != UNKNOWN:
        return zone, zone
    passed, _ = answer(sets, size, nothing(sets[0]), 1, RESTARTS, 2 * UNIT, workspace)
    return zone, passed
