"""Proven bounds on the options of one position: the one record of all that is known of them."""

from threading import Lock
from typing import Protocol

import numpy as np

from service.game import Board
from service.solver.lines.kernels.scores import WIN

OVERHEAD = 512
"""Bytes of a record beside its arrays, the position included."""


class Bounded(Protocol):
    """Bounds on the scores of some options; see `lines.kernels.scores`."""

    lower: np.ndarray
    """The lower bound of each option, shape (options,), int64."""
    upper: np.ndarray
    """The upper bound of each option, shape (options,), int64."""


def nothing_known(moves: int) -> np.ndarray:
    """Return bounds that say nothing on the scores of so many moves, shape (2, moves), int64."""
    return np.repeat(np.array([[-WIN], [WIN]], np.int64), moves, axis=1)


def tighten(bounds: Bounded, by: Bounded) -> None:
    """Tighten bounds by others of the same options in the same order."""
    np.maximum(bounds.lower, by.lower, out=bounds.lower)
    np.minimum(bounds.upper, by.upper, out=bounds.upper)


class ProvenOptions:
    """What is proven of a position's options. All its searches share it, and each adds to it.

    Any number of threads may use it. Its bounds only get tighter and always hold, so that a reader
    needs no lock; whoever derives several things from them does so from one `snapshot`.
    """

    def __init__(
        self,
        board: Board,
        cells: np.ndarray,
        bounds: np.ndarray | None = None,
    ) -> None:
        """Begin with these bounds, shape (2, options), int64, which it owns from now on.

        By default nothing is known.
        """
        bounds = nothing_known(cells.size) if bounds is None else bounds
        self.board = board
        """The position, of a game that is not over."""
        self.cells = cells
        """One option of each class that symmetries make, as in `RootMoves.cells`: (options,)."""
        self._bounds = bounds
        self.lower, self.upper = bounds
        """The lower and the upper bound on the score of each option, shape (options,), int64."""
        self._lock = Lock()

    @property
    def nbytes(self) -> int:
        """The memory that it takes, in bytes."""
        return OVERHEAD + self.cells.nbytes + self._bounds.nbytes

    def tighten(self, by: Bounded) -> None:
        """Tighten the bounds by others, which hold for the same options in the same order."""
        # Two writers at once could each undo what the other has written.
        with self._lock:
            tighten(self, by)

    def snapshot(self) -> np.ndarray:
        """Return the bounds as they are now, shape (2, options), int64."""
        return self._bounds.copy()
