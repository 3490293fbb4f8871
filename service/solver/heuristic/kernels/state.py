"""The state of a principal variation search, as records: its nodes, its control and its root.

All of it lies in arrays instead of in local variables of recursive calls, so that a search can stop
before any node and continue from there later.
"""

from typing import Any, NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import inlined_kernel
from service.solver.compiling.kernels.records import record_type
from service.solver.lines.kernels.scores import WIN

PLIES = 64
"""The number of frames: no variation has more moves than this."""
LEAST_BREADTH, BREADTH_POWER = 3, 1.32
"""The parameters of move-count pruning: `LEAST_BREADTH + depth ** BREADTH_POWER` moves of a node
are searched. A win that looks poor is found in time only if leaves have few other moves."""
KILLERS = 2
"""The number of killer moves that are kept for each ply."""
FULL_DEPTH_MOVES = 2
"""The first moves of a node, which are never reduced."""
REDUCED_MOVES = 64
"""Moves with this index or a greater one are reduced as the one before it."""

FULL_WINDOW, NULL_WINDOW, REDUCED, QUIESCENCE, ASPIRATION = range(5)
"""The stages of a move, which tell how it is searched: with the whole window of its node; with a
null window, which asks only whether it is better than alpha; with a null window and to a reduced
depth; as a threat of the quiescence search; or, at the root, with an aspiration window around the
score of the last iteration."""

FRAME = record_type(
    ("depth", np.int64),  # The remaining depth in plies; the quiescence search begins at 0.
    ("alpha", np.int64),  # The lower end of the window; it rises with the best score.
    ("beta", np.int64),  # The upper end of the window.
    ("original_alpha", np.int64),  # The value of alpha before any move was searched.
    ("cut_node", np.int64),  # Whether some move is expected to cause a beta cutoff.
    ("static_evaluation", np.int64),  # That of the parent where the reply is forced.
    ("improving", np.int64),  # Whether the static evaluation is better than two plies before.
    ("safe_moves", np.int64),  # Where a move may hurt, how many do not lose at once.
    ("forced", np.int64),  # Whether only one move makes sense, as where the opponent has a four.
    ("threatened", np.int64),  # On how many cells the opponent makes a row that always wins.
    ("table_data", np.int64),  # What the transposition table knows, packed, or 0.
    ("table_move", np.int64),  # The move that it knows, or -1.
    ("listed_moves", np.int64),  # The number of moves in the list of the node.
    ("move_limit", np.int64),  # The number of listed moves that are searched.
    ("move_index", np.int64),  # The place of the current move in the list.
    ("move", np.int64),  # The current move, a cell.
    ("stage", np.int64),  # How the current move is searched, such as `NULL_WINDOW`.
    ("best_score", np.int64),  # The best score of a move so far.
    ("best_move", np.int64),  # The move with the best score.
    ("quiescence_limit", np.int64),  # The node count that ends the quiescence search; 0 before.
    ("singular_search", np.int64),  # Whether all moves but the table move are searched.
    ("singular", np.int64),  # Whether the table move is extended, as a singular one.
    ("saved_beta", np.int64),  # The value of beta during a singular search.
    ("saved_depth", np.int64),  # The remaining depth during a singular search.
)
"""A node on the path from the root of the search to the current position."""

CONTROL = record_type(
    ("ply", np.int64),  # The number of moves from the root of the search to the current node.
    ("root_mover", np.int64),  # The player to move at the root of the search.
    ("returning", np.int64),  # Whether a child has just been left.
    ("score", np.int64),  # The score of that child, for the side to move there.
    ("nodes", np.int64),  # The number of nodes entered so far.
    ("table_hits", np.int64),  # The number of transposition table cutoffs so far.
)
"""Where a search is, and what it has counted."""

ROOT_CONTROL = record_type(
    ("depth", np.int64),  # The depth of the iteration in plies.
    ("option_limit", np.int64),  # The number of options that are searched.
    ("option_index", np.int64),  # The place of the current option in the order.
    ("stage", np.int64),  # How the current option is searched, such as `ASPIRATION`.
    ("searching", np.int64),  # Whether the search of the current option has begun.
    ("best_score", np.int64),  # The best score of the iteration so far.
)
"""Where an iteration over the options of the root is."""


