"""The quiescence search at the leaves: a short search for a win by continuous fours (VCF).

The side to move tries only moves that make a row which lacks one stone and lead on to the next
such move; the reply is forced each time. If no sequence wins, the node keeps its static evaluation.
"""

import numpy as np

from service.solver.compiling.kernels.jit import inlined_kernel
from service.solver.heuristic.kernels.evaluation import policy
from service.solver.heuristic.kernels.move_list import add_move, pick_move
from service.solver.heuristic.kernels.move_ordering import makes_double_threat
from service.solver.heuristic.kernels.state import QUIESCENCE, leave_node
from service.solver.lines.kernels.pattern_board import FOUR, FOUR_THREE

QUIESCENCE_NODES = 40
"""The number of nodes that the quiescence search of one leaf may take."""


@inlined_kernel
def begin_quiescence(search, ply, mover):
    """Begin the quiescence search of a node; return whether the node has its score already."""
    frame, kind_counts = search.frames[ply], search.position.kind_counts[mover]
    ended = kind_counts[FOUR] + kind_counts[FOUR_THREE] == 0
    if frame.quiescence_limit == 0:
        frame.quiescence_limit = search.control.nodes + QUIESCENCE_NODES
        # Standing pat: the evaluation alone causes a cutoff.
        ended |= frame.static_evaluation >= frame.beta
    frame.listed_moves = 0
    if not ended and search.control.nodes < frame.quiescence_limit:
        if ply > 1 and search.frames[ply - 2].stage == QUIESCENCE:
            frame.listed_moves = list_next_threats(search, ply, mover, search.frames[ply - 2].move)
        else:
            frame.listed_moves = list_threats(search, ply, mover)
    if frame.listed_moves == 0:
        leave_node(search.control, frame.static_evaluation)
        return True
    frame.move = pick_move(search.moves[ply], frame, 0)
    frame.best_score, frame.best_move = frame.static_evaluation, -1
    frame.move_index, frame.stage = 0, QUIESCENCE
    return False


@inlined_kernel
def list_threats(search, ply, mover):
    """List the moves that may begin a sequence of threats; return their number."""
    position, moves, count = search.position, search.moves[ply], 0
    for cell in range(position.owner.shape[0]):
        if makes_double_threat(position, mover, cell):
            count = add_move(moves, count, cell, policy(position, mover, cell))
    return count


@inlined_kernel
def list_next_threats(search, ply, mover, last):
    """List the moves that continue a sequence on a line through the mover's `last` one."""
    position, moves, count = search.position, search.moves[ply], 0
    for line in range(4):
        for side in range(2):
            cell = np.int64(last)
            for _ in range(1, position.powers.shape[1]):
                cell = np.int64(position.neighbours[cell, line, side])
                if cell < 0:
                    break
                if makes_double_threat(position, mover, cell):
                    count = add_move(moves, count, cell, policy(position, mover, cell))
    return count
