"""One iteration of iterative deepening: the options of the root searched to the same depth.

The first option gets a window around its last score, every other one is asked only whether it is
better than the best so far.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.heuristic.kernels import pvs
from service.solver.heuristic.kernels.score_table import MATE
from service.solver.heuristic.kernels.stack import PLACES, PLIES, SCORE
from service.solver.lines.kernels.trail import put, undo

ASPIRATION = 500
"""Half the width of the window around the last score."""

FULL_DEPTH_OPTIONS = 4
"""Options after these are tried to a smaller depth first."""

# Columns of the state: the depth, how many options are searched, which of them is under way, how
# it is asked about, whether that question is under way, and the best score so far.
DEPTH, COUNT, NEXT, STAGE, ASKING, BEST = range(6)
STATE_COLUMNS = 6

# Stages: around the last score, only whether it is better, the same to a smaller depth, the
# whole window.
ASPIRE, SCOUT, REDUCED, WHOLE = range(4)


class Root(NamedTuple):
    """The options of a position and what is thought of them."""

    cells: np.ndarray
    """Shape (options,), int64."""
    order: np.ndarray
    """Options, the most promising first, shape (options,), int64."""
    scores: np.ndarray
    """The score of each option by the last iteration that has something to say, shape (options,),
    int64. One that is only known not to be better than the best is a point below it, at most."""
    found: np.ndarray
    """The same by the iteration under way; of those not yet searched, the last."""
    state: np.ndarray
    """Shape (STATE_COLUMNS,), int64."""


@bare_kernel
def begin(root, depth, count):
    """Begin an iteration over the first `count` options of the order."""
    state = root.state
    state[DEPTH], state[COUNT], state[NEXT] = depth, count, 0
    state[STAGE] = ASPIRE if depth > 1 else WHOLE
    state[ASKING] = 0
    state[BEST] = -MATE
    for option in range(root.cells.shape[0]):
        root.found[option] = root.scores[option]


@bare_kernel
def window(root):
    """The window of the present question."""
    state = root.state
    if state[STAGE] == SCOUT or state[STAGE] == REDUCED:
        return state[BEST], state[BEST] + 1
    if state[STAGE] == ASPIRE:
        last = root.scores[root.order[0]]
        return last - ASPIRATION, last + ASPIRATION
    return state[BEST], np.int64(MATE)


@bare_kernel
def publish(root):
    """Let the scores be those found, the best one first of all."""
    best = root.state[BEST]
    for option in range(root.cells.shape[0]):
        root.scores[option] = min(root.found[option], best - 1)
    root.scores[root.order[leader(root)]] = best


@bare_kernel
def leader(root):
    """Where in the order the option with the best score found is."""
    for index in range(root.state[NEXT]):
        if root.found[root.order[index]] == root.state[BEST]:
            return index
    return 0


@bare_kernel
def back_up(root, score, low, high):
    """Take in the answer to the present question."""
    state = root.state
    option = root.order[state[NEXT]]
    if state[STAGE] == REDUCED and score > state[BEST]:
        state[STAGE] = SCOUT
        return
    if (state[STAGE] == ASPIRE and not low < score < high) or (
        state[STAGE] == SCOUT and score > state[BEST]
    ):
        state[STAGE] = WHOLE
        return
    better = state[NEXT] == 0 or score > state[BEST]
    root.found[option] = score if better else min(score, state[BEST] - 1)
    state[NEXT] += 1
    state[STAGE] = REDUCED if state[NEXT] >= FULL_DEPTH_OPTIONS else SCOUT
    if better:
        state[BEST] = score
        if state[NEXT] > 1:
            publish(root)


@bare_kernel
def iterate(position, table, stack, root, colour, node_limit):
    """Go on with an iteration until it ends or the nodes are spent; whether it has ended."""
    state = root.state
    while state[NEXT] < state[COUNT]:
        cell = root.cells[root.order[state[NEXT]]]
        low, high = window(root)
        if not state[ASKING]:
            put(position, cell, colour)
            depth = state[DEPTH] - 1
            if state[STAGE] == REDUCED:
                place = min(state[NEXT], PLACES - 1)
                reduction = stack.reductions[min(state[DEPTH], PLIES - 1), place]
                depth -= min(reduction, state[DEPTH] // 2)
            pvs.start(stack, 1 - colour, depth, -high, -low)
            state[ASKING] = 1
        if not pvs.search(position, table, stack, node_limit):
            return False
        undo(position)
        state[ASKING] = 0
        back_up(root, -stack.control[SCORE], low, high)
    publish(root)
    return True
