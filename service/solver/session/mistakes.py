"""Among the best options: how likely the opponent's reply to each is a mistake.

Which replies are mistakes is proven, see `deepening.mistakes`; how likely they are, see
`root.kernels.replies`. What is not proven with its share of the nodes is not counted. The table is
empty at first, so that all depends on the position and the nodes alone, not on what was asked
before. Where nodes are not limited, few cells are searched to the end instead: then all is the same
whatever is known, so that the table of all searches serves.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

import numpy as np

from service.solver.analysis import Budget
from service.solver.deepening import find_mistakes
from service.solver.endgame import FEW_CELLS
from service.solver.lines import KEYS, WIN
from service.solver.memory import BUCKET_WORDS
from service.solver.root import RootMoves
from service.solver.root.kernels.ranking import best_of
from service.solver.root.kernels.replies import weigh
from service.solver.session.engines import Engines
from service.solver.session.time_manager import UNLIMITED

MOST_NODES = 1 << 12
"""Nodes that the counts of one analysis take at most, unless they go to the end: milliseconds."""
BUCKETS = MOST_NODES
"""Of the table, two entries each: no node leaves more than one."""


@dataclass(frozen=True, slots=True)
class Mistakes:
    """What is known of the opponent's mistakes."""

    likelihood: dict[int, int] = field(default_factory=dict)
    """That there is one after each of the best options, by its cell, in units of
    `root.kernels.replies`; empty where nothing was counted."""
    nodes: int = 0
    """Nodes searched to find them."""


class _Table(threading.local):
    """What a thread searches with, kept because new memory costs more than the search."""

    def __init__(self) -> None:
        self.entries = np.zeros((BUCKETS, BUCKET_WORDS), np.uint64)


_table = _Table()
_keys = np.arange(KEYS, dtype=np.uint64)


def weigh_mistakes(
    options: RootMoves,
    engines: Engines,
    bounds: list[tuple[int, int]],
    spent: int,
    budget: Budget,
) -> Mistakes:
    """Weigh them after the best options, where several are proven to be equally good.

    `bounds` are those of `options.cells`, which `engines` found in `spent` nodes. With more empty
    cells than fit a table nothing is weighed, for a share of the nodes would show little; nor once
    the time has run out.
    """
    position = engines.position
    best = best_of(*np.array(bounds, np.int64).T.copy())
    if position is None or best.size < 2:
        return Mistakes()
    score = min(bounds[best[0]], key=abs)
    if score == WIN - 1:
        return Mistakes()
    game, entries, share = position.game, engines.table.entries, UNLIMITED
    if budget.nodes is not None or options.empty.size > FEW_CELLS:
        left = MOST_NODES if budget.nodes is None else (budget.nodes - spent) // 2
        share = min(MOST_NODES, left) // best.size
        entries = _table.entries
        entries.fill(0)
        if not position.whole:
            # The keys of a part of a larger board depend on what was asked before.
            game = game._replace(keys=_keys)
    cells, deadline = options.cells[best].tolist(), budget.deadline
    found, nodes = find_mistakes(
        game, entries, position, score, cells, options.board.rules.cells, share,
        lambda: time.monotonic() >= deadline,
    )  # fmt: skip
    if found is None:
        return Mistakes(nodes=nodes)
    likelihoods = np.zeros(best.size, np.int64)
    weigh(options.board.geometry.lines, options.contents, options.cells[best], found, likelihoods)
    return Mistakes(dict(zip(cells, likelihoods.tolist(), strict=True)), nodes)
