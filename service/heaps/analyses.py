"""The solver for the questions of a chunk: no position is worked out twice."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

import numpy as np
from cachetools import LRUCache

from service.game import Board
from service.questions.notes import Notes
from service.solver import Analysis, Budget, Solver
from service.solver.static_proofs import image_of

MOST_BYTES = 16 << 20
"""Bytes of the analyses that are kept."""


class ChunkAnalyses:
    """The `Analyses` of questions that one thread asks one after the other.

    The solver recalls what is proven of a position, and its table what is proven of one that is
    equal by symmetry. Here an analysis within the same budget is kept for all images of its
    position, whatever it proves.
    """

    def __init__(self, solver: Solver) -> None:
        self._solver, self.notes = solver, Notes()
        self._kept: LRUCache[tuple[object, ...], tuple[Analysis, np.ndarray]] = LRUCache(
            MOST_BYTES, lambda kept: min(kept[0].nbytes, MOST_BYTES)
        )
        """Analyses, each with the symmetry that makes the least image of its position."""

    def analyse(self, board: Board, budget: Budget, *, silent: bool = False) -> Analysis:
        # What needs no search costs less than to look for an image of it.
        analysis = self._solver.at_once(board, budget)
        if analysis is not None:
            return analysis
        symmetries = board.geometry.symmetries
        views = [view.tobytes() for view in board.contents[symmetries]]
        least = min(views)
        limits = budget.seconds, budget.nodes, budget.best_only, budget.seed
        key = board.rules, board.to_move, least, limits
        images = symmetries[views.index(least)]
        if key in self._kept:
            analysis, former = self._kept[key]
            image = np.empty_like(images)
            image[former] = images
            return _image_of(analysis, board, image.tolist(), budget.spent)
        analysis = self._solver.analyse(board, budget)
        self._kept[key] = analysis, images
        return analysis

    def glance(self, board: Board, budget: Budget) -> Analysis:
        return self._solver.glance(board, budget)

    def turn(
        self, board: Board | None = None, budget: Budget | None = None
    ) -> AbstractContextManager[None]:
        return nullcontext()


def _image_of(analysis: Analysis, board: Board, image: list[int], seconds: float) -> Analysis:
    """Return the analysis of a position from that of another, of whose cells it has the images."""
    return replace(
        analysis,
        board=board,
        options=[
            option._replace(
                cell=image[option.cell],
                equivalent_to=None if option.equivalent_to is None else image[option.equivalent_to],
            )
            for option in analysis.options
        ],
        principal_variation=[image[cell] for cell in analysis.principal_variation],
        proof=analysis.proof and image_of(analysis.proof, image),
        search=replace(analysis.search, nodes=0, table_hits=1, seconds=seconds),
    )
