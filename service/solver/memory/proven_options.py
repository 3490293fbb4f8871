"""What is proven of the options of one position, for a later search of it to begin with."""

from __future__ import annotations

import numpy as np

from service.game import Board


class ProvenOptions:
    """Bounds on the options of a position, always as the search that uses them has them."""

    def __init__(self, board: Board) -> None:
        """Nothing is known of `board` yet."""
        self.board = board
        self.cells = np.zeros(0, np.int64)
        """One option of each class that symmetries make, shape (options,), int64."""
        self.lower = self.upper = np.zeros(0, np.int64)
        """Bounds on the score of each; see `lines.kernels.scores`."""

    def take_up(self, cells: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> bool:
        """Tighten the bounds of a search by what is known, and know from now on what they tell.

        Returns whether anything was known. The arrays are those of the search, shape (options,).
        """
        known, own, theirs = np.intersect1d(self.cells, cells, return_indices=True)
        lower[theirs] = np.maximum(lower[theirs], self.lower[own])
        upper[theirs] = np.minimum(upper[theirs], self.upper[own])
        self.cells, self.lower, self.upper = cells, lower, upper
        return known.size > 0
