"""The order of few options; where there are many, `root.RootMoves.list_options` sorts them.

The keys are those of `RootMoves`, but for the one of the first move of a proof. The last key counts
most.
"""

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.root.kernels.ranking import rank

KEYS, WORTH = 6, 3
"""The keys that sort options, and the first of those that hold with a seed as well."""


@kernel
def key_options(bounds, scores, likelihoods, cells, off_centre):
    """Return what sorts the options `cells`, shape (KEYS, options), float64."""
    keys = np.zeros((KEYS, cells.shape[0]))
    keys[0], keys[1], keys[2], keys[3] = cells, off_centre[cells], -scores, -likelihoods
    rank(bounds, scores, keys[4:])
    return keys


@kernel
def compare(keys, one, two, first):
    """Return a number below 0 if option `one` comes before `two`, 0 if the keys are equal.

    The keys from the last one down to `first` count.
    """
    for key in range(KEYS - 1, first - 1, -1):
        if keys[key, one] != keys[key, two]:
            return -1 if keys[key, one] < keys[key, two] else 1
    return 0


@kernel
def in_order(keys, options, empty, classes, seeded, drawn):
    """Return all options in order, see `listed` of `Found`.

    `options`, shape (classes,), are the numbers among the `empty` cells of one option of each
    class. With a seed the numbers `drawn` order options whose keys from WORTH on are equal.
    """
    count = options.shape[0]
    order = np.zeros(count, np.int64)
    for option in range(count):
        at = option
        while at > 0 and compare(keys, option, order[at - 1], 0) < 0:
            order[at] = order[at - 1]
            at -= 1
        order[at] = option
    # The rank of the class of each empty cell; with a seed classes of equal worth share one.
    ranks, kinds = np.zeros(empty.shape[0], np.int64), np.zeros(empty.shape[0], np.int64)
    group = 0
    for place in range(count):
        if place > 0 and (not seeded or compare(keys, order[place - 1], order[place], WORTH)):
            group += 1
        name = empty[options[order[place]]]
        for index in range(empty.shape[0]):
            if classes[empty[index]] == name:
                ranks[index], kinds[index] = group, order[place]
    # The numbers of the empty cells by rank, then as drawn, then ascending.
    sorted_cells = np.zeros(empty.shape[0], np.int64)
    for index in range(empty.shape[0]):
        at = index
        while at > 0 and comes_after(sorted_cells[at - 1], index, ranks, drawn):
            sorted_cells[at] = sorted_cells[at - 1]
            at -= 1
        sorted_cells[at] = index
    listed, first = np.zeros((3, empty.shape[0]), np.int64), np.full(count, -1)
    for place in range(empty.shape[0]):
        index = sorted_cells[place]
        kind = kinds[index]
        if first[kind] < 0:
            first[kind] = empty[index]
        listed[0, place], listed[1, place], listed[2, place] = empty[index], kind, first[kind]
    return listed


@kernel
def comes_after(one, two, ranks, drawn):
    """Return whether an empty cell comes after another one by its rank, or else as drawn."""
    if ranks[one] != ranks[two]:
        return ranks[one] > ranks[two]
    return drawn[one] > drawn[two]
