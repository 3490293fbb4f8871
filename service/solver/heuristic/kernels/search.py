"""The search of games in which an own stone never hurts, by patterns.

Here are the first steps of a node: what scores or prunes it before any move. They are numbered in
the order in which a node takes them; those from 9 on are in `principal_variation_search`. Only the
best moves by the move ordering are searched, so that every score is an estimate.
"""

from service.solver.compiling.kernels.jit import inlined_kernel
from service.solver.heuristic.kernels import transposition_table as tt
from service.solver.heuristic.kernels.evaluation import evaluate
from service.solver.heuristic.kernels.move_ordering import generate_moves, makes_double_threat
from service.solver.heuristic.kernels.principal_variation_search import (
    Steps,
    is_in_table,
    principal_variation_search,
)
from service.solver.heuristic.kernels.quiescence import begin_quiescence
from service.solver.heuristic.kernels.state import PLIES, leave_node
from service.solver.lines.kernels.pattern_board import (
    FIVE,
    FOUR,
    FOUR_THREE,
    THREES,
    WINNING,
    first_of_kind,
)
from service.solver.lines.kernels.trail import newest_of_kind, put, undo

PRUNING_MARGIN = 450
"""The margin of reverse futility pruning and of razoring for each ply of depth."""
THREATENED_MARGIN = 300
"""How much wider a margin is where a threat has to be met, since the evaluation is uncertain."""
MOST_RAZORING_DEPTH = 3
"""The greatest depth in plies at which razoring is tried."""
LEAST_REDUCTION_DEPTH = 3
"""The least depth in plies at which internal iterative reduction is done."""
CUT_NODE_MARGIN, CUT_NODE_MARGIN_PER_PLY = -60, 110
"""A cut node whose static evaluation exceeds beta by so much is searched a ply less deep."""


@inlined_kernel
def enter(search, ply, mover):
    """Score a node that needs no move; return whether it is scored."""
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
    if frame.depth > 0 and is_in_table(search, ply, tt.MATE):
        return True
    if frame.forced:
        frame.move = newest_of_kind(position, 1 - mover, FIVE)
        if frame.move < 0:
            # At the root an older threat may have been left.
            frame.move = first_of_kind(position, 1 - mover, FIVE)
    # Step 8. Internal iterative reduction: without a table move the node is searched less deep.
    elif frame.table_move < 0 and frame.depth >= LEAST_REDUCTION_DEPTH:
        frame.depth -= 1
    return False


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
def is_likely_cutoff(position, mover, frame):
    """Return whether the static evaluation makes a beta cutoff by some move likely.

    A move that makes a four is searched to the whole depth all the same.
    """
    margin = CUT_NODE_MARGIN + CUT_NODE_MARGIN_PER_PLY * frame.depth + threatened_margin(frame)
    makes_four = position.kinds[mover, frame.move] >= FOUR
    return frame.static_evaluation >= frame.beta + margin and not makes_four


@inlined_kernel
def take_back(position, _cell, _mover):
    """Take back the stone that was placed last."""
    undo(position)


SEARCH = principal_variation_search(
    Steps(
        enter=enter,
        generate_moves=generate_moves,
        is_forcing=makes_double_threat,
        is_likely_cutoff=is_likely_cutoff,
        put=put,
        undo=take_back,
        least_depth=1,
    )
)
"""The search by patterns."""
