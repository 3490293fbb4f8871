"""Bounds on every option of the root, tightened by questions: is its score at least so much?

Every search leaves true bounds, so that this may end anywhere.
"""

from service.solver.compiling.kernels.jit import bare_kernel, inlined_kernel
from service.solver.deepening.kernels.iteration import greatest
from service.solver.gravity.kernels.rows import completing, playable
from service.solver.gravity.kernels.search import begin_search, null_window_search
from service.solver.lines.kernels.bits import bit_in, count

LATE = 4
"""The last quarter of the places: an end of the game there is late."""


@bare_kernel
def sharpened(score, remaining, upwards):
    """Return the next score, from this one on, that a game with so many places left can have.

    `upwards` is 1 for the least score that is no less, -1 for the greatest that is no greater. The
    side to move completes rows at odd plies, the opponent at even ones.
    """
    possible = score == 0 or (score ^ remaining) & 1 == (score < 0)
    return score if possible else score + upwards


@bare_kernel
def known_score(search, own, opponent, move):
    """Return bounds on the score of the side to move after a move: what one more ply shows."""
    game = search.game
    board, taken = game.board, own | opponent
    remaining = count(board & ~taken)
    empty = board & ~(taken | move)
    if completing(game, own, empty | move) & move != 0:
        return remaining, remaining
    if completing(game, opponent, empty) & playable(game, taken | move) != 0:
        return 1 - remaining, 1 - remaining
    return min(3 - remaining, 0), max(remaining - 2, 0)


@bare_kernel
def bound_options(search, stones, options):
    """Fill in the bounds of every option: whether it or the next move ends the game.

    `stones` of the side to move and of the other side have shape (2,), words.
    """
    for index in range(options.cells.shape[0]):
        move = bit_in(stones[0], options.cells[index])
        bounds = known_score(search, stones[0], stones[1], move)
        options.lower[index], options.upper[index] = bounds


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
def next_question(options, near):
    """Choose the option and the target to go on with; return whether any is left.

    The option of which least is known comes first. A question that has been begun stays unless the
    bounds meanwhile answer it. Scores up to `near` are late ends.
    """
    iteration, lower, upper = options.iteration[0], options.lower, options.upper
    if iteration.searching and lower[iteration.option] < iteration.depth <= upper[iteration.option]:
        return True
    iteration.searching = 0
    best, widest = greatest(lower), 0
    for index in range(lower.shape[0]):
        least = max(lower[index], best) if iteration.best_only else lower[index]
        width = upper[index] - least
        if width > widest:
            widest = width
            iteration.option = index
            iteration.depth = target_between(least, upper[index], near)
    return widest > 0


@bare_kernel
def deepen(search, stones, options, node_limit):
    """Ask until all is settled or the nodes are spent; return whether all is.

    `stones` of the side to move and of the other side have shape (2,), words.
    """
    iteration, control = options.iteration[0], search.control[0]
    own, opponent = stones[0], stones[1]
    remaining = count(search.game.board & ~(own | opponent))
    while next_question(options, remaining // LATE):
        index = iteration.option
        if not iteration.searching:
            after = own | bit_in(own, options.cells[index])
            begin_search(search, opponent, after, 1 - iteration.depth)
            iteration.searching = 1
        if not null_window_search(search, node_limit):
            return False
        iteration.searching = 0
        lower = sharpened(-control.returned_upper, remaining, 1)
        upper = sharpened(-control.returned_lower, remaining, -1)
        options.lower[index] = max(options.lower[index], lower)
        options.upper[index] = min(options.upper[index], upper)
    return True
