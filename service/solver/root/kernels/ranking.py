"""What options are sorted by."""

from __future__ import annotations

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.scores import WIN


@kernel
def rank(bounds, scores, keys):
    """Fill in what sorts options best first: a group, and before it what sorts within the group.

    Proven wins, the fastest first; then what does not lose, then the unknown, by score; then
    proven losses, those first that may last longest, and of these what surely lasts. So the first
    option is the best wherever that is certain. `bounds` are on scores, see `scores`, shape
    (options, 2), int64; `scores` are estimates in (-1, 1); `keys` has shape (2, options), float64,
    as `np.lexsort` takes them.
    """
    within, group = keys[0], keys[1]
    for index in range(scores.shape[0]):
        lower, upper = bounds[index, 0], bounds[index, 1]
        if lower > 0:
            group[index], within[index] = 0, -lower
        elif upper < 0:
            # A fraction of the lower bound decides between equal upper ones.
            group[index], within[index] = 3, -(upper + lower / WIN)
        else:
            group[index] = 1 if lower == 0 else 2
            least, most = -1.0 if lower < 0 else 0.0, 1.0 if upper > 0 else 0.0
            within[index] = -min(max(scores[index], least), most)


@kernel
def best_of(lower, upper):
    """The places of the best options, where their value is proven; else none.

    Bounds on their scores are given, shape (options,), int64.
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
