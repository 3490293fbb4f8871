"""Principal variation search where stones fall or a row loses: it finds the move that looks best.

It is the search of `heuristic.kernels.principal_variation_search` without what relies on stones
that never hurt, and no move is left out but those on top of which the opponent wins at once, or,
where a row loses, those that make one. Scores are of the same kind. As bounds those from `SURE` on
are proven: a win within so many plies is one by moves that were searched against every reply. To
that end such scores are not taken from the transposition table, which knows positions by hashes
alone. A position with one sensible move costs no depth.
"""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel, inlined_kernel
from service.solver.compiling.kernels.records import record_type
from service.solver.heuristic.kernels import transposition_table as tt
from service.solver.heuristic.kernels.node_entry import is_table_cutoff
from service.solver.heuristic.kernels.principal_variation_search import late_move_reduction
from service.solver.heuristic.kernels.root_search import publish_scores, take_score, window
from service.solver.heuristic.kernels.state import (
    FULL_WINDOW,
    NULL_WINDOW,
    PLIES,
    REDUCED,
    REDUCED_MOVES,
    leave_node,
)
from service.solver.lines.kernels.bits import lowest
from service.solver.lines.kernels.scores import WIN
from service.solver.zugzwang.kernels.evaluation import evaluate
from service.solver.zugzwang.kernels.position import (
    ZugzwangPosition,
    cell_at,
    gain,
    place,
    take_back,
)

MOST_HISTORY = 1 << 20
"""The history heuristic of a player is halved at this number."""
GAIN_BITS = 8
"""In the move ordering a gain of 1 counts `1 << GAIN_BITS` of the history heuristic."""
FIRST = 1 << 40
"""The priority of the move that the transposition table knows, greater than those of others: on no
board a cell is on more than three lines for each stone of a row."""

NODE = record_type(
    ("depth", np.int64),  # The remaining depth in plies.
    ("alpha", np.int64),  # The lower end of the window; it rises with the best score.
    ("beta", np.int64),  # The upper end of the window.
    ("original_alpha", np.int64),  # The value of alpha before any move was searched.
    ("best_score", np.int64),  # The best score of a move so far.
    ("best_move", np.int64),  # The cell of the move with the best score.
    ("listed_moves", np.int64),  # The number of moves in the list of the node.
    ("move_index", np.int64),  # The place of the current move in the list.
    ("stage", np.int64),  # How the current move is searched, such as `NULL_WINDOW`.
)
"""A node on the path from the root of the search to the current position."""


class ZugzwangSearch(NamedTuple):
    """A search with all that it works on."""

    position: ZugzwangPosition
    """The current position."""
    table: np.ndarray
    """The transposition table; see `heuristic.kernels.transposition_table`."""
    control: np.record
    """A record of type `heuristic.kernels.state.CONTROL`."""
    frames: np.ndarray
    """The nodes of the current variation by their ply, shape (PLIES,), records of type `NODE`."""
    moves: np.ndarray
    """The moves of each node, cells, shape (PLIES, moves), int64."""
    priorities: np.ndarray
    """The priority of each of them, the same shape."""
    history: np.ndarray
    """The history heuristic: the sum of the squared depths of the cutoffs that each move of each
    player has caused, shape (2, cells), int64."""
    reductions: np.ndarray
    """The late move reductions by depth and index of a move, (PLIES, REDUCED_MOVES), int64."""
    proven: np.ndarray
    """The bounds that are proven of the options of the root, shape (2, options), int64; see
    `lines.kernels.scores`."""


@inlined_kernel
def list_moves(search, ply, player):
    """List the moves of a node that do not lose at once.

    Return the number of plies to the end of the game if it is certain, negative if the side to move
    loses; else 0. If there are no moves at all, none is listed, and the number is 0.
    """
    position, listed = search.position, search.moves[ply]
    if position.misere:
        return list_safe_moves(search, ply, player)
    own, other = position.threats[ply, player], position.threats[ply, 1 - player]
    size, forced, can_move = 0, False, False
    for column in range(position.width):
        if position.room[column] == 0:
            continue
        can_move, row = True, np.uint64(lowest(position.room[column]))
        cell = cell_at(position, column, row)
        if own[column] >> row & np.uint64(1):
            return 1
        # Here and on top of this cell.
        completed = other[column] >> row & np.uint64(3)
        if completed & np.uint64(1):
            # Of two such cells only one can be taken.
            size = 0 if forced or completed == 3 else 1
            listed[0] = cell
            forced = True
        elif completed == 0 and not forced:
            listed[size] = cell
            size += 1
    search.frames[ply].listed_moves = size
    return -2 if can_move and size == 0 else 0


