"""The first steps of a node: what scores or prunes it before any move, and its first move.

The steps are numbered in the order in which a node takes them; those from 11 on are in
`principal_variation_search`.
"""

import numpy as np

from service.solver.compiling.kernels.jit import inlined_kernel
from service.solver.heuristic.kernels import transposition_table as tt
from service.solver.heuristic.kernels.evaluation import evaluate
from service.solver.heuristic.kernels.move_ordering import generate_moves, pick_move
from service.solver.heuristic.kernels.quiescence import begin_quiescence
from service.solver.heuristic.kernels.singular_extension import begin_singular_search
from service.solver.heuristic.kernels.state import FULL_WINDOW, PLIES, leave_node
from service.solver.lines.kernels.pattern_board import (
    FIVE,
    FOUR,
    FOUR_THREE,
    THREES,
    WINNING,
    first_of_kind,
)
from service.solver.lines.kernels.trail import newest_of_kind

PRUNING_MARGIN = 450
"""The margin of reverse futility pruning and of razoring for each ply of depth."""
THREATENED_MARGIN = 300
"""How much wider a margin is where a threat has to be met, since the evaluation is uncertain."""
MOST_RAZORING_DEPTH = 3
"""The greatest depth in plies at which razoring is tried."""
LEAST_REDUCTION_DEPTH = 3
"""The least depth in plies at which internal iterative reduction is done."""


@inlined_kernel
def enter_node(search, ply, mover):
    """Score a node that needs no move, else set up its first move; return whether it is scored."""
    position, frame = search.position, search.frames[ply]
    # Step 1. Immediate result: the game ends within a few forced plies.
    score = immediate_score(position, ply, mover)
    if score != 0:
        leave_node(search.control, score)
        return True
    frame.forced = position.kind_counts[1 - mover, FIVE]
    frame.threatened = position.kind_counts[1 - mover, WINNING]
    # Step 2. Greatest ply: there is no frame for another move.
    if ply == PLIES - 1:
        leave_node(search.control, evaluate(position, mover))
        return True
    # Step 3. Static evaluation.
    if frame.forced:
        # A forced reply changes little, so that the parent's evaluation is taken.
        frame.static_evaluation = -search.frames[ply - 1].static_evaluation if ply > 0 else 0
    else:
        frame.static_evaluation = evaluate(position, mover)
    frame.improving = ply < 2 or frame.static_evaluation > search.frames[ply - 2].static_evaluation
    if not frame.forced:
        if frame.depth > 0:
            # Step 4. Reverse futility pruning.
            if is_futile(frame):
                leave_node(search.control, frame.static_evaluation)
                return True
            # Step 5. Razoring: a node that is far below alpha becomes a leaf.
            if is_razored(frame):
                frame.depth = 0
        # Step 6. Quiescence search.
        if frame.depth <= 0:
            return begin_quiescence(search, ply, mover)
    # Step 7. Transposition table cutoff.
    data = tt.probe(search.table, position.key[0]) if frame.depth > 0 else np.int64(0)
    if data != 0 and is_table_cutoff(frame, ply, data):
        search.control.table_hits += 1
        leave_node(search.control, tt.score_in(data, ply))
        return True
    frame.table_move = tt.move_in(data)
    # Step 8. Internal iterative reduction: without a table move the node is searched less deep.
    if frame.table_move < 0 and frame.depth >= LEAST_REDUCTION_DEPTH and not frame.forced:
        frame.depth -= 1
    # Step 9. Singular search: all moves but the table move come first.
    if begin_singular_search(search, ply, mover, data):
        return False
    return begin_moves(search, ply, mover)


@inlined_kernel
def immediate_score(position, ply, mover):
    """Return the score of a node whose end is certain from the counts of patterns, else 0."""
    own, opposing = position.kind_counts[mover], position.kind_counts[1 - mover]
    if own[FIVE]:
        return tt.MATE - ply - 1
    if opposing[FIVE] > 1:
        return ply + 2 - tt.MATE
    if own[WINNING] and not opposing[FIVE]:
        return tt.MATE - ply - 3
    calm = opposing[FIVE] + opposing[WINNING] + opposing[FOUR_THREE] + opposing[FOUR] == 0
    if calm and own[FOUR_THREE] + own[THREES] > 0:
        # The opponent makes no four, and so can stop only one half of a fork.
        return tt.MATE - ply - 5
    return 0


@inlined_kernel
def threatened_margin(frame):
    """Return how much wider the margins of a node are for the opponent's threat."""
    return THREATENED_MARGIN if frame.threatened else 0


@inlined_kernel
def is_futile(frame):
    """Return whether the static evaluation is so far above beta that the node is not searched."""
    margin = PRUNING_MARGIN * max(frame.depth - 1 - frame.improving, 0) + threatened_margin(frame)
    return -tt.SURE < frame.beta <= frame.static_evaluation - margin


@inlined_kernel
def is_razored(frame):
    """Return whether the evaluation is so far below alpha that only quiescence is searched."""
    margin = PRUNING_MARGIN * frame.depth + threatened_margin(frame)
    far_below = frame.static_evaluation + margin <= frame.alpha < tt.SURE
    return frame.depth <= MOST_RAZORING_DEPTH and far_below


@inlined_kernel
def is_table_cutoff(frame, ply, data):
    """Return whether packed data of the transposition table answers the node."""
    bound, score = tt.bound_in(data), tt.score_in(data, ply)
    return tt.depth_in(data) >= frame.depth and (
        bound == tt.EXACT
        or (bound == tt.LOWER and score >= frame.beta)
        or (bound == tt.UPPER and score <= frame.alpha)
    )


@inlined_kernel
def begin_moves(search, ply, mover):
    """Set up the first move of a node; return whether there is none, so that it is scored."""
    position, frame = search.position, search.frames[ply]
    frame.listed_moves, frame.move_index, frame.move_limit = 0, 0, 1
    # Step 10. First move: the forced reply, the table move, or the best move of the list.
    if frame.forced:
        frame.move, frame.listed_moves = newest_of_kind(position, 1 - mover, FIVE), 1
        if frame.move < 0:
            # At the root an older threat may have been left.
            frame.move = first_of_kind(position, 1 - mover, FIVE)
    elif frame.table_move >= 0:
        # It often causes a cutoff, so that the other moves are not listed yet.
        frame.move = frame.table_move
    else:
        generate_moves(search, ply, mover)
        if frame.move_limit == 0:
            leave_node(search.control, ply + 4 - tt.MATE if frame.threatened else 0)
            return True
        frame.move = pick_move(search.moves[ply], frame, 0)
    frame.best_score, frame.best_move = -tt.MATE, frame.move
    frame.stage, frame.original_alpha = FULL_WINDOW, frame.alpha
    return False
