"""Principal variation search, made from the steps of a game: it finds the move that looks best.

The first move of a node gets the full window, every other move a null window, which asks only
whether it is better (Marsland and Campbell, "Parallel search of strongly ordered game trees",
1982). Late moves are searched to a reduced depth first. Below a null window every second node is a
cut node, where some move is expected to refute (Marsland and Popowich, "Parallel game-tree search",
1985).

Scores are evaluations in thousandths of a logit for the side to move, or `MATE - plies` for a win
so many plies after the root of the search. Scores are fail-soft: exact inside the window, else a
bound.

The steps of a node are numbered as in textbook descriptions of such a search; those up to 8 are the
game's. Recursion is replaced by an explicit stack of frames (see `state`). The kernels of a game
are closed over by those that are made here, as in `alpha_beta.kernels.alpha_beta`.
"""

from typing import Any, NamedTuple

from service.solver.compiling.kernels.jit import bare_kernel, inlined_kernel, member_of
from service.solver.heuristic.kernels import transposition_table as tt
from service.solver.heuristic.kernels.move_list import note_cutoff, pick_move
from service.solver.heuristic.kernels.root_search import publish_scores, take_score, window
from service.solver.heuristic.kernels.singular_extension import (
    begin_singular_search,
    end_singular_search,
    may_be_singular,
)
from service.solver.heuristic.kernels.state import (
    FULL_WINDOW,
    NULL_WINDOW,
    QUIESCENCE,
    REDUCED,
    leave_node,
    reduction_of,
)


class Steps(NamedTuple):
    """A game as kernels."""

    enter: Any
    """(search, ply, mover): score a node that needs no move; whether it is scored. Else its frame
    tells whether it is `forced`, with the only `move`, or what the table knows; and whether it is
    `improving`. Or the quiescence search has begun, with this stage and a move."""
    generate_moves: Any
    """(search, ply, mover): list the moves of a node, the table move first, and set how many of
    them are searched."""
    is_forcing: Any
    """(position, mover, cell): whether a move is not reduced, however late it is."""
    is_likely_cutoff: Any
    """(position, mover, frame): whether the current move of a cut node is searched a ply less
    deep."""
    put: Any
    """(position, cell, mover): place a stone."""
    undo: Any
    """(position, cell, mover): take back the stone that was placed last."""
    least_depth: int
    """The depth in plies that the reduction of a late move leaves it at least: 1, or 0 if a first
    look at it is a leaf's."""


class PrincipalVariationSearch(NamedTuple):
    """The search of a game, as kernels."""

    leave_child: Any
    continue_iteration: Any


def principal_variation_search(steps: Steps) -> PrincipalVariationSearch:
    """Return the search of a game; its kernels count as kernels of the module of `steps.enter`."""
    enter_node, begin_moves = _entry(steps)
    enter_child, leave_child = _move_loop(steps, begin_moves)
    continue_iteration = _iteration(steps, enter_node, enter_child, leave_child)
    return PrincipalVariationSearch(leave_child, continue_iteration)


def _entry(steps: Steps) -> tuple[Any, Any]:
    """Return the kernels that set up the first move of a node."""
    enter, generate_moves = steps.enter, steps.generate_moves

    @inlined_kernel
    @member_of(enter)
    def enter_node(search, ply, mover):
        """Score a node that needs no move, else set up a first one; return whether it is scored."""
        frame = search.frames[ply]
        frame.stage = FULL_WINDOW
        frame.singular_search = frame.singular = 0
        # Steps 1 to 8 are the game's; in step 6 the quiescence search may begin.
        if enter(search, ply, mover):
            return True
        if frame.stage == QUIESCENCE:
            return False
        # Step 9. Singular search: all moves but the table move come first.
        if may_be_singular(frame, ply):
            begin_singular_search(frame, ply)
            generate_moves(search, ply, mover)
            if frame.move_limit > 1:
                frame.move = pick_move(search.moves[ply], frame, 1)
                return False
            # There is no move but the table move.
            end_singular_search(search.control, frame)
        return begin_moves(search, ply, mover)

    @inlined_kernel
    @member_of(enter)
    def begin_moves(search, ply, mover):
        """Set up the first move of a node; return whether there is none, so that it is scored."""
        frame = search.frames[ply]
        frame.listed_moves, frame.move_index, frame.move_limit = frame.forced > 0, 0, 1
        # Step 10. First move: the forced reply, the table move, or the best move of the list.
        if not frame.forced:
            if frame.table_move >= 0:
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

    return enter_node, begin_moves


@inlined_kernel
def is_in_table(search, ply, limit):
    """Look a node up in the transposition table; return whether that scores it.

    Scores of `limit` or more, and those of -`limit` or less, are not taken from there.
    """
    frame, data = search.frames[ply], tt.probe(search.table, search.position.key[0])
    frame.table_data, frame.table_move = data, tt.move_in(data)
    bound, score = tt.bound_in(data), tt.score_in(data, ply)
    cutoff = tt.depth_in(data) >= frame.depth and (
        bound == tt.EXACT
        or (bound == tt.LOWER and score >= frame.beta)
        or (bound == tt.UPPER and score <= frame.alpha)
    )
    if cutoff and abs(score) < limit:
        search.control.table_hits += 1
        leave_node(search.control, score)
        return True
    return False


