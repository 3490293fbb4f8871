"""The options of a position: which of them are alike, and their order from best to worst."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from service.game import Board
from service.solver.analysis import Option
from service.solver.root.assessments import assess
from service.solver.root.kernels.estimate import estimate
from service.solver.root.kernels.ranking import rank

KEYS, WORTH = 7, 3
"""Keys that sort options, and the first of those that hold with a seed as well."""


@dataclass(frozen=True, slots=True)
class RootMoves:
    """What is known of the options of a position before any search."""

    board: Board
    """A game that is not over."""
    contents: np.ndarray
    """0 where a cell is empty, 1 for the mover's stones, 2 for the opponent's; shape (cells,)."""
    empty: np.ndarray
    """The empty cells, ascending, int64."""
    classes: np.ndarray
    """The lowest cell that a symmetry of the position maps each cell to, shape (cells,)."""
    scores: np.ndarray
    """An estimate in (-1, 1) of each empty cell, shape (cells,)."""
    cells: np.ndarray
    """One option of each class, the most promising first, int64."""

    def list_options(
        self,
        bounds: list[tuple[int, int]],
        mistakes: dict[int, int],
        seed: int | None,
        estimates: np.ndarray | None = None,
        first_move: int | None = None,
    ) -> list[Option]:
        """Every legal move, best first.

        `bounds` and, where a search has found any, `estimates` are those of `cells`; `mistakes` is
        how likely the opponent makes one after some of them. Equals are in the order of these, the
        likeliest first, then of `scores`, whatever was searched, then from the middle outwards;
        with a seed, at random. But `first_move`, where a proof begins, comes before its equals.
        """
        scores = self.scores[self.cells] if estimates is None else estimates
        # As `np.lexsort` takes them, the one that counts most last.
        keys = np.zeros((KEYS, self.cells.size))
        keys[0], keys[1] = self.cells, self.board.geometry.off_centre[self.cells]
        keys[2] = -self.scores[self.cells]
        if mistakes:
            keys[WORTH] = [-mistakes.get(cell, 0) for cell in self.cells.tolist()]
        if first_move is not None:
            keys[WORTH + 1] = self.cells != self.classes[first_move]
        rank(np.array(bounds, np.int64), scores, keys[WORTH + 2 :])
        empty = self.empty.size
        known = [
            assess(lower, upper, promise, empty)
            for (lower, upper), promise in zip(bounds, scores.tolist(), strict=True)
        ]
        cells, kinds = self._in_order(keys, seed)
        first_listed = np.empty_like(self.cells)
        # Backwards, since of several that go to one place the last stays.
        first_listed[kinds[::-1]] = cells[::-1]
        listed = zip(cells.tolist(), kinds.tolist(), first_listed[kinds].tolist(), strict=True)
        return [
            Option(cell, known[kind], None if first == cell else first)
            for cell, kind, first in listed
        ]

    def _in_order(self, keys: np.ndarray, seed: int | None) -> tuple[np.ndarray, np.ndarray]:
        """The empty cells, the best option first, and the place in `cells` of each one's class."""
        order = np.lexsort(keys)
        rank_of = np.empty(self.classes.size, np.int64)
        rank_of[self.cells[order]] = np.arange(order.size)
        ranks = rank_of[self.classes[self.empty]]
        if seed is None:
            listed = np.argsort(ranks, kind="stable")
        else:
            worth = keys[WORTH:, order]
            steps = (worth[:, 1:] != worth[:, :-1]).any(axis=0)
            groups = np.concatenate([[0], np.cumsum(steps)])
            # Across the classes of a group, so that each cell is as likely.
            chance = Random(seed)
            drawn = [chance.random() for _ in range(ranks.size)]
            listed = np.lexsort((drawn, groups[ranks]))
        return self.empty[listed], order[ranks[listed]]


def look_at_root(board: Board) -> RootMoves:
    """Look at the options of a game that is not over."""
    contents = board.contents
    empty = np.flatnonzero(contents == 0)
    classes = board.classes
    scores = estimates(board, contents)
    cells = empty[classes[empty] == empty]
    cells = cells[np.argsort(-scores[cells], kind="stable")]
    return RootMoves(board, contents, empty, classes, scores, cells)


def estimates(board: Board, contents: np.ndarray) -> np.ndarray:
    """An estimate in (-1, 1) of every empty cell, shape (cells,)."""
    scores = np.empty(contents.size)
    estimate(board.geometry.lines, contents, scores)
    return scores
