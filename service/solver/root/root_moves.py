"""The options of a position: which of them are equivalent, and their order from best to worst."""

from dataclasses import dataclass
from itertools import repeat
from random import Random

import numpy as np

from service.game import WALL, Board, bits, flags_of
from service.solver.analysis import Assessment, Option
from service.solver.root.assessments import assess
from service.solver.root.kernels.estimate import estimate
from service.solver.root.kernels.ranking import rank

SORT_KEYS, FIRST_WORTH_KEY = 7, 3
"""The number of keys that sort options, and the first that also counts where a seed shuffles."""


@dataclass(frozen=True, slots=True)
class RootMoves:
    """The options of a position, as far as they are known before any search."""

    board: Board
    """The position, of a game that is not over."""
    contents: np.ndarray
    """The board, shape (cells,): 0 for a cell that moves can fill, 1 for the mover's stones, 2 for
    the opponent's, 3 for any other cell."""
    empty: np.ndarray
    """The cells that moves can fill, ascending, int64."""
    moves: np.ndarray
    """The legal moves, ascending, int64."""
    classes: np.ndarray
    """The lowest cell to which a symmetry of the position maps each cell, shape (cells,)."""
    scores: np.ndarray
    """An estimate in (-1, 1) of the move to each empty cell, shape (cells,)."""
    cells: np.ndarray
    """One option of each class of equivalent ones, the most promising first, int64."""

    def bounds_of(self, cell: int, bounds: np.ndarray) -> tuple[int, int]:
        """Return those of an option among `bounds` on the scores of `cells`, (2, options)."""
        lower, upper = bounds[:, np.flatnonzero(self.cells == self.classes[cell])[0]].tolist()
        return lower, upper

    def assess_options(self, bounds: np.ndarray, estimates: np.ndarray) -> list[Assessment]:
        """Return the assessments of `cells`, from bounds, (2, options), and estimates."""
        return list(map(assess, *bounds.tolist(), estimates.tolist(), repeat(self.empty.size)))

    def list_options(
        self,
        bounds: np.ndarray,
        mistakes: dict[int, int],
        seed: int | None,
        estimates: np.ndarray | None = None,
        first_move: int | None = None,
    ) -> list[Option]:
        """Return every legal move, the best first.

        `bounds` on the scores of `cells`, shape (2, options), int64, are given, and `estimates` if
        a search has found any. `mistakes` is how likely the opponent's reply to some cells is a
        mistake. Of equally good options `first_move`, with which a proof begins, comes first; the
        others are sorted by `mistakes`, the likeliest first, then by `scores`, then from the middle
        outwards. With a seed, those that are equal up to `mistakes` are shuffled.
        """
        scores = self.scores[self.cells] if estimates is None else estimates
        # The last key counts most, as in `np.lexsort`.
        keys = np.zeros((SORT_KEYS, self.cells.size))
        keys[0], keys[1] = self.cells, self.board.geometry.off_centre[self.cells]
        keys[2] = -self.scores[self.cells]
        if mistakes:
            keys[FIRST_WORTH_KEY] = [-mistakes.get(cell, 0) for cell in self.cells.tolist()]
        if first_move is not None:
            keys[FIRST_WORTH_KEY + 1] = self.cells != self.classes[first_move]
        rank(bounds.T.copy(), scores, keys[FIRST_WORTH_KEY + 2 :])
        known = self.assess_options(bounds, scores)
        cells, kinds = self._in_order(keys, seed)
        first_listed = np.empty_like(self.cells)
        # The order is reversed, since of several values assigned to one place the last stays.
        first_listed[kinds[::-1]] = cells[::-1]
        listed = zip(cells.tolist(), kinds.tolist(), first_listed[kinds].tolist(), strict=True)
        return [
            Option(cell, known[kind], None if first == cell else first)
            for cell, kind, first in listed
        ]

    def _in_order(self, keys: np.ndarray, seed: int | None) -> tuple[np.ndarray, np.ndarray]:
        """Return the legal moves, the best first, and the place in `cells` of the class of each."""
        order = np.lexsort(keys)
        rank_of = np.empty(self.classes.size, np.int64)
        rank_of[self.cells[order]] = np.arange(order.size)
        ranks = rank_of[self.classes[self.moves]]
        if seed is None:
            listed = np.argsort(ranks, kind="stable")
        else:
            worth = keys[FIRST_WORTH_KEY:, order]
            steps = (worth[:, 1:] != worth[:, :-1]).any(axis=0)
            groups = np.concatenate([[0], np.cumsum(steps)])
            # Cells are shuffled across the classes of a group, so that each is equally likely.
            chance = Random(seed)
            drawn = [chance.random() for _ in range(ranks.size)]
            listed = np.lexsort((drawn, groups[ranks]))
        return self.moves[listed], order[ranks[listed]]


def look_at_root(board: Board) -> RootMoves:
    """Return the options of a game that is not over."""
    contents = board.contents
    if board.rules.gravity:
        contents[flags_of(board.empty & ~board.reachable, contents.size) != 0] = WALL
    empty = np.flatnonzero(contents == 0)
    moves = np.array(bits(board.playable), np.int64) if board.rules.gravity else empty
    classes = board.classes
    scores = estimates(board, contents)
    cells = moves[classes[moves] == moves]
    cells = cells[np.argsort(-scores[cells], kind="stable")]
    return RootMoves(board, contents, empty, moves, classes, scores, cells)


def estimates(board: Board, contents: np.ndarray) -> np.ndarray:
    """Return an estimate in (-1, 1) of the move to every empty cell, shape (cells,).

    Where a row loses, what would else be good is bad.
    """
    scores = np.empty(contents.size)
    estimate(board.geometry.lines, contents, scores)
    return 0.0 - scores if board.rules.misere else scores  # There is no -0.0 in an answer.
