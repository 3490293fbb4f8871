"""The order of options by their bounds and estimates."""

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.scores import WIN

KEYS, WORTH = 6, 3
"""The number of keys that sort options, and the first that also counts where a seed shuffles."""
FIRST = 1 << 40
"""A likelihood of a mistake that puts an option before all others that are as good."""


@kernel
def key_options(bounds, estimates, scores, likelihoods, cells, off_centre):
    """Return what sorts the options `cells`, shape (KEYS, options); the last key counts most.

    `bounds`, shape (2, options), and `estimates` are those of `rank`. Of equally good options those
    come first with the greatest `likelihoods` of a mistake, int64, then those with the best
    `scores`, then those next to the middle.
    """
    keys = np.zeros((KEYS, cells.shape[0]))
    keys[0], keys[1], keys[2], keys[3] = cells, off_centre[cells], -scores, -likelihoods
    rank(bounds, estimates, keys[WORTH + 1 :])
    return keys


@kernel
def list_moves(keys, cells, moves, classes, seeded, drawn):
    """Return all moves, best first, in row 0 of an array, shape (3, moves), int64.

    Row 1 has for each move the place of the option among `cells` that stands for its class, and row
    2 the first move listed of that class. The `keys` sort the options; if `seeded`, moves whose
    keys from WORTH on are equal are in the order of the numbers `drawn`, one for each move. The
    `classes` are the lowest cells that symmetries map cells to, shape (cells,).
    """
    order = np.arange(cells.shape[0])
    for key in range(KEYS):
        order = order[np.argsort(keys[key][order], kind="mergesort")]
    # The rank of each class; with a seed classes of equal worth share one.
    ranks, kinds = np.zeros_like(classes), np.zeros_like(classes)
    for place in range(1, order.shape[0]):
        one, two = order[place - 1], order[place]
        equal = seeded and (keys[WORTH:, one] == keys[WORTH:, two]).all()
        ranks[cells[two]] = ranks[cells[one]] + (not equal)
    kinds[cells[order]] = order
    chosen = np.argsort(drawn, kind="mergesort")
    chosen = chosen[np.argsort(ranks[classes[moves[chosen]]], kind="mergesort")]
    listed, first = np.zeros((3, moves.shape[0]), np.int64), np.full(order.shape[0], -1)
    for place in range(moves.shape[0]):
        move = moves[chosen[place]]
        kind = kinds[classes[move]]
        if first[kind] < 0:
            first[kind] = move
        listed[0, place], listed[1, place], listed[2, place] = move, kind, first[kind]
    return listed


@kernel
def order_moves(
    bounds, estimates, scores, likelihoods, cells, off_centre, moves, classes, seeded, drawn
):
    """Return what `list_moves` does, by the keys of `key_options`."""
    keys = key_options(bounds, estimates, scores, likelihoods, cells, off_centre)
    return list_moves(keys, cells, moves, classes, seeded, drawn)


@kernel
def rank(bounds, scores, keys):
    """Fill `keys` with what sorts options, the best first: the key within a group, and the group.

    The groups are proven wins, the fastest first; options that do not lose, and unknown ones, both
    by their estimates; and proven losses, the longest by the upper bound and then by the lower one
    first. So the first option is the best wherever that is certain. `bounds` on scores, as in
    `lines.kernels.scores`, have shape (options, 2), int64; `scores` are estimates in (-1, 1);
    `keys` has shape (2, options), float64, as for `np.lexsort`.
    """
    within, group = keys[0], keys[1]
    for index in range(scores.shape[0]):
        lower, upper = bounds[0, index], bounds[1, index]
        if lower > 0:
            group[index], within[index] = 0, -lower
        elif upper < 0:
            # The lower bound decides only between equal upper bounds.
            group[index], within[index] = 3, -(upper + lower / WIN)
        else:
            group[index] = 1 if lower == 0 else 2
            least, most = -1.0 if lower < 0 else 0.0, 1.0 if upper > 0 else 0.0
            within[index] = -min(max(scores[index], least), most)


@kernel
def best_of(lower, upper):
    """Return the places of the best options, or none if the value of the best is not proven.

    `lower` and `upper` are bounds on the scores of the options, shape (options,), int64.
    """
    lowest, highest = lower.max(), upper.max()
    if lowest >= 0:
        best = np.flatnonzero(lower == lowest)
        certain = lowest > 0 or upper[best].max() == 0
    else:
        least = lower[upper == highest].max()
        best = np.flatnonzero((upper == highest) & (lower == least))
        certain = highest < 0
    return best if certain else best[:0]
