"""Singular extensions: a table move that is much better than all other moves is searched deeper.

A *singular search* searches all moves but the table move, to half the depth, with a null window
below the score that the table knows (Anantharaman, Campbell and Hsu, "Singular extensions: adding
selectivity to brute-force searching", 1990). If it fails low, the table move is singular. If it
fails high at the beta of the node as well, at least two moves refute, and the node is not searched
(multi-cut: Bjoernsson and Marsland, "Multi-cut alpha-beta-pruning in game-tree search", 2001).
"""

from service.solver.compiling.kernels.jit import inlined_kernel
from service.solver.heuristic.kernels import transposition_table as tt
from service.solver.heuristic.kernels.state import NULL_WINDOW, leave_node

LEAST_SINGULAR_DEPTH = 6
"""The least depth in plies at which a table move is tried for being singular."""
DEPTH_TOLERANCE = 3
"""The score of the table is trusted if its depth is at most so many plies less than the node's."""
SINGULAR_MARGIN = 25
"""For each ply of depth, how far the window of a singular search lies below the table's score."""


@inlined_kernel
def may_be_singular(frame, ply):
    """Return whether a node qualifies for a singular search."""
    if frame.depth < LEAST_SINGULAR_DEPTH or frame.table_move < 0 or frame.forced or ply == 0:
        return False
    data = frame.table_data
    trusted = tt.depth_in(data) >= frame.depth - DEPTH_TOLERANCE
    return trusted and tt.bound_in(data) != tt.UPPER and abs(tt.score_in(data, ply)) < tt.SURE


@inlined_kernel
def begin_singular_search(frame, ply):
    """Set up window and depth of a singular search, which begins with the second move."""
    frame.singular_search = 1
    frame.original_alpha, frame.saved_beta, frame.saved_depth = frame.alpha, frame.beta, frame.depth
    frame.beta = tt.score_in(frame.table_data, ply) - SINGULAR_MARGIN * frame.depth
    frame.alpha = frame.beta - 1
    frame.depth = (frame.depth - 1) // 2
    frame.best_score, frame.move_index, frame.stage = -tt.MATE, 1, NULL_WINDOW


@inlined_kernel
def end_singular_search(control, frame):
    """Restore window and depth of the node; return whether multi-cut pruning has answered it."""
    frame.singular_search, singular_beta = 0, frame.beta
    frame.singular = frame.best_score < singular_beta
    frame.alpha, frame.beta, frame.depth = frame.original_alpha, frame.saved_beta, frame.saved_depth
    if not frame.singular and singular_beta >= frame.beta:
        leave_node(control, singular_beta)
        return True
    return False
