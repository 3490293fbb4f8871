"""The options of a position: which of them are equivalent, and their order from best to worst."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from random import Random

import numpy as np

from service.game import WALL, Board, flags_of
from service.solver.analysis import Assessment, Option
from service.solver.root.assessments import assess
from service.solver.root.kernels.look import look
from service.solver.root.kernels.ranking import FIRST, order_moves

NO_LINES = np.zeros((0, 1), np.int32)
"""What is looked at where lines are not listed."""


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
        lower, upper = bounds[:, self.cells.tolist().index(self.classes[cell])].tolist()
        return lower, upper

    def assess_options(self, bounds: np.ndarray, estimates: np.ndarray) -> list[Assessment]:
        """Return the assessments of `cells`, from bounds, (2, options), and estimates."""
        return list(map(assess, *bounds.tolist(), estimates.tolist(), repeat(self.empty.size)))

    def list_options(
        self,
        bounds: np.ndarray,
        likelihoods: np.ndarray,
        seed: int | None,
        estimates: np.ndarray | None = None,
        first_move: int | None = None,
    ) -> list[Option]:
        """Return every legal move, the best first.

        `bounds` on the scores of `cells`, shape (2, options), int64, are given, and `estimates` if
        a search has made any. `likelihoods`, shape (options,), int64, say how likely the opponent's
        reply is a mistake. Of equally good options `first_move`, with which a proof begins, comes
        first; for the others see `kernels.ranking`. With a seed, those with equal
        likelihoods are shuffled.
        """
        scores = self.scores[self.cells]
        estimates = scores if estimates is None else estimates
        if first_move is not None:
            of_proof = self.cells == self.classes[first_move]
            likelihoods = np.where(of_proof, FIRST, likelihoods)
        listed = order_moves(
            bounds,
            estimates,
            scores,
            likelihoods,
            self.cells,
            self.board.geometry.off_centre,
            self.moves,
            self.classes,
            seed is not None,
            drawn_numbers(seed, self.moves.size),
        )
        return as_options(listed, self.assess_options(bounds, estimates))


def drawn_numbers(seed: int | None, moves: int) -> np.ndarray:
    """Return the numbers that order equally good moves; all are equal without a seed."""
    if seed is None:
        return np.zeros(moves)
    chance = Random(seed)
    return np.array([chance.random() for _ in range(moves)])


def as_options(listed: np.ndarray, assessments: Sequence[Assessment]) -> list[Option]:
    """Return the moves that `kernels.ranking.order_moves` has `listed`, with their assessments."""
    return [
        Option(cell, assessments[kind], None if first == cell else first)
        for cell, kind, first in zip(*listed.tolist(), strict=True)
    ]


def look_at_root(board: Board) -> RootMoves:
    """Return the options of a game that is not over."""
    contents, geometry = board.contents, board.geometry
    if covered := board.empty & ~board.reachable:
        contents[flags_of(covered, contents.size) != 0] = WALL
    empty = np.flatnonzero(contents == 0)
    moves = np.flatnonzero(flags_of(board.playable, contents.size))
    scores, classes = np.empty(contents.size), np.empty(contents.size, np.int32)
    options = np.empty_like(moves)
    # Where there are too many lines nothing is known of them, so that no move looks better.
    lines = geometry.lines if geometry.lists_lines else NO_LINES
    count = look(
        lines, geometry.symmetries, contents, moves, board.rules.misere, scores, classes, options
    )
    return RootMoves(board, contents, empty, moves, classes, scores, moves[options[:count]])
