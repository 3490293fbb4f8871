"""Options that look nearly as good as the best, so that something else decides, or a seed."""

from __future__ import annotations

import time

import numpy as np

from service.solver.analysis import Budget
from service.solver.heuristic import SURE, ReSearch
from service.solver.root import RootMoves
from service.solver.session.portfolio import Portfolio

NEARLY = 100
"""How much less an option may be worth, in thousandths of a logit: 2.5 % of games at most."""
MOST_LOOKED_AT = 8
"""The best among them."""
SHARE = 8
"""Of the nodes that the search has taken, the part that closer looks take at most, and a slice."""
SLICE = 1 << 10
"""Nodes searched before the clock is looked at."""


def wants_equals(root: RootMoves, budget: Budget) -> bool:
    """Whether it matters: with a seed, and for the first two moves, which are then in the middle
    and next to each other."""
    return budget.seed is not None or root.empty.size >= root.board.rules.cells - 1


def as_equals(
    root: RootMoves, portfolio: Portfolio, budget: Budget
) -> tuple[np.ndarray | None, int]:
    """The estimates of the options, alike where they nearly are, and the nodes spent on that.

    Only of options of which nothing is proven, and where none is known not to lose. An option is
    nearly as good if neither the search of all nor one of its own, a ply less deep, says otherwise.
    """
    heuristic, estimates = portfolio.heuristic, portfolio.estimates
    if heuristic is None or estimates is None or portfolio.lower.max() >= 0:
        return estimates, 0
    scores = np.where(portfolio.upper > 0, heuristic.scores, -SURE)
    most = int(scores.max())
    order = np.argsort(-scores, kind="stable")[:MOST_LOOKED_AT]
    likely = order[scores[order] >= most - NEARLY]
    late = time.monotonic() >= budget.deadline
    if late or abs(most) >= SURE or likely.size < 2:
        return estimates, 0
    table, depth = portfolio.engines.table.scores, max(heuristic.depth - 1, 1)
    look = ReSearch(root.board, root.cells[likely], scores[likely], depth, table)
    left = heuristic.nodes // SHARE + SLICE
    if budget.nodes is not None:
        left = min(left, budget.nodes - portfolio.nodes)
    while look.nodes < left and not look.advance(min(look.nodes + SLICE, left)):
        if time.monotonic() >= budget.deadline:
            break
    near = [
        option
        for option, score in zip(likely.tolist(), look.scores, strict=False)
        if score >= look.scores[0] - NEARLY
    ]
    estimates[near] = estimates[likely[0]]
    return estimates, look.nodes
