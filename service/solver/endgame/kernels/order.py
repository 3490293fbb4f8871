"""Few options in order; where there are many, `root.RootMoves.list_options` does the same."""

from __future__ import annotations

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.root.kernels.ranking import rank

GROUP, WITHIN, LIKELIHOOD, PROMISE, OFF_CENTRE, CELL = range(6)
KEYS = 6
"""What sorts options, the one that counts most first."""


@kernel
def key_options(bounds, scores, likelihoods, cells, off_centre):
    """What sorts the options `cells`, shape (KEYS, options), float64; see `list_options`."""
    keys = np.zeros((KEYS, cells.shape[0]))
    ranked = np.zeros((2, cells.shape[0]))
    rank(bounds, scores, ranked)
    keys[GROUP], keys[WITHIN] = ranked[1], ranked[0]
    keys[LIKELIHOOD], keys[PROMISE] = -likelihoods, -scores
    keys[OFF_CENTRE], keys[CELL] = off_centre[cells], cells
    return keys


@kernel
def compare(keys, one, two, least):
    """Below 0 where one option comes first by the keys up to `least`, 0 where they are equal."""
    for key in range(least + 1):
        if keys[key, one] != keys[key, two]:
            return -1 if keys[key, one] < keys[key, two] else 1
    return 0


@kernel
def in_order(keys, options, empty, classes, seeded, drawn):
    """All options in order, see `listed` of `Found`; `options` number one cell of each class."""
    count = options.shape[0]
    order = np.zeros(count, np.int64)
    for option in range(count):
        at = option
        while at > 0 and compare(keys, option, order[at - 1], CELL) < 0:
            order[at] = order[at - 1]
            at -= 1
        order[at] = option
    # The rank of each class; with a seed equals share one.
    ranks, kinds = np.zeros(empty.shape[0], np.int64), np.zeros(empty.shape[0], np.int64)
    listed, group = np.zeros((3, empty.shape[0]), np.int64), 0
    for place in range(count):
        if place > 0 and (not seeded or compare(keys, order[place - 1], order[place], LIKELIHOOD)):
            group += 1
        name = empty[options[order[place]]]
        for index in range(empty.shape[0]):
            if classes[empty[index]] == name:
                ranks[index], kinds[index] = group, order[place]
    for index in range(empty.shape[0]):
        at = index
        while at > 0 and (
            ranks[listed[2, at - 1]] > ranks[index]
            or (
                ranks[listed[2, at - 1]] == ranks[index] and drawn[listed[2, at - 1]] > drawn[index]
            )
        ):
            listed[2, at] = listed[2, at - 1]
            at -= 1
        listed[2, at] = index
    first = np.full(count, -1)
    for place in range(empty.shape[0]):
        index = listed[2, place]
        kind = kinds[index]
        if first[kind] < 0:
            first[kind] = empty[index]
        listed[0, place], listed[1, place], listed[2, place] = empty[index], kind, first[kind]
    return listed