@inlined_kernel
def list_safe_moves(search, ply, player):
    """List the moves of a node that make no row, where a row loses; see `list_moves`."""
    position, listed = search.position, search.moves[ply]
    size, can_move = 0, False
    for column in range(position.width):
        moves = position.room[column]
        if position.falls:
            moves &= ~moves + np.uint64(1)
        can_move |= moves != 0
        moves &= ~position.threats[ply, player, column]
        while moves != 0:
            listed[size] = cell_at(position, column, lowest(moves))
            size += 1
            moves &= moves - np.uint64(1)
    search.frames[ply].listed_moves = size
    return -1 if can_move and size == 0 else 0


@inlined_kernel
def weigh_moves(search, ply, player, table_move):
    """Set the priorities of the listed moves: the table, then gain and history heuristic."""
    position, listed, priorities = search.position, search.moves[ply], search.priorities[ply]
    for index in range(search.frames[ply].listed_moves):
        cell = listed[index]
        priorities[index] = (gain(position, cell) << GAIN_BITS) + search.history[player, cell]
        if cell == table_move:
            priorities[index] = FIRST


@inlined_kernel
def pick_move(search, ply):
    """Bring the best of the moves that are left to the current place; the others keep their order.

    A cutoff often comes before all are sorted.
    """
    frame, listed, priorities = search.frames[ply], search.moves[ply], search.priorities[ply]
    best = frame.move_index
    for index in range(best + 1, frame.listed_moves):
        if priorities[index] > priorities[best]:
            best = index
    priority, cell = priorities[best], listed[best]
    for index in range(best, frame.move_index, -1):
        priorities[index], listed[index] = priorities[index - 1], listed[index - 1]
    priorities[frame.move_index], listed[frame.move_index] = priority, cell


@inlined_kernel
def enter_node(search, ply, player):
    """Score a node that needs no move, else list its moves; return whether it is scored."""
    position, frame, control = search.position, search.frames[ply], search.control
    end = list_moves(search, ply, player)
    if end != 0:
        leave_node(control, tt.MATE - ply - end if end > 0 else ply - end - tt.MATE)
        return True
    if frame.listed_moves == 0:
        leave_node(control, 0)
        return True
    if ply == PLIES - 1 or (frame.depth <= 0 and frame.listed_moves > 1):
        leave_node(control, evaluate(position, ply, player))
        return True
    if frame.listed_moves > 1:
        data = tt.probe(search.table, position.key[0])
        sure = abs(tt.score_in(data, ply)) >= tt.SURE
        if data != 0 and not sure and is_table_cutoff(frame, ply, data):
            control.table_hits += 1
            leave_node(control, tt.score_in(data, ply))
            return True
        weigh_moves(search, ply, player, tt.move_in(data))
    frame.original_alpha, frame.best_score = frame.alpha, -tt.MATE
    frame.move_index, frame.stage = 0, FULL_WINDOW
    pick_move(search, ply)
    return False


@inlined_kernel
def enter_child(search, ply, player):
    """Make the current move of a node and set up depth and window of its child."""
    frame, child = search.frames[ply], search.frames[ply + 1]
    place(search.position, ply, search.moves[ply, frame.move_index], player)
    child.depth = frame.depth
    if frame.listed_moves > 1:
        child.depth -= 1
    if frame.stage == REDUCED:
        child.depth -= late_move_reduction(search.reductions, frame)
    child.beta = -frame.alpha
    child.alpha = -frame.beta if frame.stage == FULL_WINDOW else -frame.alpha - 1


