"""Among the best options: how many of the opponent's replies to each are mistakes.

A reply is a mistake where it gives up value: a draw or a win that the opponent could have had.
After an option that wins anyway it is one where it loses sooner than it must. Each option is
played, and a search of its own looks at the replies, so that what is counted is proven; what it
does not prove with its share of the nodes is not counted. Its table is new, so that the counts
depend on the position and the nodes alone, not on what was asked before.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np

from service.game import Board
from service.solver.analysis import Budget
from service.solver.assessments import sign
from service.solver.climbs import first_state
from service.solver.engines import narrow_climb
from service.solver.kernels.line_game import CELLS
from service.solver.kernels.scores import child_of
from service.solver.options import Outset, best_of, outset
from service.solver.transposition import TranspositionTable

MOST_NODES = 1 << 12
"""Nodes that the counts of one analysis take at most: some ten milliseconds."""
SLICE = 1 << 8
"""Nodes searched before the clock is looked at."""
TABLE_MEBIBYTES = 1


@dataclass(frozen=True, slots=True)
class Mistakes:
    """The replies that are known to be mistakes."""

    counts: dict[int, int] = field(default_factory=dict)
    """After each of the best options, by its cell; empty where nothing was counted."""
    nodes: int = 0
    """Nodes searched to find them."""


def count_mistakes(
    options: Outset, bounds: list[tuple[int, int]], spent: int, budget: Budget
) -> Mistakes:
    """Count after the best options, where several are proven to be equally good.

    `bounds` are those of `options.cells`, found in `spent` nodes. With more empty cells than the
    table knows nothing is counted, for a share of the nodes would show little; nor once the time
    has run out.
    """
    best = best_of(np.array(bounds, np.int64)).tolist()
    allowed = MOST_NODES if budget.nodes is None else min(MOST_NODES, (budget.nodes - spent) // 2)
    if len(best) < 2 or options.empty.size > CELLS:
        return Mistakes()
    table = TranspositionTable(TABLE_MEBIBYTES)
    counts, nodes = {}, 0
    for index in best:
        cell, score = int(options.cells[index]), min(bounds[index], key=abs)
        child = options.board.play(cell)
        found = _count(child, score, table, allowed // len(best), budget)
        if found is None:
            return Mistakes(nodes=nodes)
        counts[cell] = found[0]
        nodes += found[1]
    return Mistakes(counts, nodes)


def _count(
    board: Board, score: int, table: TranspositionTable, most_nodes: int, budget: Budget
) -> tuple[int, int] | None:
    """The mistakes seen after an option of this score, and the nodes; None once it is too late."""
    if board.status != "in_progress":
        return 0, 0
    replies = outset(board)
    state = first_state(best_only=False)
    climb = narrow_climb(board, replies.empty, replies.cells, table, state)
    while climb.nodes < most_nodes:
        if time.monotonic() >= budget.deadline:
            return None
        if climb.advance(min(climb.nodes + SLICE, most_nodes)):
            break
    best = child_of(score)
    alike = np.bincount(replies.classes[replies.empty])[replies.cells]
    worse = climb.upper < best if score > 0 else np.sign(climb.upper) < sign(best)
    return int(alike[worse].sum()), climb.nodes
