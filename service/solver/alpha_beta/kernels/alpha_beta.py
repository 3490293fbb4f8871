"""Null-window alpha-beta, the deepening of options and lines of play, made from a game's steps.

A search asks one question, "is the score of this position at least the target?", and returns true
(fail-soft) bounds on the score, so that its results serve every later search. It is negamax on an
explicit stack, one frame a ply, so that it stops before any node and later goes on from there.

The kernels of a game are closed over by the ones that are made here. As arguments they would have
types that are named after addresses, which no file of a compiled kernel could be found by.

A `search` is the game's own record. It has `control` of shape (1,), CONTROL, and `frames`, of which
each has `target`; the last one is for a reply. The words `own` and `opponent` are the stones of the
side to move and of the other side.
"""

from types import ModuleType
from typing import Any, NamedTuple

from service.solver.alpha_beta.kernels.iteration import record_bounds
from service.solver.compiling.kernels.jit import bare_kernel, member_of
from service.solver.lines.kernels.bits import bit_in


class Steps(NamedTuple):
    """A game as kernels; `scores` is the module with those of its scores."""

    scores: ModuleType
    """What `lines.kernels.scores` has: how scores change from ply to ply, which are possible."""
    remaining: Any
    """(search, own, opponent): the plies within which the game is decided."""
    completions: Any
    """(search, colour, own, opponent): the places that complete a row of the side to move."""
    option_bounds: Any
    """(search, own, opponent, move, completions): what is known of a move without a search."""
    next_question: Any
    """(search, options, remaining): set `option` and `target`; whether a question is left."""
    set_up: Any
    """(search, own, opponent): set up a position at ply 0; whether that decides it."""
    enter: Any
    """(search, ply): look at a position that was set up; whether that decides it."""
    make: Any
    """(search, ply): set up the position after the next move of a node."""
    leave: Any
    """(search, ply): take the bounds of that position up; whether they decide the node."""
    return_bounds: Any
    """(frame, control): hand the bounds of a decided node to its parent."""
    list_replies: Any
    """(search, colour, own, opponent): list the moves; whether those listed end the game at once,
    which is best."""
    take_reply: Any
    """(search): take the most promising move out of the list; -1 if it is empty."""


class AlphaBeta(NamedTuple):
    """The search of a game, as kernels."""

    begin_search: Any
    null_window_search: Any
    bound_options: Any
    deepen: Any
    extend_line: Any


def alpha_beta(steps: Steps) -> AlphaBeta:
    """Return the search of a game; its kernels count as kernels of the module of `steps.enter`."""
    begin_search, null_window_search = _null_window(steps)
    bound_options, deepen = _deepening(steps, begin_search, null_window_search)
    extend_line = _line_of_play(steps, begin_search, null_window_search)
    return AlphaBeta(begin_search, null_window_search, bound_options, deepen, extend_line)


def _null_window(steps: Steps) -> tuple[Any, Any]:
    """Return the kernels that answer one question."""
    set_up, enter, make, leave, return_bounds = (
        steps.set_up, steps.enter, steps.make, steps.leave, steps.return_bounds,
    )  # fmt: skip

    @bare_kernel
    @member_of(enter)
    def begin_search(search, colour, own, opponent, target):
        """Begin a search of a position with `colour` to move: does its score reach `target`?

        Nobody may have completed a row already.
        """
        control, root = search.control[0], search.frames[0]
        control.ply = control.returning = 0
        control.colour = colour
        root.target = target
        if set_up(search, own, opponent):
            return_bounds(root, control)
            control.ply = -1

    return begin_search, null_window(enter, make, leave, return_bounds)


def null_window(enter: Any, make: Any, leave: Any, return_bounds: Any) -> Any:
    """Return the kernel that answers one question, made from some `Steps` of a game."""

    @bare_kernel
    @member_of(enter)
    def null_window_search(search, node_limit):
        """Go on with the search that `begin_search` began; return whether it has ended.

        When it has, `returned_lower` and `returned_upper` of the control block bound the score on
        one side of the target. If not, the running count of nodes has reached `node_limit`.
        """
        control = search.control[0]
        ply = control.ply
        while ply >= 0:
            if control.returning:
                control.returning = 0
                decided = leave(search, ply)
            else:
                if control.nodes >= node_limit:
                    control.ply = ply
                    return False
                control.nodes += 1
                decided = enter(search, ply)
            if decided:
                return_bounds(search.frames[ply], control)
                control.returning = 1
                ply -= 1
            else:
                make(search, ply)
                ply += 1
        return True

    return null_window_search


