"""The order of options by their bounds and estimates."""

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.scores import WIN


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
        lower, upper = bounds[index, 0], bounds[index, 1]
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
