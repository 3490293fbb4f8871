"""A re-search of a few options: each gets a score by a search of its own.

The search of all options scores the best one; of each other option it tells only a bound.
"""

import numpy as np

from service.solver.heuristic.heuristic import HeuristicSearch
from service.solver.heuristic.kernels.root_search import begin_iteration


class ReSearch:
    """A search that scores options one after the other."""

    def __init__(self, heuristic: HeuristicSearch, options: np.ndarray, depth: int) -> None:
        """Set up the search of some options of a search that has begun, to a depth in plies.

        `options` are their indices, int64; the scores that they have serve as guesses.
        """
        self._heuristic = heuristic
        self._search = heuristic.new_search()
        self._roots = [heuristic.new_root(options[[place]]) for place in range(options.size)]
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
            if not self._heuristic.continue_iteration(self._search, root, node_limit):
                return False
            self.scores.append(int(root.scores[0]))
        return True
