"""Bounds that the kernels of a game share with other engines, which may count otherwise.

Of a win the score that all engines know, see `lines.kernels.scores`, is greater than that of the
kernels, and of a loss less, by the `excess`.
"""

from dataclasses import dataclass

import numpy as np

from service.solver.alpha_beta.kernels.state import Options


@dataclass(frozen=True, slots=True)
class SharedBounds:
    """Bounds on the options of the root, as all engines see them."""

    lower: np.ndarray
    """Lower bounds on the scores, shape (options,), int64."""
    upper: np.ndarray
    """Upper bounds on the scores, shape (options,), int64."""
    order: np.ndarray
    """The number here of each option of the kernels, shape (options,), int64."""
    excess: int

    def take(self, options: Options) -> None:
        """Tighten the bounds of the kernels by those that are shared."""
        np.maximum(options.lower, self._counted(self.lower, least=True), out=options.lower)
        np.minimum(options.upper, self._counted(self.upper, least=False), out=options.upper)

    def share(self, options: Options) -> None:
        """Share the bounds of the kernels."""
        for shared, known in ((self.lower, options.lower), (self.upper, options.upper)):
            shared[self.order] = known + np.sign(known) * self.excess

    def _counted(self, shared: np.ndarray, *, least: bool) -> np.ndarray:
        """Return shared bounds, lower ones if they are the `least`, as the kernels count them.

        A win or loss of more plies than there are places is none.
        """
        scores = shared[self.order]
        late = (scores > 0) == least
        counted: np.ndarray = np.sign(scores) * np.maximum(np.abs(scores) - self.excess, late)
        return counted
