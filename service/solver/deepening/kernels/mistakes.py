"""What is proven of the replies to a move, one of each class, by a search as `bitboard.deepen`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.deepening.kernels import bitboard, depth, frames
from service.solver.lines.kernels.bits import bit, count, lowest
from service.solver.lines.kernels.line_game import CELLS
from service.solver.lines.kernels.symmetry import transform
from service.solver.root.kernels.estimate import line_worth, squashed

# Columns of `Work.at`: how many classes of replies there are (0: not begun), and the running count
# of nodes at which the search gives up.
REPLIES, END = range(2)
AT_COLUMNS = 2


class Work(NamedTuple):
    """The state of one search, between calls; each array but the last two has shape (CELLS,)."""

    replies: np.ndarray
    """One cell of each class, the most promising first, int64."""
    classes: np.ndarray
    """The lowest cell that a symmetry of the position maps each cell to, int64."""
    promise: np.ndarray
    """An estimate of each reply, float64."""
    lower: np.ndarray
    """Bounds on the replies, int64."""
    upper: np.ndarray
    state: np.ndarray
    """See `depth`."""
    at: np.ndarray
    """Shape (AT_COLUMNS,), int64; zeros to begin with."""


def new_work() -> Work:
    """Memory for searches, one after the other."""
    return Work(
        replies=np.zeros(CELLS, np.int64),
        classes=np.zeros(CELLS, np.int64),
        promise=np.zeros(CELLS),
        lower=np.zeros(CELLS, np.int64),
        upper=np.zeros(CELLS, np.int64),
        state=np.zeros(depth.STATE_COLUMNS, np.int64),
        at=np.zeros(AT_COLUMNS, np.int64),
    )


@bare_kernel
def weigh(lines, own, opponent, factor, promise):
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
def classify(game, own, opponent, classes):
    """Fill `classes` with the lowest image of each cell under what keeps the position."""
    for cell in range(game.cells):
        classes[cell] = cell
    for number in range(1, game.symmetries.shape[0]):
        octets = game.symmetries[number]
        if transform(octets, own) == own and transform(octets, opponent) == opponent:
            for cell in range(game.cells):
                classes[cell] = min(classes[cell], game.images[number, cell])


@bare_kernel
def list_replies(game, own, opponent, work):
    """Fill in the replies of player 1, who has the stones `own`; return how many classes."""
    classify(game, own, opponent, work.classes)
    promise = work.promise
    for cell in range(CELLS):
        promise[cell] = 0.0
    # As in `root.kernels.estimate`.
    balance = weigh(game.lines[1], own, opponent, 3.0, promise)
    balance -= weigh(game.lines[0], opponent, own, 1.0, promise)
    found = 0
    for cell in range(game.cells):
        if (own | opponent) & bit(cell) != 0:
            continue
        promise[cell] = squashed(balance + promise[cell])
        if work.classes[cell] != cell:
            continue
        place = found
        while place > 0 and promise[work.replies[place - 1]] < promise[cell]:
            work.replies[place] = work.replies[place - 1]
            place -= 1
        work.replies[place] = cell
        found += 1
    return found


@bare_kernel
def begin(game, own, opponent, work):
    """Begin with the replies to one move."""
    found = work.at[REPLIES] = list_replies(game, own, opponent, work)
    lower, upper = work.lower[:found], work.upper[:found]
    bitboard.begin(game, 1, own, opponent, work.replies[:found], lower, upper)
    for column in range(depth.STATE_COLUMNS):
        work.state[column] = 0
    work.state[depth.DEPTH] = depth.FIRST_DEPTH


@bare_kernel
def search_replies(game, table, stack, work, own, opponent, move, share, node_limit):
    """Bound the replies to a `move` of player 0 that does not win, with a `share` of the nodes.

    Returns whether it has ended; if not, `node_limit` nodes in all are spent.
    """
    control, at = stack.control, work.at
    stones = own | bit(move)
    if at[REPLIES] == 0:
        begin(game, opponent, stones, work)
        at[END] = control[frames.NODES] + share
    replies, limit = work.replies[: at[REPLIES]], min(node_limit, at[END])
    lower, upper = work.lower[: at[REPLIES]], work.upper[: at[REPLIES]]
    ended = bitboard.deepen(
        game, table, stack, 1, opponent, stones, replies, lower, upper, work.state, limit
    )
    return ended or control[frames.NODES] >= at[END]