def _move_loop(steps: Steps, begin_moves: Any) -> tuple[Any, Any]:
    """Return the kernels that make a move of a node and that take its score."""
    generate_moves, is_forcing = steps.generate_moves, steps.is_forcing
    is_likely_cutoff, put, undo = steps.is_likely_cutoff, steps.put, steps.undo
    least_depth = steps.least_depth

    @inlined_kernel
    @member_of(steps.enter)
    def enter_child(search, ply, mover):
        """Make the current move of a node and set up depth and window of its child."""
        position, frame, child = search.position, search.frames[ply], search.frames[ply + 1]
        full_window = frame.stage == FULL_WINDOW and frame.beta - frame.alpha > 1
        child.cut_node = frame.stage == REDUCED or not (full_window or frame.cut_node)
        likely_cutoff = frame.cut_node and is_likely_cutoff(position, mover, frame)
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
                reduction = reduction_of(search.reductions, frame.depth, frame.move_index)
                child.depth = max(child.depth - reduction - 1 + frame.improving, least_depth)
            # Reduction of a cut node that is likely to fail high.
            if likely_cutoff:
                child.depth -= 1
        # Step 13. Window of the child: the full window, or a null window.
        child.beta = -frame.alpha
        child.alpha = -frame.beta if frame.stage == FULL_WINDOW else -frame.alpha - 1

    @inlined_kernel
    @member_of(steps.enter)
    def leave_child(search, ply, mover):
        """Take back the current move, use its score, and set up what comes next.

        Return whether the node is scored; else its current move, new or the same, is to be made.
        """
        frame, score = search.frames[ply], -search.control.score
        search.control.returning = 0
        # Step 14. Take back the move.
        undo(search.position, frame.move, mover)
        if frame.stage == QUIESCENCE:
            return continue_quiescence(search, ply, score)
        # Step 15. Re-search: a better move than expected, to full depth or with the full window.
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
            generate_moves(search, ply, mover)
        if frame.move_index == frame.move_limit and frame.best_score <= -tt.SURE:
            # The node is lost only if the moves that move-count pruning left out lose as well.
            frame.move_limit = max(frame.move_limit, frame.listed_moves)
        if frame.alpha < frame.beta and frame.move_index < frame.move_limit:
            frame.move = pick_move(search.moves[ply], frame, frame.move_index)
            reduction = reduction_of(search.reductions, max(frame.depth, 0), frame.move_index)
            late = reduction > 0 and not is_forcing(search.position, mover, frame.move)
            frame.stage = REDUCED if late else NULL_WINDOW
            return False
        # Step 18. End of a singular search: the moves begin anew, unless multi-cut pruning ends it.
        if frame.singular_search:
            if end_singular_search(search.control, frame):
                return True
            return begin_moves(search, ply, mover)
        finish_node(search, ply, mover)
        return True

    return enter_child, leave_child


@inlined_kernel
def continue_quiescence(search, ply, score):
    """Take the score of the current threat and go on to the next; return whether none is left."""
    frame = search.frames[ply]
    frame.move_index += 1
    if score < tt.SURE and frame.move_index < frame.listed_moves:
        frame.move = pick_move(search.moves[ply], frame, frame.move_index)
        return False
    leave_node(search.control, score if score >= tt.SURE else frame.best_score)
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
            note_cutoff(killers, history, frame.best_move, frame.depth)
    elif best_score <= frame.original_alpha:
        bound = tt.UPPER
    # Step 20. Transposition table store.
    if frame.depth > 0:
        key = search.position.key[0]
        tt.store(search.table, key, best_score, ply, bound, frame.depth, frame.best_move)
    leave_node(search.control, best_score)


def _iteration(steps: Steps, enter_node: Any, enter_child: Any, leave_child: Any) -> Any:
    """Return the kernel that searches the options of the root; see `root_search`."""
    put, undo = steps.put, steps.undo

    @bare_kernel
    @member_of(steps.enter)
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

    @bare_kernel
    @member_of(steps.enter)
    def continue_iteration(search, root, mover, node_limit):
        """Search until `node_limit` nodes in all are spent; return whether the iteration ended."""
        control, frame = root.control, search.frames[0]
        while control.option_index < control.option_limit:
            cell = root.cells[root.order[control.option_index]]
            alpha, beta = window(root)
            if not control.searching:
                put(search.position, cell, mover)
                depth = control.depth - 1
                if control.stage == REDUCED:
                    index = control.option_index
                    reduction = reduction_of(search.reductions, control.depth, index)
                    depth -= min(reduction, control.depth // 2)
                frame.depth, frame.alpha, frame.beta = depth, -beta, -alpha
                frame.cut_node, frame.quiescence_limit = beta - alpha == 1, 0
                search.control.ply = search.control.returning = 0
                search.control.root_mover = 1 - mover
                control.searching = 1
            if not continue_search(search, node_limit):
                return False
            undo(search.position, cell, mover)
            control.searching = 0
            take_score(root, -search.control.score, alpha, beta)
        publish_scores(root)
        return True

    return continue_iteration
