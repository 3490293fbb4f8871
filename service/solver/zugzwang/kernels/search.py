"""The search of games in which a move may hurt, since stones fall or a row loses.

No move is left out but those on top of which the opponent wins at once, or, where a row loses,
those that make one. So bounds on scores from `SURE` on are proven: a win within so many plies is
one by moves that were searched against every reply. To that end such scores are not taken from the
transposition table, which knows positions by hashes alone, and its moves only if they are listed. A
position with one sensible move costs no depth.
"""

import numpy as np

from service.solver.compiling.kernels.jit import inlined_kernel
from service.solver.heuristic.kernels import transposition_table as tt
from service.solver.heuristic.kernels.move_list import add_move, cell_in, pack_move
from service.solver.heuristic.kernels.principal_variation_search import (
    Steps,
    is_in_table,
    principal_variation_search,
)
from service.solver.heuristic.kernels.state import PLIES, leave_node
from service.solver.lines.kernels.bits import lowest
from service.solver.zugzwang.kernels.evaluation import evaluate
from service.solver.zugzwang.kernels.position import cell_at, gain, place, take_back


@inlined_kernel
def list_moves(search, ply, player):
    """List the moves of a node that do not lose at once.

    Return the score if the end of the game is certain, else 0. If there are no moves at all, none
    is listed, and that is the score.
    """
    position, moves = search.position, search.moves[ply]
    if position.misere:
        return list_safe_moves(search, ply, player)
    threats = position.threats[position.placed[0]]
    own, other = threats[player], threats[1 - player]
    size, forced, can_move = 0, False, False
    for column in range(position.width):
        if position.room[column] == 0:
            continue
        can_move, row = True, np.uint64(lowest(position.room[column]))
        cell = cell_at(position, column, row)
        if own[column] >> row & np.uint64(1):
            return tt.MATE - ply - 1
        # Here and on top of this cell.
        completed = other[column] >> row & np.uint64(3)
        if completed & np.uint64(1):
            # Of two such cells only one can be taken.
            size = 0 if forced or completed == 3 else 1
            add_move(moves, 0, cell, np.int64(0))
            forced = True
        elif completed == 0 and not forced:
            size = add_move(moves, size, cell, np.int64(0))
    search.frames[ply].safe_moves = size
    return ply + 2 - tt.MATE if can_move and size == 0 else 0


@inlined_kernel
def list_safe_moves(search, ply, player):
    """List the moves of a node that make no row, where a row loses; see `list_moves`."""
    position, moves = search.position, search.moves[ply]
    size, can_move = 0, False
    for column in range(position.width):
        rows = position.room[column]
        if position.falls:
            rows &= ~rows + np.uint64(1)
        can_move |= rows != 0
        rows &= ~position.threats[position.placed[0], player, column]
        while rows != 0:
            size = add_move(moves, size, cell_at(position, column, lowest(rows)), np.int64(0))
            rows &= rows - np.uint64(1)
    search.frames[ply].safe_moves = size
    return ply + 1 - tt.MATE if can_move and size == 0 else 0


@inlined_kernel
def generate_moves(search, ply, player):
    """Set the priorities of the listed moves: gain and history heuristic. All are searched."""
    position, moves, history = search.position, search.moves[ply], search.history[player]
    frame = search.frames[ply]
    frame.listed_moves = frame.move_limit = frame.safe_moves
    for index in range(np.int64(frame.table_move >= 0), frame.safe_moves):
        cell = cell_in(moves[index])
        moves[index] = pack_move(cell, gain(position, cell) + history[cell])


@inlined_kernel
def enter(search, ply, player):
    """Score a node that needs no move, else list its moves; return whether it is scored."""
    frame, control, moves = search.frames[ply], search.control, search.moves[ply]
    score = list_moves(search, ply, player)
    if score != 0 or frame.safe_moves == 0:
        leave_node(control, score)
        return True
    frame.forced, frame.move = frame.safe_moves == 1, cell_in(moves[0])
    # Only leaves are evaluated.
    frame.improving = 1
    if ply == PLIES - 1 or (frame.depth <= 0 and not frame.forced):
        leave_node(control, evaluate(search.position, player))
        return True
    if frame.forced:
        return False
    if is_in_table(search, ply, tt.SURE):
        return True
    table_move, frame.table_move = frame.table_move, -1
    for index in range(frame.safe_moves):
        if cell_in(moves[index]) == table_move:
            moves[0], moves[index] = moves[index], moves[0]
            frame.table_move = table_move
    return False


@inlined_kernel
def never(_position, _player, _what):
    """Return that a move is not an exception: any threat may turn out to be good or bad."""
    return False


SEARCH = principal_variation_search(
    Steps(
        enter=enter,
        generate_moves=generate_moves,
        is_forcing=never,
        is_likely_cutoff=never,
        put=place,
        undo=take_back,
        least_depth=0,
    )
)
"""The search for zugzwang."""
