"""One iteration of iterative deepening: the options of the root are searched to the same depth.

The first option is searched with an aspiration window around its last score, every other one with
a null window above the best score so far; late options are reduced first. An option that falls
outside its window is searched again with the full one.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.heuristic.kernels.principal_variation_search import (
    begin_search,
    continue_search,
)
from service.solver.heuristic.kernels.state import (
    ASPIRATION,
    FULL_WINDOW,
    NULL_WINDOW,
    PLIES,
    REDUCED,
    REDUCED_MOVES,
)
from service.solver.heuristic.kernels.transposition_table import MATE
from service.solver.lines.kernels.trail import put, undo

ASPIRATION_MARGIN = 500
"""Half the width of the aspiration window."""
FULL_DEPTH_OPTIONS = 4
"""The first options, which are never reduced."""


@bare_kernel
def begin_iteration(root, depth, option_limit):
    """Begin to search the first `option_limit` options of the order to a depth in plies."""
    control = root.control
    control.depth, control.option_limit, control.option_index = depth, option_limit, 0
    control.stage = ASPIRATION if depth > 1 else FULL_WINDOW
    control.searching = 0
    control.best_score = -MATE
    for option in range(root.cells.shape[0]):
        root.new_scores[option] = root.scores[option]


@bare_kernel
def continue_iteration(search, root, mover, node_limit):
    """Search until `node_limit` nodes in all are spent; return whether the iteration has ended."""
    control = root.control
    while control.option_index < control.option_limit:
        cell = root.cells[root.order[control.option_index]]
        alpha, beta = window(root)
        if not control.searching:
            put(search.position, cell, mover)
            depth = control.depth - 1
            if control.stage == REDUCED:
                index = min(control.option_index, REDUCED_MOVES - 1)
                reduction = search.reductions[min(control.depth, PLIES - 1), index]
                depth -= min(reduction, control.depth // 2)
            begin_search(search, 1 - mover, depth, -beta, -alpha)
            control.searching = 1
        if not continue_search(search, node_limit):
            return False
        undo(search.position)
        control.searching = 0
        take_score(root, -search.control.score, alpha, beta)
    publish_scores(root)
    return True


@bare_kernel
def window(root):
    """Return alpha and beta for the current option in its stage."""
    control = root.control
    if control.stage == NULL_WINDOW or control.stage == REDUCED:
        return control.best_score, control.best_score + 1
    if control.stage == ASPIRATION:
        last = root.scores[root.order[0]]
        return last - ASPIRATION_MARGIN, last + ASPIRATION_MARGIN
    return control.best_score, np.int64(MATE)


@bare_kernel
def take_score(root, score, alpha, beta):
    """Use the score of the current option: search it again, or go on to the next option."""
    control = root.control
    option = root.order[control.option_index]
    if control.stage == REDUCED and score > control.best_score:
        control.stage = NULL_WINDOW
        return
    if (control.stage == ASPIRATION and not alpha < score < beta) or (
        control.stage == NULL_WINDOW and score > control.best_score
    ):
        control.stage = FULL_WINDOW
        return
    better = control.option_index == 0 or score > control.best_score
    root.new_scores[option] = score if better else min(score, control.best_score - 1)
    control.option_index += 1
    control.stage = REDUCED if control.option_index >= FULL_DEPTH_OPTIONS else NULL_WINDOW
    if better:
        control.best_score = score
        if control.option_index > 1:
            publish_scores(root)


@bare_kernel
def publish_scores(root):
    """Make the new scores the scores of the options; only the best option has the best score."""
    best = root.control.best_score
    for option in range(root.cells.shape[0]):
        root.scores[option] = min(root.new_scores[option], best - 1)
    root.scores[root.order[best_index(root)]] = best


@bare_kernel
def best_index(root):
    """Return the place in the order of the first option with the best score."""
    for index in range(root.control.option_index):
        if root.new_scores[root.order[index]] == root.control.best_score:
            return index
    return 0
