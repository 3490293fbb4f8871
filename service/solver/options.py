"""The options of a position: which of them are alike, and their order from best to worst."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from service.game import Board, flags_of
from service.solver.analysis import Option
from service.solver.assessments import assess
from service.solver.kernels.estimate import estimate


@dataclass(frozen=True, slots=True)
class Outset:
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
        how many the opponent can make after some of them. Equals are in the order of these, the
        most first, then of `scores`, whatever was searched, then from the middle outwards; with a
        seed, at random. But `first_move`, where a proof begins, comes before its equals.
        """
        scores = self.scores[self.cells] if estimates is None else estimates
        made = np.array([mistakes.get(cell, 0) for cell in self.cells.tolist()], np.int64)
        order = self._order(np.array(bounds, np.int64), scores, made, seed, first_move)
        empty, promise = self.empty.size, scores.tolist()
        known = {
            cell: assess(lower, upper, promise[index], empty)
            for index, (cell, (lower, upper)) in enumerate(
                zip(self.cells.tolist(), bounds, strict=True)
            )
        }
        options = []
        first_listed: dict[int, int] = {}
        for cell, alike in zip(order.tolist(), self.classes[order].tolist(), strict=True):
            options.append(Option(cell, known[alike], first_listed.get(alike)))
            first_listed.setdefault(alike, cell)
        return options

    def _order(
        self,
        bounds: np.ndarray,
        scores: np.ndarray,
        mistakes: np.ndarray,
        seed: int | None,
        first_move: int | None,
    ) -> np.ndarray:
        """The empty cells, the best option first."""
        place = np.zeros(self.classes.size, np.int64)
        place[self.cells] = np.arange(self.cells.size)
        index = place[self.classes[self.empty]]
        group, within = (key[index] for key in rank(bounds, scores))
        alike = self.cells[index]
        later = alike != (-1 if first_move is None else self.classes[first_move])
        worth = (-mistakes[index], later, within, group)
        if seed is not None:
            chance = Random(seed)
            drawn = [chance.random() for _ in range(self.empty.size)]
            return self.empty[np.lexsort((drawn, *worth))]
        centre = off_centre(self.board, alike)
        return self.empty[np.lexsort((alike, centre, -self.scores[alike], *worth))]


def outset(board: Board) -> Outset:
    """Look at the options of a game that is not over."""
    size = board.rules.cells
    contents = flags_of(board.own, size) + 2 * flags_of(board.opponent, size)
    empty = np.flatnonzero(contents == 0)
    classes = representatives(board, contents)
    scores = estimates(board, contents)
    cells = empty[classes[empty] == empty]
    cells = cells[np.argsort(-scores[cells], kind="stable")]
    return Outset(board, contents, empty, classes, scores, cells)


def representatives(board: Board, contents: np.ndarray) -> np.ndarray:
    """The lowest cell that a symmetry of the position maps each cell to, shape (cells,).

    `contents` is 0 where a cell is empty, 1 for the mover's stones, 2 for the opponent's.
    """
    images = board.geometry.symmetries
    keeps = (contents[images] == contents).all(axis=1)
    lowest: np.ndarray = images[keeps].min(axis=0)
    return lowest


def estimates(board: Board, contents: np.ndarray) -> np.ndarray:
    """An estimate in (-1, 1) of every empty cell, shape (cells,)."""
    scores = np.zeros(contents.size)
    estimate(board.geometry.lines, contents, scores)
    return scores


def best_of(bounds: np.ndarray) -> np.ndarray:
    """The places of the best options, where their value is proven; else none.

    `bounds` are as in `rank`.
    """
    group, within = rank(bounds, np.zeros(len(bounds)))
    first = np.lexsort((within, group))[0]
    best = (group == group[first]) & (within == within[first])
    lower, upper = np.sign(bounds[best]).T
    return np.flatnonzero(best & (lower == upper).all())


def rank(bounds: np.ndarray, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sorts options best first, by these two keys, each of shape (options,).

    Proven wins, the fastest first; then what does not lose, then the unknown, by score; then
    proven losses, those first that may last longest. `bounds` are on scores, see
    `kernels.scores`, shape (options, 2); `scores` are estimates in (-1, 1).
    """
    lower, upper = bounds[:, 0], bounds[:, 1]
    won, lost = lower > 0, upper < 0
    group = np.where(won, 0, np.where(lost, 3, np.where(lower == 0, 1, 2)))
    clipped = np.clip(scores, np.sign(lower), np.sign(upper))
    return group, np.where(won, -lower, np.where(lost, -upper, -clipped))


def off_centre(board: Board, cells: np.ndarray) -> np.ndarray:
    """Squared distance of cells to the middle of the board, in half cells."""
    row, column = np.divmod(cells, board.rules.width)
    right, down = 2 * column - board.rules.width + 1, 2 * row - board.rules.height + 1
    distance: np.ndarray = right * right + down * down
    return distance
