"""How the net of `service.solver.heuristic.kernels.evaluation` is learnt.

What a form adds to a lane is the sum of what its four classes and its kind add, and of what it adds
besides, which is pulled towards nothing. All of it, and the units, descend together along the slope
of the cross-entropy with the targets, a few thousand positions at a time.
"""

from typing import NamedTuple

import numba
import numpy as np

from benchmarks.regression import descend, kinds_of
from service.solver.heuristic.weights import UNIT_BITS
from service.solver.lines.kernels.lanes import LANES
from service.solver.lines.kernels.pattern_board import CLASSES, KINDS, MOST_ACTIVATION, classes_of

UNITS = 64
"""The first is the sum of the lanes, each so many times; the others are limited and squared."""
BATCH = 2048
"""Positions looked at before each step."""
MOST_STEP, WARMING = 0.01, 0.05
"""How large steps are at most, and in which share of them they grow to that; then they shrink along
a half of a cosine."""
PASSES, LEAST_STEPS = 32, 300
"""How often each position is looked at, and how many steps there are at least."""
RIDGE = 400.0
"""Strength of the pull towards nothing of what a form adds besides."""
SCORE = 1000
"""A score is in thousandths of a logit."""


class Sample(NamedTuple):
    """A quiet position."""

    own: np.ndarray
    """What cells there are: the form of each kind for the side to move, shape (kinds,), int64."""
    rival: np.ndarray
    """The same for the other side."""
    times: np.ndarray
    """How many cells are of each kind, shape (kinds,), int64."""
    target: float
    """How likely the side to move wins."""


class Net(NamedTuple):
    """What is learnt, float32; sums of lanes and what units say are limited to 1 here."""

    apart: np.ndarray
    """What each class and each kind adds, shape (CLASSES + KINDS, LANES): to lanes that its owner
    sees, then to lanes that the opponent sees."""
    forms: np.ndarray
    """What each form adds besides, shape (forms, LANES)."""
    hidden: np.ndarray
    """What units take of lanes, those of the side to move first, shape (UNITS, LANES)."""
    offsets: np.ndarray
    """Shape (UNITS,)."""
    outputs: np.ndarray
    """In logits, shape (UNITS,); that of the first is 1."""


@numba.njit(nogil=True, fastmath=True)
def add_slopes(chosen, ends, own, rival, times, targets, table, net, at_forms, slopes):  # type: ignore[no-untyped-def]
    """Add the slopes at some positions to those of the forms and the units."""
    half = LANES // 2
    none, one = table.dtype.type(0), table.dtype.type(1)
    said, sums, at_lanes = (
        np.zeros_like(net.offsets),
        np.zeros_like(table[0]),
        np.zeros_like(table[0]),
    )
    for position in chosen:
        start, end = ends[position - 1] if position > 0 else 0, ends[position]
        sums[:] = 0
        for kind in range(start, end):
            mine, his = own[kind], rival[kind]
            for lane in range(half):
                felt = min(max(table[mine, lane] + table[his, lane + half], none), one)
                sums[lane] += times[kind] * felt
            for lane in range(half):
                felt = min(max(table[his, lane] + table[mine, lane + half], none), one)
                sums[lane + half] += times[kind] * felt
        logit = none
        for unit in range(UNITS):
            total = net.offsets[unit]
            for lane in range(LANES):
                total += net.hidden[unit, lane] * sums[lane]
            said[unit] = min(max(total, none), one) if unit else total
            logit += net.outputs[unit] * said[unit] ** 2 if unit else total
        error = 1 / (1 + np.exp(-logit)) - targets[position]
        at_lanes[:] = 0
        for unit in range(UNITS):
            if unit:
                slopes.outputs[unit] += error * said[unit] ** 2
            if unit == 0 or 0 < said[unit] < 1:
                at_unit = error * (2 * net.outputs[unit] * said[unit] if unit else one)
                slopes.offsets[unit] += at_unit
                for lane in range(LANES):
                    slopes.hidden[unit, lane] += at_unit * sums[lane]
                    at_lanes[lane] += at_unit * net.hidden[unit, lane]
        for kind in range(start, end):
            mine, his = own[kind], rival[kind]
            for lane in range(half):
                felt = table[mine, lane] + table[his, lane + half]
                slope = times[kind] * at_lanes[lane] if none < felt < one else none
                at_forms[mine, lane] += slope
                at_forms[his, lane + half] += slope
            for lane in range(half):
                felt = table[his, lane] + table[mine, lane + half]
                slope = times[kind] * at_lanes[lane + half] if none < felt < one else none
                at_forms[his, lane] += slope
                at_forms[mine, lane + half] += slope


def learn_net(samples: list[Sample], seed: int = 0) -> tuple[np.ndarray, ...]:
    """Learn a net, and return it in whole numbers, int64.

    They are codes, how often they are seen, and what they add to lanes; then what classes and kinds
    add; then the units, shape (UNITS, 2 + LANES): see `service.solver.heuristic.weights`.
    """
    chance = np.random.default_rng(seed)
    targets = np.array([sample.target for sample in samples], np.float32)
    times = np.concatenate([sample.times for sample in samples])
    codes, places = np.unique(
        np.concatenate([s.own for s in samples] + [s.rival for s in samples]), return_inverse=True
    )
    counts = np.bincount(places, np.tile(times, 2)).astype(np.int64)
    own, rival = places.astype(np.int32).reshape(2, -1)
    ends = np.cumsum([sample.own.size for sample in samples])
    classes, kinds = classes_of(codes), CLASSES + kinds_of(codes)
    start = Net(
        *(
            part.astype(np.float32)
            for part in (
                chance.normal(0, 0.04, (CLASSES + KINDS, LANES)),
                np.zeros((codes.size, LANES)),
                chance.normal(0, 0.02, (UNITS, LANES)),
                np.full(UNITS, 0.1),
                chance.normal(0, 0.3 / np.sqrt(UNITS), UNITS),
            )
        )
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
        table = added(net)
        slopes, at_forms = Net(*(np.zeros_like(part) for part in net)), np.zeros_like(table)
        add_slopes(chosen, ends, own, rival, times, targets, table, net, at_forms, slopes)
        for line in range(4):
            np.add.at(slopes.apart, classes[:, line], at_forms)
        np.add.at(slopes.apart, kinds, at_forms)
        slopes.forms[:] = at_forms + RIDGE * BATCH / targets.size * net.forms
        return np.concatenate([part.reshape(-1) for part in slopes]) / np.float32(BATCH)

    share = np.linspace(0, 1, int(max(PASSES * targets.size / BATCH, LEAST_STEPS)))
    sizes = MOST_STEP * np.minimum(1, share / WARMING) * (1 + np.cos(np.pi * share)) / 2
    steps = [(1, size) for size in sizes.astype(np.float32)]
    net = unpacked(descend(np.concatenate([part.reshape(-1) for part in start]), slope, steps))
    return codes, counts, *whole(net, added(net))


def whole(net: Net, table: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return what forms add, what classes and kinds do, and the units, in whole numbers, int64."""
    outputs = np.concatenate([[1.0], net.outputs[1:]])
    hidden = np.column_stack([net.offsets, net.hidden / MOST_ACTIVATION]) * (1 << UNIT_BITS)
    units = np.column_stack([hidden[:, 0], outputs * SCORE, hidden[:, 1:]])
    found = (table * MOST_ACTIVATION, net.apart * MOST_ACTIVATION, units)
    return tuple(np.round(each).astype(np.int64) for each in found)
