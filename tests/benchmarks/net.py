"""How the net of `service.solver.heuristic.kernels.evaluation` is learnt.

What a form adds to a lane is the sum of what its four classes and its kind add, and of what it adds
besides, which is pulled towards nothing. All of it, and the units, descend together along the slope
of the cross-entropy with the targets, a few thousand positions at a time.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np

from service.solver.heuristic.kernels.evaluation import UNIT_BITS
from service.solver.lines import kinds_of_codes
from service.solver.lines.kernels.lanes import LANES
from service.solver.lines.kernels.pattern_board import CLASSES, KINDS, MOST_FELT
from tests.benchmarks.regression import classes_of, descend

UNITS = 17
"""The first is the sum of the lanes, each so many times; the others are limited."""
BATCH = 2048
"""Positions looked at before each step."""
STEPS = ((0.5, 0.01), (0.3, 0.003), (0.13, 0.0008), (0.07, 0.0002))
"""For which share of the steps they are how large at most."""
PASSES, LEAST_STEPS = 44, 1500
"""How often each position is looked at, and how many steps there are at least."""
RIDGE = 25.0
"""Strength of the pull towards nothing of what a form adds besides."""
SCORE = 1000
"""A score is in thousandths of a logit."""


class Sample(NamedTuple):
    """A quiet position."""

    own: np.ndarray
    """The form of each cell that is near a stone for the side to move, shape (cells,), int64."""
    rival: np.ndarray
    """The same for the other side."""
    target: float
    """How likely the side to move wins."""


class Net(NamedTuple):
    """What is learnt, float64; sums of lanes and what units say are limited to 1 here."""

    apart: np.ndarray
    """What each class and each kind adds, shape (CLASSES + KINDS, LANES): to lanes that its owner
    sees, then to lanes that his opponent sees."""
    forms: np.ndarray
    """What each form adds besides, shape (forms, LANES)."""
    hidden: np.ndarray
    """What units take of lanes, those of the side to move first, shape (LANES, UNITS)."""
    offsets: np.ndarray
    """Shape (UNITS,)."""
    outputs: np.ndarray
    """In logits, shape (UNITS,); that of the first is 1."""


@numba.njit
def add_slopes(chosen, ends, own, rival, targets, table, net, at_forms, slopes):  # type: ignore[no-untyped-def]
    """Add the slopes at some positions to those of the forms and the units."""
    half = LANES // 2
    said, sums, at_lanes = np.zeros(UNITS), np.zeros(LANES), np.zeros(LANES)
    for position in chosen:
        start, end = ends[position - 1] if position > 0 else 0, ends[position]
        sums[:] = 0
        for cell in range(start, end):
            first, second = table[own[cell]], table[rival[cell]]
            for lane in range(half):
                sums[lane] += min(max(first[lane] + second[lane + half], 0.0), 1.0)
                sums[lane + half] += min(max(second[lane] + first[lane + half], 0.0), 1.0)
        said[:] = net.offsets
        logit = 0.0
        for unit in range(UNITS):
            for lane in range(LANES):
                said[unit] += net.hidden[lane, unit] * sums[lane]
            logit += net.outputs[unit] * min(max(said[unit], 0.0), 1.0) if unit else said[unit]
        error = 1 / (1 + np.exp(-logit)) - targets[position]
        at_lanes[:] = 0
        for unit in range(UNITS):
            slopes.outputs[unit] += error * min(max(said[unit], 0.0), 1.0) if unit else 0.0
            if unit == 0 or 0 < said[unit] < 1:
                at_unit = error * net.outputs[unit] if unit else error
                slopes.offsets[unit] += at_unit
                for lane in range(LANES):
                    slopes.hidden[lane, unit] += at_unit * sums[lane]
                    at_lanes[lane] += at_unit * net.hidden[lane, unit]
        for cell in range(start, end):
            one, two = own[cell], rival[cell]
            for lane in range(half):
                other = lane + half
                if 0 < table[one, lane] + table[two, other] < 1:
                    at_forms[one, lane] += at_lanes[lane]
                    at_forms[two, other] += at_lanes[lane]
                if 0 < table[two, lane] + table[one, other] < 1:
                    at_forms[two, lane] += at_lanes[other]
                    at_forms[one, other] += at_lanes[other]


def learn_net(samples: list[Sample], seed: int = 0) -> tuple[np.ndarray, ...]:
    """Codes, how often they are seen, and what they add to lanes; then what classes and kinds add;
    then the units, shape (UNITS, 2 + LANES): see `service.solver.heuristic.weights`; all int64."""
    chance = np.random.default_rng(seed)
    targets = np.array([sample.target for sample in samples])
    sizes = np.array([sample.own.size for sample in samples])
    codes, places, counts = np.unique(
        np.concatenate([s.own for s in samples] + [s.rival for s in samples]),
        return_inverse=True,
        return_counts=True,
    )
    own, rival = places.reshape(2, -1)
    ends = np.cumsum(sizes)
    classes, kinds = classes_of(codes), CLASSES + kinds_of_codes()[codes].astype(np.int64)
    start = Net(
        chance.normal(0, 0.04, (CLASSES + KINDS, LANES)),
        np.zeros((codes.size, LANES)),
        chance.normal(0, 0.02, (LANES, UNITS)),
        np.full(UNITS, 0.1),
        chance.normal(0, 0.3 / np.sqrt(UNITS), UNITS),
    )
    start.apart[CLASSES:] += 0.1

    def unpacked(weights: np.ndarray) -> Net:
        parts = np.split(weights, np.cumsum([part.size for part in start])[:-1])
        return Net(*(part.reshape(old.shape) for part, old in zip(parts, start, strict=True)))

    def added(net: Net) -> np.ndarray:
        found: np.ndarray = net.apart[classes].sum(axis=1) + net.apart[kinds] + net.forms
        return found

    def slope(weights: np.ndarray) -> np.ndarray:
        net, chosen = unpacked(weights), chance.integers(0, targets.size, BATCH)
        table, at_forms = added(net), np.zeros((codes.size, LANES))
        slopes = Net(*(np.zeros_like(part) for part in net))
        add_slopes(chosen, ends, own, rival, targets, table, net, at_forms, slopes)
        for line in range(4):
            np.add.at(slopes.apart, classes[:, line], at_forms)
        np.add.at(slopes.apart, kinds, at_forms)
        slopes.forms[:] = at_forms + RIDGE * BATCH / targets.size * net.forms
        return np.concatenate([part.reshape(-1) for part in slopes]) / BATCH

    count = max(PASSES * targets.size / BATCH, LEAST_STEPS)
    steps = tuple((max(round(share * count), 1), size) for share, size in STEPS)
    net = unpacked(descend(np.concatenate([part.reshape(-1) for part in start]), slope, steps))
    return codes, counts, *whole(net, added(net))


def whole(net: Net, table: np.ndarray) -> tuple[np.ndarray, ...]:
    """What forms add, what classes and kinds do, and the units, in whole numbers, int64."""
    outputs = np.concatenate([[1.0], net.outputs[1:]])
    units = [
        net.offsets * (1 << UNIT_BITS),
        outputs * SCORE,
        *(net.hidden * (1 << UNIT_BITS) / MOST_FELT),
    ]
    found = (table * MOST_FELT, net.apart * MOST_FELT, np.stack(units, axis=1))
    return tuple(np.round(each).astype(np.int64) for each in found)
