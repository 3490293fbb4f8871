"""One iteration of iterative deepening: the options of the root are searched to the same depth.

The first option is searched with an aspiration window around its last score, every other one with
a null window above the best score so far; late options are reduced first. An option that falls
outside its window is searched again with the full one.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.heuristic.kernels.state import (
    ASPIRATION,
    FULL_WINDOW,
    NULL_WINDOW,
    REDUCED,
)
from service.solver.heuristic.kernels.transposition_table import MATE, SURE
from service.solver.lines.kernels.scores import WIN

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
    # A score that is not above alpha is an upper bound, one that is not below beta a lower one.
    if alpha < score >= SURE:
        root.lower[option] = max(root.lower[option], score - 1 - MATE + WIN)
    elif beta > score <= -SURE:
        root.upper[option] = min(root.upper[option], score + 1 + MATE - WIN)
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
    control, order, first = root.control, root.order, 0
    for option in range(root.cells.shape[0]):
        root.scores[option] = min(root.new_scores[option], control.best_score - 1)
    while first + 1 < control.option_index and root.new_scores[order[first]] < control.best_score:
        first += 1
    root.scores[order[first]] = control.best_score