def _deepening(steps: Steps, begin_search: Any, null_window_search: Any) -> tuple[Any, Any]:
    """Return the kernels that tighten bounds on the options of the root, question by question.

    Every search leaves true bounds, so that this may end anywhere.
    """
    plies_left, completions, option_bounds, next_question = (
        steps.remaining, steps.completions, steps.option_bounds, steps.next_question,
    )  # fmt: skip
    of_parent, target_of_child = steps.scores.of_parent, steps.scores.target_of_child
    sharpen_lower, sharpen_upper = steps.scores.sharpen_lower, steps.scores.sharpen_upper

    @bare_kernel
    @member_of(steps.enter)
    def bound_options(search, colour, own, opponent, options):
        """Fill in the bounds of every option of `colour`: it ends the game at once, or not."""
        completing = completions(search, colour, own, opponent)
        for index in range(options.cells.shape[0]):
            move = bit_in(own, options.cells[index])
            bounds = option_bounds(search, own, opponent, move, completing)
            options.lower[index], options.upper[index] = bounds

    @bare_kernel
    @member_of(steps.enter)
    def deepen(search, colour, own, opponent, options, node_limit):
        """Ask until all is settled or the nodes are spent; return whether all is.

        `colour`, with the stones `own`, is to move.
        """
        iteration, control = options.iteration[0], search.control[0]
        remaining = plies_left(search, own, opponent)
        while next_question(search, options, remaining):
            if not iteration.searching:
                after = own | bit_in(own, options.cells[iteration.option])
                target = target_of_child(iteration.target)
                begin_search(search, 1 - colour, opponent, after, target)
                iteration.searching = 1
            if not null_window_search(search, node_limit):
                return False
            least, most = of_parent(control.returned_upper), of_parent(control.returned_lower)
            record_bounds(options, sharpen_lower(least, remaining), sharpen_upper(most, remaining))
        return True

    return bound_options, deepen


def _line_of_play(steps: Steps, begin_search: Any, null_window_search: Any) -> Any:
    """Return the kernel that follows best play by searching again: to the end of the game."""
    completions, list_replies, take_reply = steps.completions, steps.list_replies, steps.take_reply
    of_parent, child_of = steps.scores.of_parent, steps.scores.child_of
    target_of_child = steps.scores.target_of_child

    @bare_kernel
    @member_of(steps.enter)
    def best_reply(search, colour, own, opponent, score, node_limit):
        """Return the likeliest move that achieves `score`, a lower bound on the position's score.

        If no move achieves it (`score` may bound the loser's score from above), return the
        likeliest of all. Return -1 if the nodes are spent before the move is found; the next call
        goes on.
        """
        control = search.control[0]
        if not control.replying and list_replies(search, colour, own, opponent):
            return take_reply(search)
        while True:
            if not control.replying:
                control.reply = take_reply(search)
                if control.reply < 0:
                    list_replies(search, colour, own, opponent)
                    return take_reply(search)
                after = own | bit_in(own, control.reply)
                begin_search(search, 1 - colour, opponent, after, target_of_child(score))
                control.replying = 1
            if not null_window_search(search, node_limit):
                return -1
            control.replying = 0
            if of_parent(control.returned_upper) >= score:
                return control.reply

    @bare_kernel
    @member_of(steps.enter)
    def extend_line(search, own, opponent, score, line, length, node_limit):
        """Extend the line of play `line[:length]` by best replies until the game ends.

        Player 0 is to move in the position given, which has the (bound on the) `score`. `line` has
        shape (places that moves can fill,), int64. Returns the new length and whether the game has
        ended; if not, the nodes are spent, and the next call, with the line as it is, goes on.
        """
        ply = 0
        while True:
            colour = ply & 1
            if ply == length:
                move = best_reply(search, colour, own, opponent, score, node_limit)
                if move < 0:
                    return length, False
                line[length] = move
                length += 1
            place = bit_in(own, line[ply])
            ply += 1
            ended = place & completions(search, colour, own, opponent) != 0
            if ended or ply == line.shape[0]:
                return ply, True
            own, opponent = opponent, own | place
            score = child_of(score)

    return extend_line
