"""The options of a position: which of them are alike, and their order from best to worst."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from service.game import Board, flags_of
from service.solver.analysis import Assessment, Option
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
        self, bounds: list[tuple[int, int]], mistakes: dict[int, int], seed: int | None
    ) -> list[Option]:
        """Every legal move, best first; see `list_options`. `bounds` are those of `cells`."""
        of_cell = dict(zip(self.cells.tolist(), bounds, strict=True))
        empty, classes = self.empty.tolist(), self.classes.tolist()
        return list_options(self.board, empty, classes, of_cell, self.scores, mistakes, seed)


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


def list_options(
    board: Board,
    empty: list[int],
    classes: list[int],
    bounds: dict[int, tuple[int, int]],
    scores: np.ndarray,
    mistakes: dict[int, int],
    seed: int | None,
) -> list[Option]:
    """Every legal move, best first.

    Among equals, those that leave the opponent the most mistakes come first; then equals are in
    the order of their estimates, then from the middle outwards; with a seed, at random. `classes`
    holds the representative of each cell, `bounds` and `mistakes` those of representatives.
    """
    chance = None if seed is None else Random(seed)
    known = {}
    keys: dict[int, tuple[float, ...]] = {}
    promise = scores.tolist()
    for cell, (lower, upper) in bounds.items():
        known[cell] = assess(lower, upper, promise[cell], len(empty))
        worth = (*rank(known[cell]), -mistakes.get(cell, 0))
        keys[cell] = (*worth, -promise[cell], _off_centre(board, cell), cell)
    if chance is None:
        listed = sorted(empty, key=lambda cell: keys[classes[cell]])
    else:
        listed = sorted(empty, key=lambda cell: (keys[classes[cell]][:3], chance.random()))
    options = []
    first_listed: dict[int, int] = {}
    for cell in listed:
        alike = classes[cell]
        options.append(Option(cell, known[alike], first_listed.get(alike)))
        first_listed.setdefault(alike, cell)
    return options


def best_of(options: Outset, bounds: list[tuple[int, int]]) -> list[int]:
    """The places in `cells` of the best options, where their value is proven; else none."""
    remaining = options.empty.size
    known = [assess(lower, upper, 0.0, remaining) for lower, upper in bounds]
    ranks = [rank(each) for each in known]
    best = [index for index, each in enumerate(ranks) if each == min(ranks)]
    return [] if any(known[index].value is None for index in best) else best


def rank(assessment: Assessment) -> tuple[int, float]:
    """Sorts options best first.

    Proven wins, the fastest first; then what does not lose, then the unknown, by score; then
    proven losses, the slowest first.
    """
    plies = assessment.plies_to_end or 0
    if assessment.value == 1:
        return 0, plies
    if assessment.value == -1:
        return 3, -plies
    return 1 if assessment.bounds.lower == 0 else 2, -assessment.score


def _off_centre(board: Board, cell: int) -> int:
    """Squared distance to the middle of the board, in half cells."""
    row, column = divmod(cell, board.rules.width)
    right, down = 2 * column - board.rules.width + 1, 2 * row - board.rules.height + 1
    return right * right + down * down
