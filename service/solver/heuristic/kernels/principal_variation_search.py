"""Principal variation search to a fixed depth: it finds the move that looks best.

The first move of a node gets the full window, every other move a null window, which asks only
whether it is better (Marsland and Campbell, "Parallel search of strongly ordered game trees",
1982). Late moves are searched to a reduced depth first. Below a null window every second node is a
cut node, where some move is expected to refute (Marsland and Popowich, "Parallel game-tree search",
1985). Only the best moves by the move ordering are searched, so that every score is an estimate.

Scores are evaluations in thousandths of a logit for the side to move, or `MATE - plies` for a win
so many plies after the root. Scores are fail-soft: exact inside the window, else a bound.

The steps of a node are numbered as in textbook descriptions of such a search; steps 1 to 10 are in
`node_entry`. Recursion is replaced by an explicit stack of frames (see `state`).
"""

from service.solver.compiling.kernels.jit import bare_kernel, inlined_kernel
from service.solver.heuristic.kernels import move_ordering
from service.solver.heuristic.kernels import transposition_table as tt
from service.solver.heuristic.kernels.node_entry import begin_moves, enter_node, threatened_margin
from service.solver.heuristic.kernels.quiescence import continue_quiescence
from service.solver.heuristic.kernels.singular_extension import end_singular_search
from service.solver.heuristic.kernels.state import (
    FULL_WINDOW,
    NULL_WINDOW,
    PLIES,
    QUIESCENCE,
    REDUCED,
    REDUCED_MOVES,
    leave_node,
)
from service.solver.lines.kernels.pattern_board import FOUR
from service.solver.lines.kernels.trail import put, undo

CUT_NODE_MARGIN, CUT_NODE_MARGIN_PER_PLY = -60, 110
"""A cut node whose static evaluation exceeds beta by so much is searched a ply less deep."""


@bare_kernel
def begin_search(search, mover, depth, alpha, beta):
    """Begin to search the position to a depth and within a window, `mover` to move."""
    control, frame = search.control, search.frames[0]
    control.ply = control.returning = 0
    control.root_mover = mover
    frame.depth, frame.alpha, frame.beta, frame.quiescence_limit = depth, alpha, beta, 0
    frame.cut_node = beta - alpha == 1


@bare_kernel
def continue_search(search, node_limit):
    """Search until `node_limit` nodes in all are spent; return whether the search has ended.

    Then `control.score` is the result; until then the position may hold moves of the search.
    """
    control = search.control
    ply = control.ply
    while ply >= 0:
        mover = control.root_mover ^ (ply & 1)
        if control.returning:
            scored = leave_child(search, ply, mover)
        else:
            if control.nodes >= node_limit:
                control.ply = ply
                return False
            control.nodes += 1
            scored = enter_node(search, ply, mover)
        if scored:
            ply -= 1
        else:
            enter_child(search, ply, mover)
            ply += 1
    return True


@inlined_kernel
def enter_child(search, ply, mover):
    """Make the current move of a node and set up depth and window of its child."""
    position, frame, child = search.position, search.frames[ply], search.frames[ply + 1]
    full_window = frame.stage == FULL_WINDOW and frame.beta - frame.alpha > 1
    child.cut_node = frame.stage == REDUCED or not (full_window or frame.cut_node)
    makes_four = position.kinds[mover, frame.move] >= FOUR
    # Step 11. Make the move.
    tt.prefetch_entry(search.table, position.key[0] ^ position.hashes[mover, frame.move])
    put(position, frame.move, mover)
    child.depth, child.quiescence_limit = frame.depth, frame.quiescence_limit
    if frame.stage == QUIESCENCE:
        # Only a win is asked for.
        child.alpha, child.beta = -tt.SURE, 1 - tt.SURE
        return
    # Step 12. Depth of the child; a forced reply costs no depth.
    if not frame.forced:
        child.depth -= 1
        # Singular extension.
        if frame.move_index == 0 and frame.singular:
            child.depth += 1
        # Late move reduction.
        if frame.stage == REDUCED:
            reduced = (
                child.depth - late_move_reduction(search.reductions, frame) - 1 + frame.improving
            )
            child.depth = max(reduced, 1)
        # Reduction of a cut node that is likely to fail high.
        if frame.cut_node and not makes_four and is_likely_cutoff(frame):
            child.depth -= 1
    # Step 13. Window of the child: the full window, or a null window.
    child.beta = -frame.alpha
    child.alpha = -frame.beta if frame.stage == FULL_WINDOW else -frame.alpha - 1


