"""Stones are placed on a pattern board and taken back, the last one first.

What a stone changes is kept on a *trail* and restored from there. A stone first lists what it
changes and then works that out step by step, so that a processor takes each step for many cells at
once, though it has to wait for tables.
"""

import numpy as np

from service.solver.compiling.kernels.jit import at, bare_kernel, inlined_kernel
from service.solver.lines.kernels import pattern_board as patterns
from service.solver.lines.kernels.lanes import PARTIAL_SUMS, add_activations, set_activations
from service.solver.lines.kernels.line_board import NOBODY


@inlined_kernel
def put(board, cell, player):
    """Place a stone; codes of its cell and behind it on lines that it blocks stay as they are."""
    board.key[0] ^= board.hashes[player, cell]
    board.owner[cell] = player
    first = at(board.top[0])
    top = list_changes(board, cell, player, first)
    board.top[0] = top
    for index in range(first + at(1), top):
        for side in range(2):
            update_code(board, board.trail[index], at(side))
    for index in range(first, top):
        entry = board.trail[index]
        other = at(entry.cell)
        for side in range(2):
            code = board.codes[at(side), other]
            form = patterns.form_with(board, code) if index > first else 0
            entry.forms[at(side)] = board.forms[at(side), other]
            set_form(board, at(side), other, at(form))
    if board.activations.shape[0] > 0:
        for index in range(first, top):
            update_accumulator(board, board.trail[index].cell, index)
        board.centrality[0] += -board.cell_values[cell] if player else board.cell_values[cell]


@inlined_kernel
def undo(board):
    """Take back the stone that was placed last."""
    last = board.top[0] - 1
    first = at(last)
    while board.trail[first].line >= 0:
        entry = board.trail[first]
        cell, line = at(entry.cell), at(entry.line)
        for player in range(2):
            board.codes[at(player), cell] = entry.codes[at(player)]
            board.contents[cell, line, at(player)] -= entry.changes[at(player)]
        first -= at(1)
    board.top[0] = first
    # Lines that soon come back, or meet again, have the same cell several times.
    for index in range(last, np.int64(first) - 1, -1):
        entry = board.trail[at(index)]
        for player in range(2):
            set_form(board, at(player), at(entry.cell), at(entry.forms[at(player)]))
    cell = at(board.trail[first].cell)
    player = at(board.owner[cell])
    if board.activations.shape[0] > 0:
        for index in range(last, np.int64(first) - 1, -1):
            activations = board.activations[at(board.trail[at(index)].cell)]
            sums = board.accumulator[at(index % PARTIAL_SUMS)]
            set_activations(activations, sums, board.trail_activations[at(index)])
        board.centrality[0] -= -board.cell_values[cell] if player else board.cell_values[cell]
    board.key[0] ^= board.hashes[player, cell]
    board.owner[cell] = NOBODY


@bare_kernel
def fill(board, stones, mover):
    """Place the stones of a position on an empty board for good: the trail is left empty.

    `stones`, shape (cells,), is 0 where a cell is empty, 1 for the mover's, 2 for the opponent's.
    """
    for cell in range(stones.shape[0]):
        if stones[cell] > 0:
            put(board, cell, mover ^ (stones[cell] - 1))
            board.top[0] = 0


@inlined_kernel
def newest_of_kind(board, player, kind):
    """Return a cell of a kind among those that the last stone has changed, or -1."""
    index = board.top[0] - 1
    while index >= 0 and board.trail[at(index)].line >= 0:
        cell = board.trail[at(index)].cell
        if board.kinds[at(player), at(cell)] == kind:
            return cell
        index -= 1
    return -1


@inlined_kernel
def list_changes(board, cell, player, top):
    """Put the cell of a stone on the trail, then all cells that it changes; return the new top."""
    board.trail[top].cell, board.trail[top].line = cell, -1
    top += at(1)
    for line in range(4):
        for side in range(2):
            other = at(cell)
            own = opposing = 1
            for distance in range(1, board.powers.shape[1]):
                neighbour = board.neighbours[other, at(line), at(side)]
                if neighbour < 0:
                    break
                other = at(neighbour)
                owner = board.owner[other]
                if owner == NOBODY:
                    # The stone lies on the other side of that cell.
                    change = board.powers[at(1 - side), at(distance)]
                    entry = board.trail[top]
                    entry.cell, entry.line = other, line
                    entry.changes[at(player)] = own * change
                    entry.changes[at(1 - player)] = 2 * opposing * change
                    top += at(1)
                else:
                    own &= owner == player
                    opposing &= owner != player
                    if not (own or opposing):
                        break
    return top


@inlined_kernel
def update_code(board, entry, player):
    """Change the content of a line as an entry of the trail says, and the code of its cell."""
    cell, line = at(entry.cell), at(entry.line)
    content = board.contents[cell, line, player] + np.int64(entry.changes[player])
    board.contents[cell, line, player] = content
    found = np.int64(board.classes[at(content)])
    code = np.int64(board.codes[player, cell])
    entry.codes[player] = code
    board.codes[player, cell] = patterns.with_class(code, np.int64(line), found)


@inlined_kernel
def set_form(board, player, cell, form):
    """Set the form of a cell, and its kind; a cell that holds a stone has the first form."""
    board.forms[player, cell] = form
    kind, before = at(board.kind_of[form]), at(board.kinds[player, cell])
    if kind != before:
        board.kinds[player, cell] = kind
        board.kind_counts[player, before] -= 1
        board.kind_counts[player, kind] += 1


@inlined_kernel
def update_accumulator(board, cell, index):
    """Compute the activations of a cell from its forms, and add the change to the accumulator.

    The activations before are kept in the entry `index` of the trail.
    """
    first, second = board.forms[0, at(cell)], board.forms[1, at(cell)]
    most = patterns.MOST_ACTIVATION if max(first, second) >= patterns.FAR_FORMS else 0
    weights, sums = board.network.feature_weights, board.accumulator[at(index) % at(PARTIAL_SUMS)]
    activations, before = board.activations[at(cell)], board.trail_activations[at(index)]
    add_activations(activations, sums, before, weights[first], weights[second], np.int16(most))


@bare_kernel
def refresh_accumulator(board):
    """Compute the accumulator of a board without stones."""
    for cell in range(board.activations.shape[0]):
        update_accumulator(board, cell, 0)
