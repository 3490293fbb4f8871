"""The moves of a node with their priorities, and what the cutoffs of other nodes tell of them."""

import numpy as np

from service.solver.compiling.kernels.jit import inlined_kernel
from service.solver.lines.kernels.scores import CELL, CELL_BITS

MOST_HISTORY = 1 << 12
"""When the history of a move exceeds this, that of all moves is halved."""


@inlined_kernel
def pack_move(cell, priority):
    """Return an entry of a move list; entries with a higher priority are greater."""
    return priority << CELL_BITS | cell


@inlined_kernel
def cell_in(entry):
    """Return the cell of an entry of a move list."""
    return entry & CELL


@inlined_kernel
def priority_in(entry):
    """Return the priority of an entry of a move list."""
    return entry >> CELL_BITS


@inlined_kernel
def add_move(moves, count, cell, priority):
    """Add a move to a list of `count` moves; return the new count."""
    moves[count] = pack_move(cell, priority)
    return count + 1


@inlined_kernel
def add_table_move(moves, table_move):
    """Begin a move list with the table move, if it is not -1; return the count."""
    return add_move(moves, 0, table_move, np.int64(0)) if table_move >= 0 else 0


@inlined_kernel
def pick_move(moves, frame, index):
    """Swap the best move from `index` on to that place in the list, and return its cell.

    The list is not sorted at once, since most nodes search few of their moves.
    """
    best = index
    for other in range(index + 1, frame.listed_moves):
        if moves[other] > moves[best]:
            best = other
    moves[index], moves[best] = moves[best], moves[index]
    return cell_in(moves[index])


@inlined_kernel
def note_cutoff(killers, history, move, depth):
    """Make the move that has caused a beta cutoff a killer, and add to its history."""
    if killers[0] != move:
        killers[1], killers[0] = killers[0], move
    history[move] += max(depth, 1) ** 2
    if history[move] > MOST_HISTORY:
        for cell in range(history.shape[0]):
            history[cell] //= 2
