"""The rest of what alpha-beta asks of the game: its questions about the options, and replies."""

from service.solver.alpha_beta.kernels.alpha_beta import Steps, alpha_beta
from service.solver.alpha_beta.kernels.iteration import greatest
from service.solver.compiling.kernels.jit import bare_kernel, inlined_kernel
from service.solver.gravity.kernels import scores
from service.solver.gravity.kernels.rows import completing, playable
from service.solver.gravity.kernels.search import (
    enter_node,
    leave_child,
    make_move,
    return_bounds,
    set_up,
)
from service.solver.lines.kernels.bits import bit_in, count, lowest

LATE = 4
"""The last quarter of the places: an end of the game there is late."""


@bare_kernel
def plies_left(search, own, opponent):
    """Return how many places are left to fill."""
    return count(search.game.board & ~(own | opponent))


@bare_kernel
def completions(search, _colour, own, opponent):
    """Return the places that complete a row for the owner of `own`."""
    return completing(search.game, own, search.game.board & ~(own | opponent))


@bare_kernel
def option_bounds(search, own, opponent, move, own_rows):
    """Return bounds on the score of the side to move after a move: what one more ply shows."""
    game, remaining = search.game, plies_left(search, own, opponent)
    if move & own_rows != 0:
        return remaining, remaining
    taken = own | opponent | move
    if completing(game, opponent, game.board & ~taken) & playable(game, taken) != 0:
        return 1 - remaining, 1 - remaining
    return min(3 - remaining, 0), max(remaining - 2, 0)


@bare_kernel
def target_between(lower, upper, near):
    """Return the target of the next question about a score between two bounds, which differ.

    Soon wins and losses are found fast, so that they come first: what is possible is halved. Once
    nothing but late ends is possible (up to `near`), it is asked who wins, and then about the next
    score: late ends often are the latest.
    """
    if -near <= lower and upper <= near:
        if lower <= 0 < upper:
            return 1
        return lower + 2 if lower > 0 else upper
    middle = (lower + upper) // 2
    if middle <= 0 and -(-lower // 2) < middle:
        middle = -(-lower // 2)
    elif middle >= 0 and upper // 2 > middle:
        middle = upper // 2
    return middle + 1


@inlined_kernel
def next_question(_search, options, remaining):
    """Choose the option and the target to go on with; return whether any is left.

    The option of which least is known comes first. A question that has been begun stays unless the
    bounds meanwhile answer it.
    """
    iteration, lower, upper = options.iteration[0], options.lower, options.upper
    index = iteration.option
    if iteration.searching and lower[index] < iteration.target <= upper[index]:
        return True
    iteration.searching = 0
    best, widest = greatest(lower), 0
    for index in range(lower.shape[0]):
        least = max(lower[index], best) if iteration.best_only else lower[index]
        width = upper[index] - least
        if width > widest:
            widest = width
            iteration.option = index
            iteration.target = target_between(least, upper[index], remaining // LATE)
    return widest > 0


@bare_kernel
def list_replies(search, _colour, own, opponent):
    """List the moves, or those that complete a row; return whether they do.

    They are in `taken` of the last frame.
    """
    rows = completions(search, 0, own, opponent)
    moves, last = playable(search.game, own | opponent), search.frames.shape[0] - 1
    search.taken[last] = moves & rows if moves & rows != 0 else moves
    return moves & rows != 0


@bare_kernel
def take_reply(search):
    """Take the first move, from the middle outwards, out of the list; -1 if it is empty."""
    game, last, first = search.game, search.frames.shape[0] - 1, -1
    moves = search.taken[last]
    while moves != 0:
        place = lowest(moves)
        moves &= ~bit_in(moves, place)
        column, chosen = place // (game.height + 1), first // (game.height + 1)
        if first < 0 or game.columns[column] > game.columns[chosen]:
            first = place
    if first >= 0:
        search.taken[last] &= ~bit_in(moves, first)
    return first


SEARCH = alpha_beta(
    Steps(
        scores=scores,
        remaining=plies_left,
        completions=completions,
        option_bounds=option_bounds,
        next_question=next_question,
        set_up=set_up,
        enter=enter_node,
        make=make_move,
        leave=leave_child,
        return_bounds=return_bounds,
        list_replies=list_replies,
        take_reply=take_reply,
    )
)
"""The search of positions where stones fall."""
