"""Alpha-beta on games whose positions are words of stones: what such games have in common.

The game of a search has `keys` and `symmetries`, as `LineGame` describes them.
"""

from typing import Any, NamedTuple

import numpy as np

from service.solver.alpha_beta.kernels.backup import back_up
from service.solver.alpha_beta.kernels.state import CONTROL, FORCED, NODE
from service.solver.alpha_beta.kernels.weights import PLANES, heaviest
from service.solver.compiling.kernels.jit import bare_kernel, inlined_kernel
from service.solver.lines.kernels.bits import bit_in, lowest
from service.solver.lines.kernels.scores import sharpen_lower, sharpen_upper, target_of_child
from service.solver.lines.kernels.symmetry import canonical
from service.solver.memory.kernels import table as tt


class Search(NamedTuple):
    """A search of a game. Its last two plies serve the line of best play."""

    game: Any
    """The game that is played."""
    table: np.ndarray
    """The transposition table, (buckets, BUCKET_WORDS), words; see `memory.kernels.table`."""
    lightest_first: bool
    """Whether the moves with the smallest counters come first, instead of the largest."""
    order: int
    """Which of equally promising moves comes first: the lowest place if it is even, else the next.
    Searches of one position in several threads differ in it."""
    frames: np.ndarray
    """A frame for each ply, shape (plies,), NODE."""
    own: np.ndarray
    """The stones of the side to move at each ply, shape (plies,), words."""
    opponent: np.ndarray
    """The stones of the other side, the same shape."""
    left: np.ndarray
    """The moves that are still to be searched, the same shape."""
    key_own: np.ndarray
    """The name of `own` in the table, the same shape."""
    key_opponent: np.ndarray
    """The name of `opponent`, the same shape."""
    planes: np.ndarray
    """A counter for each place, shape (plies, PLANES), words; see `weights`."""
    control: np.ndarray
    """Shape (1,), CONTROL."""


def new_search(game, table, plies, lightest_first, order):
    """Return a search of nothing yet, of so many plies."""
    word = game.lines.dtype
    return Search(
        game,
        table,
        lightest_first,
        order,
        np.zeros(plies + 2, NODE),
        np.zeros(plies + 2, word),
        np.zeros(plies + 2, word),
        np.zeros(plies + 2, word),
        np.zeros(plies + 2, word),
        np.zeros(plies + 2, word),
        np.zeros((plies + 2, PLANES), word),
        np.zeros(1, CONTROL),
    )


@inlined_kernel
def take_move(search, ply):
    """Take the most promising move out of those that are left at a node; return its place."""
    left = search.left[ply]
    heavy = heaviest(search.planes[ply], left, search.lightest_first)
    others = heavy & (heavy - np.uint64(1))
    move = lowest(others if search.order & 1 and others != 0 else heavy)
    search.left[ply] = left & ~bit_in(left, move)
    return move


@inlined_kernel
def make_move(search, ply):
    """Set up the position after the next move of a node."""
    frame = search.frames[ply]
    move = take_move(search, ply)
    frame.move = move
    search.own[ply + 1] = search.opponent[ply]
    search.opponent[ply + 1] = search.own[ply] | bit_in(search.own[ply], move)
    search.frames[ply + 1].target = target_of_child(frame.target)


@bare_kernel
def take_reply(search):
    """Take the most promising move out of those of the last frame; -1 if there is none."""
    last = search.frames.shape[0] - 1
    return take_move(search, last) if search.left[last] != 0 else -1


@inlined_kernel
def probe_bounds(search, ply, own, opponent):
    """Look up a node by the words that name it; return whether the bounds kept decide it."""
    game, frame, control = search.game, search.frames[ply], search.control[0]
    key_own, key_opponent, _ = canonical(game.symmetries, own, opponent)
    search.key_own[ply], search.key_opponent[ply] = key_own, key_opponent
    frame.nodes_before = control.nodes
    key = game.keys[(control.colour + ply) & 1]
    entry = tt.probe(search.table, key_own, key_opponent, key)
    if entry == 0:
        return False
    control.table_hits += 1
    frame.lower = sharpen_lower(max(frame.lower, tt.lower_of(entry)), frame.remaining)
    frame.upper = sharpen_upper(min(frame.upper, tt.upper_of(entry)), frame.remaining)
    return frame.lower >= frame.target or frame.upper < frame.target


@inlined_kernel
def store_bounds(search, ply):
    """Store the bounds of a node, unless it had a single move."""
    game, frame, control = search.game, search.frames[ply], search.control[0]
    if frame.stage == FORCED:
        return
    tt.store(
        search.table,
        search.key_own[ply],
        search.key_opponent[ply],
        game.keys[(control.colour + ply) & 1],
        frame.lower,
        frame.upper,
        control.nodes - frame.nodes_before,
    )


@inlined_kernel
def leave_child(search, ply):
    """Back up the bounds of a node's child; return whether they decide the node."""
    decided = back_up(search.frames[ply], search.control[0], search.left[ply] == 0)
    if decided:
        store_bounds(search, ply)
    return decided
