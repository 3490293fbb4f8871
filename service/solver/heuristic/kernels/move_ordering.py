"""Move generation and move ordering: which moves of a node are searched, the best ones first.

Moves are ordered by the policy, killer moves (Akl and Newborn, 1977) and the history heuristic
(Schaeffer, 1983).
"""

import numpy as np

from service.solver.compiling.kernels.jit import inlined_kernel
from service.solver.heuristic.kernels.evaluation import policy
from service.solver.heuristic.kernels.move_list import (
    add_move,
    add_table_move,
    cell_in,
    priority_in,
)
from service.solver.heuristic.kernels.state import PLIES
from service.solver.lines.kernels.pattern_board import (
    CLOSED_TWO,
    FOUR,
    NOTHING,
    WINNING,
    class_in,
    form_with,
    with_class,
)

KILLER_BONUS = 150
"""What the priority of a killer move gains, in hundredths of a logit."""
HISTORY_BONUS, HISTORY_FOR_BONUS = 150, 1 << 10
"""What the priority of a move gains at most for its history, and the history that gains it."""
THREAT_BONUS = 40
"""What the priority of a move gains if it makes an open row that lacks two stones, or more."""
MOST_DEFENCES = 14
"""The number of moves that are searched where the opponent's threat has to be met."""
POLICY_MARGIN = 600
"""A move that makes no four is not listed if the policy of another one is so much greater."""


@inlined_kernel
def list_moves(search, ply, mover):
    """List the table move, all fours and all moves with a good policy; return their number."""
    position, moves, table_move = search.position, search.moves[ply], search.frames[ply].table_move
    killers, history = search.killers[ply], search.history[mover]
    begin = end = add_table_move(moves, table_move)
    most = np.int64(0)
    for cell in range(position.owner.shape[0]):
        # The policy of a cell that holds a stone is 0.
        priority = policy(position, mover, cell)
        most = max(most, priority)
        if priority > 0 and cell != table_move:
            end = add_move(moves, end, cell, priority)
    count, least = begin, most - POLICY_MARGIN
    for index in range(begin, end):
        cell, priority = cell_in(moves[index]), priority_in(moves[index])
        kind = position.kinds[mover, cell]
        if priority < least and kind < FOUR:
            continue
        if kind > NOTHING:
            priority += THREAT_BONUS
        if cell == killers[0] or cell == killers[1]:
            priority += KILLER_BONUS
        priority += HISTORY_BONUS * min(history[cell], HISTORY_FOR_BONUS) // HISTORY_FOR_BONUS
        count = add_move(moves, count, cell, priority)
    return count


@inlined_kernel
def blocks(position, mover, cell, other, line, side, distance):
    """Return whether a stone on a cell blocks the row that the opponent's on `other` makes.

    `other` lies at this distance from the cell, on one side of it (0 before, 1 after) on a line.
    """
    content = position.contents[other, line, 1 - mover] + 2 * position.powers[1 - side, distance]
    code = np.int64(position.codes[1 - mover, other])
    code = with_class(code, line, np.int64(position.classes[content]))
    return position.kind_of[form_with(position, code)] < WINNING


@inlined_kernel
def meets_threat(position, mover, cell):
    """Return whether a stone on a cell leaves the opponent no `WINNING` move."""
    opposing, owner = position.kinds[1 - mover], position.owner
    left = position.kind_counts[1 - mover, WINNING] - (opposing[cell] == WINNING)
    for line in range(4):
        for side in range(2):
            other = np.int64(cell)
            for distance in range(1, position.powers.shape[1]):
                other = np.int64(position.neighbours[other, line, side])
                if other < 0 or owner[other] == mover or left == 0:
                    break
                if opposing[other] == WINNING:
                    left -= blocks(position, mover, cell, other, line, side, distance)
    return left == 0


@inlined_kernel
def list_defences(search, ply, mover):
    """List the table move, the moves that meet a threat and all fours; return their number.

    A row that could be completed on two cells is blocked on the cell that makes it or on one that
    completes it; there the opponent would make a row that lacks one stone. So other cells need not
    be tried.
    """
    position, moves, table_move = search.position, search.moves[ply], search.frames[ply].table_move
    own, opposing = position.kinds[mover], position.kinds[1 - mover]
    count = add_table_move(moves, table_move)
    for cell in range(position.owner.shape[0]):
        if cell != table_move and (
            own[cell] >= FOUR or (opposing[cell] >= FOUR and meets_threat(position, mover, cell))
        ):
            count = add_move(moves, count, cell, policy(position, mover, cell))
    return count


@inlined_kernel
def generate_moves(search, ply, mover):
    """List the moves of a node and set how many of them are searched (move-count pruning)."""
    frame = search.frames[ply]
    if frame.threatened:
        frame.listed_moves = list_defences(search, ply, mover)
        most = MOST_DEFENCES
    else:
        frame.listed_moves = list_moves(search, ply, mover)
        most = search.breadths[min(max(frame.depth, 0), PLIES - 1)]
    frame.move_limit = min(frame.listed_moves, most)


@inlined_kernel
def makes_double_threat(position, mover, cell):
    """Return whether a stone makes a row that lacks one, and on another line one that lacks two.

    A row that lacks one stone is answered, and without another one nothing follows from it.
    """
    if position.kinds[mover, cell] < FOUR:
        return False
    code, lines = position.codes[mover, cell], 0
    for line in range(4):
        lines += class_in(code, line) >= CLOSED_TWO
    return lines > 1