class Search(NamedTuple):
    """A search with all that it works on."""

    position: Any
    """The current position of the game; it has a `key`, shape (1,), and the `hashes` of stones,
    shape (2, cells), both uint64."""
    table: np.ndarray
    """The transposition table, shape (entries, 2), uint64; `entries` is a power of two."""
    control: np.record
    """A record of type `CONTROL`."""
    frames: np.ndarray
    """The nodes of the current variation by their ply, shape (PLIES,), records of type `FRAME`."""
    moves: np.ndarray
    """The move list of each frame, shape (PLIES, most moves), int64; see `move_list.pack_move`."""
    killers: np.ndarray
    """The moves that last caused cutoffs at each ply, shape (PLIES, KILLERS), int64."""
    history: np.ndarray
    """The history heuristic: the sum of the squared depths of the cutoffs that each move of each
    player has caused, shape (2, cells), int64."""
    reductions: np.ndarray
    """The late move reductions by depth and index of a move, (PLIES, REDUCED_MOVES), int64."""
    breadths: np.ndarray
    """The number of moves that are searched, by the remaining depth, shape (PLIES,), int64."""


class RootOptions(NamedTuple):
    """The options of the root and their scores."""

    cells: np.ndarray
    """The cell of each option, shape (options,), int64."""
    order: np.ndarray
    """The indices of the options, the best one first, shape (options,), int64."""
    scores: np.ndarray
    """The score of each option by the last iteration that has found a best one, shape (options,),
    int64. An option that is only known to be no better than the best scores less than it."""
    new_scores: np.ndarray
    """The scores of the current iteration, shape (options,), int64; an option that has not been
    searched keeps its score of the last one."""
    lower: np.ndarray
    """Lower bounds on the scores of the options, as in `lines.kernels.scores`, that the wins show
    which were seen, shape (options,), int64. They are proven if all moves of the loser were
    searched, and no such score was taken from a table that knows positions by hashes alone."""
    upper: np.ndarray
    """Upper bounds that the losses show which were seen, of the same shape."""
    control: np.record
    """A record of type `ROOT_CONTROL`."""


@inlined_kernel
def leave_node(control, score):
    """Leave the current node with a score."""
    control.score = score
    control.returning = 1


@inlined_kernel
def reduction_of(reductions, depth, index):
    """Return by how many plies a move is reduced if it is a late one."""
    return reductions[min(depth, PLIES - 1), min(index, REDUCED_MOVES - 1)]


def new_search(position: Any, table: np.ndarray, most_moves: int) -> Search:
    """Return a search of a position that has not begun, with lists of at most so many moves."""
    return Search(
        position=position,
        table=table,
        control=np.zeros(1, CONTROL)[0],
        frames=np.zeros(PLIES, FRAME),
        moves=np.zeros((PLIES, most_moves), np.int64),
        killers=np.full((PLIES, KILLERS), -1, np.int64),
        history=np.zeros(position.hashes.shape, np.int64),
        reductions=reductions(),
        breadths=LEAST_BREADTH + (np.arange(PLIES) ** BREADTH_POWER).astype(np.int64),
    )


def new_root(cells: np.ndarray, scores: np.ndarray) -> RootOptions:
    """Return the options of a root with guesses of their scores, both of shape (options,)."""
    return RootOptions(
        cells=cells,
        order=np.arange(cells.size),
        scores=scores,
        new_scores=np.zeros(cells.size, np.int64),
        lower=np.full(cells.size, 1 - WIN),
        upper=np.full(cells.size, WIN - 1),
        control=np.zeros(1, ROOT_CONTROL)[0],
    )


def reductions() -> np.ndarray:
    """Return the late move reductions: the product of the logarithms of depth and move index."""
    depth, index = np.arange(PLIES)[:, None], np.arange(REDUCED_MOVES)
    found = (np.log(np.maximum(depth, 1)) * np.log(np.maximum(index, 1))).astype(np.int64)
    found[:, :FULL_DEPTH_MOVES] = 0
    return found
