"""Options that look nearly as good as the best, which a tie-break or a seed chooses from."""

import numpy as np

from service.solver.analysis import Budget
from service.solver.heuristic import SURE, HeuristicSearch
from service.solver.heuristic.kernels.root_search import begin_iteration
from service.solver.root import RootMoves

MARGIN = 100
"""How much less a near equal may be worth, in thousandths of a logit: 2.5 % of games at most."""
MOST_OPTIONS = 8
"""How many options are searched again at most, the best ones."""
SHARE = 8
"""The re-search takes at most this part of the nodes that the search has taken, and a slice."""
SLICE = 1 << 10
"""The nodes that are searched before the clock is looked at."""


def breaks_near_ties(root: RootMoves, budget: Budget) -> bool:
    """Return whether near equals are treated as equals.

    They are with a seed, and for the first two moves, which are then in the middle of the board.
    """
    return budget.seed is not None or root.empty.size >= root.board.rules.cells - 1


def break_near_ties(
    bounds: np.ndarray,
    heuristic: HeuristicSearch | None,
    budget: Budget,
    *,
    spent: int,
) -> tuple[np.ndarray | None, int]:
    """Return the estimates of the options, those of near equals made equal, and the nodes spent.

    An option is a near equal if neither the `heuristic` search of all options nor a re-search of
    this one, a ply less deep, says that it is worse by more than the margin. Nothing is done where
    an option is proven not to lose, and proven losses are left out. All engines have
    `spent` so many nodes.
    """
    if heuristic is None:
        return None, 0
    estimates, (lower, upper) = heuristic.estimates, bounds
    if lower.max() >= 0 or budget.ends_within():
        return estimates, 0
    scores = np.where(upper > 0, heuristic.scores, -SURE)
    most = int(scores.max())
    order = np.argsort(-scores, kind="stable")[:MOST_OPTIONS]
    likely = order[scores[order] >= most - MARGIN]
    if abs(most) >= SURE or likely.size < 2:
        return estimates, 0
    depth = max(heuristic.depth - 1, 1)
    search = ReSearch(heuristic, likely, depth)
    nodes = heuristic.nodes // SHARE + SLICE
    if budget.nodes is not None:
        nodes = min(nodes, budget.nodes - spent)
    while search.nodes < nodes and not search.advance(min(search.nodes + SLICE, nodes)):
        if budget.ends_within():
            break
    near = [
        option
        for option, score in zip(likely.tolist(), search.scores, strict=False)
        if score >= search.scores[0] - MARGIN
    ]
    estimates[near] = estimates[likely[0]]
    return estimates, search.nodes


class ReSearch:
    """A re-search of a few options, each of which gets a score by a search of its own.

    The search of all options scores the best one; of each other option it tells only a bound.
    """

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