@inlined_kernel
def leave_child(search, ply, player):
    """Take back the current move, use its score, and set up what comes next.

    Return whether the node is scored; else its current move, a new one or the same, is to be made.
    """
    frame, score = search.frames[ply], -search.control.score
    search.control.returning = 0
    cell = search.moves[ply, frame.move_index]
    take_back(search.position, cell, player)
    if score > frame.alpha and frame.stage == REDUCED:
        frame.stage = NULL_WINDOW
        return False
    if frame.alpha < score < frame.beta and frame.stage == NULL_WINDOW:
        frame.stage = FULL_WINDOW
        return False
    if score > frame.best_score:
        frame.best_score, frame.best_move = score, cell
        frame.alpha = max(frame.alpha, score)
    frame.move_index += 1
    if frame.alpha < frame.beta and frame.move_index < frame.listed_moves:
        late = late_move_reduction(search.reductions, frame) > 0
        frame.stage = REDUCED if late else NULL_WINDOW
        pick_move(search, ply)
        return False
    finish_node(search, ply, player)
    return True


@inlined_kernel
def finish_node(search, ply, player):
    """Leave a node of which all moves are searched, or one has caused a cutoff."""
    frame, bound = search.frames[ply], tt.EXACT
    if frame.best_score >= frame.beta:
        bound = tt.LOWER
        if frame.listed_moves > 1:
            note_cutoff(search.history[player], frame)
    elif frame.best_score <= frame.original_alpha:
        bound = tt.UPPER
    if frame.depth > 0:
        key = search.position.key[0]
        tt.store(search.table, key, frame.best_score, ply, bound, frame.depth, frame.best_move)
    leave_node(search.control, frame.best_score)


@inlined_kernel
def note_cutoff(history, frame):
    """Add to the history of the move that has caused a beta cutoff."""
    history[frame.best_move] += frame.depth**2
    if history[frame.best_move] > MOST_HISTORY:
        for cell in range(history.shape[0]):
            history[cell] //= 2


@bare_kernel
def continue_search(search, node_limit):
    """Search until `node_limit` nodes in all are spent; return whether the search has ended.

    The position after an option has ply 1. Then `control.score` is the result; until then the
    position may hold moves of the search.
    """
    control = search.control
    ply = control.ply
    while ply > 0:
        player = control.root_mover ^ (ply & 1)
        if control.returning:
            scored = leave_child(search, ply, player)
        else:
            if control.nodes >= node_limit:
                control.ply = ply
                return False
            control.nodes += 1
            scored = enter_node(search, ply, player)
        if scored:
            ply -= 1
        else:
            enter_child(search, ply, player)
            ply += 1
    return True


@bare_kernel
def continue_iteration(search, root, mover, node_limit):
    """Search until `node_limit` nodes in all are spent; return whether the iteration has ended.

    None of the options that are searched completes a row. See `heuristic.kernels.root_search` for
    `root` and iterations.
    """
    control, child = root.control, search.frames[1]
    while control.option_index < control.option_limit:
        option = root.order[control.option_index]
        alpha, beta = window(root)
        if not control.searching:
            place(search.position, 0, root.cells[option], mover)
            search.control.ply, search.control.returning = 1, 0
            search.control.root_mover = mover
            child.depth = control.depth - 1
            if control.stage == REDUCED:
                index = min(control.option_index, REDUCED_MOVES - 1)
                reduction = search.reductions[control.depth, index]
                child.depth -= min(reduction, control.depth // 2)
            child.alpha, child.beta = -beta, -alpha
            control.searching = 1
        if not continue_search(search, node_limit):
            return False
        take_back(search.position, root.cells[option], mover)
        control.searching = 0
        # A score that is not above alpha is an upper bound, one that is not below beta a lower one.
        score, proven = -search.control.score, search.proven
        if alpha < score >= tt.SURE:
            proven[0, option] = max(proven[0, option], score - tt.MATE + WIN)
        elif beta > score <= -tt.SURE:
            proven[1, option] = min(proven[1, option], score + tt.MATE - WIN)
        take_score(root, score, alpha, beta)
    publish_scores(root)
    return True