@inlined_kernel
def leave_child(search, ply, mover):
    """Take back the current move, use its score, and set up what comes next.

    Return whether the node is scored; else its current move, a new one or the same, is to be made.
    """
    frame, score = search.frames[ply], -search.control.score
    search.control.returning = 0
    # Step 14. Take back the move.
    undo(search.position)
    if frame.stage == QUIESCENCE:
        return continue_quiescence(search, ply, score)
    # Step 15. Re-search: a move that is better than expected, to full depth or with full window.
    if score > frame.alpha and frame.stage == REDUCED:
        frame.stage = NULL_WINDOW
        return False
    if frame.alpha < score < frame.beta and frame.stage == NULL_WINDOW:
        frame.stage = FULL_WINDOW
        return False
    # Step 16. Best move, and a new alpha.
    if score > frame.best_score:
        frame.best_score, frame.best_move = score, frame.move
        frame.alpha = max(frame.alpha, score)
    # Step 17. Next move: the list is made after the table move has caused no cutoff.
    frame.move_index += 1
    if frame.alpha < frame.beta and frame.listed_moves == 0:
        move_ordering.generate_moves(search, ply, mover)
    if frame.move_index == frame.move_limit and frame.best_score <= -tt.SURE:
        # The node is lost only if the moves that move-count pruning left out lose as well.
        frame.move_limit = max(frame.move_limit, frame.listed_moves)
    if frame.alpha < frame.beta and frame.move_index < frame.move_limit:
        frame.move = move_ordering.pick_move(search.moves[ply], frame, frame.move_index)
        quiet = not move_ordering.makes_double_threat(search.position, mover, frame.move)
        late = frame.depth > 0 and late_move_reduction(search.reductions, frame) > 0
        frame.stage = REDUCED if late and quiet else NULL_WINDOW
        return False
    # Step 18. End of a singular search: the moves begin anew, unless multi-cut pruning ends them.
    if frame.singular_search:
        if end_singular_search(search.control, frame):
            return True
        return begin_moves(search, ply, mover)
    finish_node(search, ply, mover)
    return True


@inlined_kernel
def finish_node(search, ply, mover):
    """Leave a node of which all moves are searched, or one has caused a cutoff."""
    frame = search.frames[ply]
    best_score, bound = frame.best_score, tt.EXACT
    # Step 19. Beta cutoff: killer moves and history heuristic.
    if best_score >= frame.beta:
        bound = tt.LOWER
        if not frame.forced:
            killers, history = search.killers[ply], search.history[mover]
            move_ordering.note_cutoff(killers, history, frame.best_move, frame.depth)
    elif best_score <= frame.original_alpha:
        bound = tt.UPPER
    # Step 20. Transposition table store.
    if frame.depth > 0:
        key = search.position.key[0]
        tt.store(search.table, key, best_score, ply, bound, frame.depth, frame.best_move)
    leave_node(search.control, best_score)


@inlined_kernel
def is_likely_cutoff(frame):
    """Return whether the static evaluation makes a beta cutoff by some move likely."""
    margin = CUT_NODE_MARGIN + CUT_NODE_MARGIN_PER_PLY * frame.depth + threatened_margin(frame)
    return frame.static_evaluation >= frame.beta + margin


@inlined_kernel
def late_move_reduction(reductions, frame):
    """Return by how many plies the current move is reduced if it is a late one."""
    depth, index = min(frame.depth, PLIES - 1), min(frame.move_index, REDUCED_MOVES - 1)
    return reductions[depth, index]
