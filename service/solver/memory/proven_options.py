"""Proven bounds on the options of one position, with which a later search of it begins."""

import numpy as np

from service.game import Board


class ProvenOptions:
    """Bounds on the options of a position, shared with the search that uses them."""

    def __init__(self, board: Board) -> None:
        """Begin with nothing known of `board`."""
        self.board = board
        self.cells = np.zeros(0, np.int64)
        """One option of each class that symmetries make, shape (options,), int64."""
        self.lower = self.upper = np.zeros(0, np.int64)
        """Bounds on the score of each option, shape (options,); see `lines.kernels.scores`."""

    def take_up(self, cells: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> bool:
        """Tighten the bounds of a search by what is known, and share its arrays from now on.

        Returns whether anything was known. All arrays have shape (options,).
        """
        common, own, theirs = np.intersect1d(self.cells, cells, return_indices=True)
        lower[theirs] = np.maximum(lower[theirs], self.lower[own])
        upper[theirs] = np.minimum(upper[theirs], self.upper[own])
        self.cells, self.lower, self.upper = cells, lower, upper
        return common.size > 0
