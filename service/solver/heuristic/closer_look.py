"""A closer look at a few options: the score of each by a search of its own.

The search of all of them scores the best one, and tells of each other only that it is no better.
"""

from __future__ import annotations

import numpy as np

from service.game import Board
from service.solver.heuristic.heuristic import evaluated
from service.solver.heuristic.kernels import deepening
from service.solver.heuristic.kernels.stack import NODES, new_stack


class CloserLook:
    """The scores of options, one after the other; see `kernels.pvs`."""

    def __init__(
        self, board: Board, cells: np.ndarray, scores: np.ndarray, depth: int, table: np.ndarray
    ) -> None:
        """`scores` are guesses, shape (cells,); the options are searched to this depth."""
        self._position, self._table = evaluated(board), table
        self._stack = new_stack(board.rules.cells)
        self._colour = int(board.to_move == "O")
        self._roots = [
            deepening.Root(
                cells=cells[[option]],
                order=np.zeros(1, np.int64),
                scores=scores[[option]],
                found=np.zeros(1, np.int64),
                state=np.zeros(deepening.STATE_COLUMNS, np.int64),
            )
            for option in range(cells.size)
        ]
        for root in self._roots:
            deepening.begin(root, depth, 1)
        self.scores: list[int] = []
        """Of the first options, as many as have been searched."""

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return int(self._stack.control[NODES])

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; whether all options are searched."""
        for root in self._roots[len(self.scores) :]:
            if not deepening.iterate(
                self._position, self._table, self._stack, root, self._colour, node_limit
            ):
                return False
            self.scores.append(int(root.scores[0]))
        return True
