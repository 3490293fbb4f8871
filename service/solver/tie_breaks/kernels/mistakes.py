"""Which replies to each of some moves are proven to be mistakes.

A reply is a mistake if it gives up a draw or a win that the opponent could have had, or loses
sooner than another reply does. `find_mistakes` is for positions that may be searched to the end: it
takes one null-window search a reply. `find_likely_mistakes` has a share of nodes for each move, so
that it goes by iterative deepening, which proves much of it early.
"""

from typing import NamedTuple

import numpy as np

from service.solver.alpha_beta.kernels.iteration import FIRST_DEPTH
from service.solver.alpha_beta.kernels.state import ITERATION, Options
from service.solver.any_rules.kernels import search as any_rules
from service.solver.compiling.kernels.jit import bare_kernel, kernel
from service.solver.compiling.kernels.records import record_type
from service.solver.lines.kernels.bits import bit, count, lowest
from service.solver.lines.kernels.line_game import CELLS
from service.solver.lines.kernels.move_list import insert_move
from service.solver.lines.kernels.scores import child_of, target_of_child
from service.solver.lines.kernels.symmetry import transform
from service.solver.root.kernels.estimate import line_worth, squashed

REPLIES_CONTROL = record_type(
    ("move", np.int64),  # The index of the move whose replies are searched.
    ("count", np.int64),  # The number of classes of replies to it; 0 before they are listed.
    ("end", np.int64),  # The count of nodes at which its search gives up.
)
"""Where the search of replies is."""


class Replies(NamedTuple):
    """The replies to one move, and where the search of replies is."""

    options: Options
    """One reply of each class that symmetries make, the most promising first; shapes (CELLS,)."""
    classes: np.ndarray
    """The lowest place that a symmetry of the position maps each place to, (CELLS,), int64."""
    promise: np.ndarray
    """An estimate of each reply, shape (CELLS,), float64."""
    control: np.ndarray
    """Shape (1,), REPLIES_CONTROL."""


def new_replies() -> Replies:
    """Return a search of replies that has not begun."""
    cells, lower, upper, classes = np.zeros((4, CELLS), np.int64)
    options = Options(cells, lower, upper, np.zeros(1, ITERATION))
    return Replies(options, classes, np.zeros(CELLS), np.zeros(1, REPLIES_CONTROL))


@bare_kernel
def weigh_lines(lines, own, opponent, factor, promise):
    """Add what one player's open lines are worth to their cells; return what all are worth."""
    total = 0.0
    for index in range(lines.shape[0]):
        cells = lines[index] & ~own
        if lines[index] & opponent != 0 or cells == 0:
            continue
        worth = line_worth(count(cells))
        total += worth
        while cells != 0:
            promise[lowest(cells)] += factor * worth
            cells &= cells - np.uint64(1)
    return total


@bare_kernel
def list_replies(game, own, opponent, replies):
    """Fill in the replies of player 1, who has the stones `own`; their bounds are open."""
    classes, promise, cells = replies.classes, replies.promise, replies.options.cells
    for place in range(game.cells):
        classes[place] = place
    for number in range(1, game.symmetries.shape[0]):
        octets = game.symmetries[number]
        if transform(octets, own) == own and transform(octets, opponent) == opponent:
            for place in range(game.cells):
                classes[place] = min(classes[place], game.images[number, place])
    # The estimate is that of `root.kernels.estimate`.
    promise[:] = 0.0
    balance = weigh_lines(game.lines[1], own, opponent, 3.0, promise)
    balance -= weigh_lines(game.lines[0], opponent, own, 1.0, promise)
    found = 0
    for place in range(game.cells):
        if (own | opponent) & bit(place) != 0 or classes[place] != place:
            continue
        promise[place] = squashed(balance + promise[place])
        found = insert_move(cells, found, place, promise)
    replies.control[0].count = found
    iteration = replies.options.iteration[0]
    iteration.depth, iteration.option = FIRST_DEPTH, 0
    iteration.searching = iteration.best_only = 0


@bare_kernel
def find_likely_mistakes(search, replies, own, opponent, score, moves, share, mistakes, node_limit):
    """Go on with noting in `mistakes`, shape (moves, places), those after each of `moves`.

    The moves, shape (moves,), give player 0 this score, and none wins at once. Each gets a `share`
    of nodes; what is not proven by then is no mistake. Returns whether it has ended; if not,
    `node_limit` nodes in all are spent.
    """
    at, game, found = replies.control[0], search.game, replies.options
    ceiling = child_of(score) if score > 0 else np.int64(score < 0)
    while at.move < moves.shape[0]:
        stones = own | bit(moves[at.move])
        begins = at.count == 0
        if begins:
            list_replies(game, opponent, stones, replies)
            at.end = search.control[0].nodes + share
        cells, lower, upper = found.cells[: at.count], found.lower, found.upper
        options = Options(cells, lower[: at.count], upper[: at.count], found.iteration)
        if begins:
            any_rules.bound_options(search, 1, opponent, stones, options)
        limit = min(node_limit, at.end)
        ended = any_rules.deepen(search, 1, opponent, stones, options, limit)
        if not ended and search.control[0].nodes < at.end:
            return False
        for index in range(at.count):
            if upper[index] < ceiling:
                for place in range(game.cells):
                    mistakes[at.move, place] |= replies.classes[place] == cells[index]
        at.move += 1
        at.count = 0
    return True


@kernel
def find_mistakes(search, own, opponent, score, moves, mistakes, node_limit):
    """Note in `mistakes`, shape (moves, places), those after each of `moves`, shape (moves,).

    The moves give player 0 this score, and none wins at once. Returns whether the nodes sufficed.
    """
    game, control = search.game, search.control[0]
    # The best reply has this score at most; one that loses a lost game later is no better.
    target = target_of_child(min(child_of(score), 1))
    for index in range(moves.shape[0]):
        stones = own | bit(moves[index])
        # An extra stone never hurts: if a null move is no mistake, no reply is.
        any_rules.begin_search(search, 0, stones, opponent, target)
        if not any_rules.null_window_search(search, node_limit):
            return False
        if control.returned_lower < target:
            continue
        wins = any_rules.completions(search, 1, opponent, stones)
        for reply in range(game.cells):
            if (stones | opponent | wins) & bit(reply) != 0:
                continue
            any_rules.begin_search(search, 0, stones, opponent | bit(reply), target)
            if not any_rules.null_window_search(search, node_limit):
                return False
            mistakes[index, reply] = control.returned_lower >= target
    return True
