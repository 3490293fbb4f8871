"""Bounds that the kernels of a game share with other engines, which may count otherwise.

Of a win the score that all engines know, see `lines.kernels.scores`, is greater than that of the
kernels, and of a loss less, by the `excess`.
"""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel


class SharedBounds(NamedTuple):
    """Bounds on the options of the root, as all engines see them."""

    lower: np.ndarray
    """Lower bounds on the scores, shape (options,), int64."""
    upper: np.ndarray
    """Upper bounds on the scores, shape (options,), int64."""
    rotation: int
    """The number of the option here that is the first one of the kernels."""
    excess: int


@bare_kernel
def to_kernels(score, excess, at_least):
    """Return a bound on a score as the kernels count it, a lower one if `at_least` is 1, not 0.

    A win or loss of more plies than there are places is none.
    """
    if score == 0:
        return score
    most = 1 - at_least if score < 0 else at_least
    counted = max(abs(score) - excess, most)
    return counted if score > 0 else -counted


@bare_kernel
def from_kernels(score, excess):
    """Return a bound on a score of the kernels as all engines count it."""
    if score == 0:
        return score
    return score + excess if score > 0 else score - excess


@bare_kernel
def take_bounds(options, shared):
    """Tighten the bounds of the kernels by those that are shared."""
    count = shared.lower.shape[0]
    for index in range(count):
        known = (index + shared.rotation) % count
        lower = to_kernels(shared.lower[known], shared.excess, 1)
        upper = to_kernels(shared.upper[known], shared.excess, 0)
        options.lower[index] = max(options.lower[index], lower)
        options.upper[index] = min(options.upper[index], upper)


@bare_kernel
def share_bounds(options, shared):
    """Share the bounds of the kernels."""
    count = shared.lower.shape[0]
    for index in range(count):
        known = (index + shared.rotation) % count
        shared.lower[known] = from_kernels(options.lower[index], shared.excess)
        shared.upper[known] = from_kernels(options.upper[index], shared.excess)
