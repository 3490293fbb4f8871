"""A re-search of a few options: each gets a score by a search of its own.

The search of all options scores the best one; of each other option it tells only a bound.
"""

import numpy as np

from service.game import Board
from service.solver.heuristic.heuristic import evaluated
from service.solver.heuristic.kernels.root_search import begin_iteration, continue_iteration
from service.solver.heuristic.kernels.state import new_root, new_search


class ReSearch:
    """A search that scores options one after the other."""

    def __init__(
        self, board: Board, cells: np.ndarray, scores: np.ndarray, depth: int, table: np.ndarray
    ) -> None:
        """Set up the search of options to a depth in plies.

        `cells` and `scores`, the guesses of their scores, have shape (options,), int64.
        """
        self._search = new_search(evaluated(board), table)
        self._mover = int(board.to_move == "O")
        self._roots = [new_root(cells[[option]], scores[[option]]) for option in range(cells.size)]
        for root in self._roots:
            begin_iteration(root, depth, 1)
        self.scores: list[int] = []
        """The scores of the first options, as many as have been searched."""

    @property
    def nodes(self) -> int:
        return int(self._search.control.nodes)

    def advance(self, node_limit: int) -> bool:
        """Search until `node_limit` nodes in all are spent; return whether all have a score."""
        for root in self._roots[len(self.scores) :]:
            if not continue_iteration(self._search, root, self._mover, node_limit):
                return False
            self.scores.append(int(root.scores[0]))
        return True
