"""Stones placed on a pattern board and taken back, the last one first.

What a stone changes goes on a *trail* as it was, and is put back from there. It is found first and
then worked out step by step: a processor takes each step for many cells at once, though it has to
wait for tables.
"""

from __future__ import annotations

import numpy as np

from service.solver.compiling.kernels.jit import at, bare_kernel, inlined_kernel
from service.solver.lines.kernels.lanes import WAYS, become_limited_sum, change_to
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import (
    CLASS_BITS,
    CLASS_MASK,
    COMPLETES,
    DEAD,
    FAR,
    FAR_FORMS,
    GRADES,
    MOST_FELT,
    MOST_LACKING,
    OPEN,
    ROW,
)

# Columns: a cell, the line that changed (-1: it is that of the stone), and as either
# player sees it, by how much its content did, and the code and the form before.
CELL, LINE, CHANGES, CODES, FORMS, COLUMNS = 0, 1, 2, 4, 6, 8


@inlined_kernel
def feel(board, cell, index):
    """Find what a cell counts in each lane, nothing if it holds a stone; let the sums follow.

    What it counted before goes on the trail.
    """
    first, second = board.forms[0, at(cell)], board.forms[1, at(cell)]
    most = MOST_FELT if max(first, second) >= FAR_FORMS else 0
    parts, sums = board.network.parts, board.sums[at(index) % at(WAYS)]
    felt, before = board.felt[at(cell)], board.trail_felt[at(index)]
    become_limited_sum(felt, sums, before, parts[first], parts[second], np.int16(most))


@bare_kernel
def feel_all(board):
    """The same for all cells of a board without stones; there is nothing to keep on the trail."""
    for cell in range(board.felt.shape[0]):
        feel(board, cell, 0)


@inlined_kernel
def become(board, player, cell, form):
    """Note what a stone makes on a cell; on one that is not empty, the first form, nothing."""
    board.forms[player, cell] = form
    kind, before = at(board.kind_of[form]), at(board.kinds[player, cell])
    if kind != before:
        board.kinds[player, cell] = kind
        board.census[player, before] -= 1
        board.census[player, kind] += 1


@bare_kernel
def count_out(board, cell, line, player):
    """The class of a line with long rows: those that lack two stones or more are not graded."""
    row_length, step = board.powers.shape[1], board.steps[line]
    least, missing, several = row_length, np.int64(-1), False
    run = stones = 0
    for place in range(-board.reach[cell, line, 0], board.reach[cell, line, 1] + 1):
        other = cell + place * step
        if place != 0 and board.owner[other] == 1 - player:
            run = stones = 0
            continue
        run += 1
        stones += place == 0 or board.owner[other] == player
        if run > row_length:
            stones -= board.owner[other - row_length * step] == player
        if run < row_length or place < 0:
            continue
        least = min(least, row_length - stones)
        if row_length - stones == 1:
            lacks = other
            while lacks == cell or board.owner[lacks] == player:
                lacks -= step
            several |= missing >= 0 and missing != lacks
            missing = lacks
    if least == row_length:
        return DEAD
    if least <= 1:
        return COMPLETES if least == 0 else OPEN if several else ROW
    if least > MOST_LACKING:
        return FAR
    return FAR + 1 + (MOST_LACKING - least) * 2 * GRADES


@inlined_kernel
def spread(board, cell, player, top):
    """Put the cell of a stone on the trail, and by how much it changes others; return the end."""
    board.trail[top, CELL], board.trail[top, LINE] = cell, -1
    top += at(1)
    for line in range(4):
        for side in range(2):
            step = board.steps[line] if side else -board.steps[line]
            other = cell
            own = rival = 1
            for distance in range(1, board.reach[cell, line, side] + 1):
                other += step
                owner = board.owner[at(other)]
                if owner == NOBODY:
                    # It lies on the other side of that cell.
                    change = board.powers[at(1 - side), at(distance)]
                    entry = board.trail[top]
                    entry[CELL], entry[LINE] = other, line
                    entry[CHANGES + player] = own * change
                    entry[CHANGES + 1 - player] = 2 * rival * change
                    top += at(1)
                else:
                    own &= owner == player
                    rival &= owner != player
                    if not (own or rival):
                        break
    return top


@inlined_kernel
def see(board, entry, player):
    """Change the content of a line as the trail says, and the code that follows from it."""
    cell, line = at(entry[CELL]), at(entry[LINE])
    if board.classes.shape[0] > 0:
        content = board.contents[cell, line, player] + np.int64(entry[CHANGES + player])
        board.contents[cell, line, player] = content
        found = np.int64(board.classes[at(content)])
    else:
        found = np.int64(count_out(board, cell, line, player))
    code, shift = np.int64(board.codes[player, cell]), np.int64(CLASS_BITS * line)
    entry[CODES + player] = code
    board.codes[player, cell] = code & ~(CLASS_MASK << shift) | found << shift


@inlined_kernel
def put(board, cell, player):
    """Place a stone.

    The code of its cell, and what lies behind it on lines that it blocks, stay as they are until it
    goes.
    """
    board.key[0] ^= board.hashes[player, cell]
    board.owner[cell] = player
    first = at(board.top[0])
    top = spread(board, cell, player, first)
    board.top[0] = top
    for index in range(first + at(1), top):
        for side in range(2):
            see(board, board.trail[index], at(side))
    for index in range(first, top):
        entry = board.trail[index]
        other = at(entry[CELL])
        for side in range(2):
            form = board.form_of[at(board.codes[at(side), other])] if index > first else 0
            entry[FORMS + side] = board.forms[at(side), other]
            become(board, at(side), other, at(form))
    if board.felt.shape[0] > 0:
        for index in range(first, top):
            feel(board, board.trail[index, CELL], index)
        board.centrality[0] += -board.central[cell] if player else board.central[cell]


@inlined_kernel
def undo(board):
    """Take back the stone placed last; none that filled the board."""
    top = at(board.top[0])
    first = top - at(1)
    while board.trail[first, LINE] >= 0:
        entry = board.trail[first]
        cell, line = at(entry[CELL]), at(entry[LINE])
        for player in range(2):
            board.codes[at(player), cell] = entry[CODES + player]
            board.contents[cell, line, at(player)] -= entry[CHANGES + player]
        first -= at(1)
    board.top[0] = first
    for index in range(first, top):
        entry = board.trail[index]
        for player in range(2):
            become(board, at(player), at(entry[CELL]), at(entry[FORMS + player]))
    cell = at(board.trail[first, CELL])
    player = at(board.owner[cell])
    if board.felt.shape[0] > 0:
        for index in range(first, top):
            felt = board.felt[at(board.trail[index, CELL])]
            change_to(felt, board.sums[index % at(WAYS)], board.trail_felt[index])
        board.centrality[0] -= -board.central[cell] if player else board.central[cell]
    board.key[0] ^= board.hashes[player, cell]
    board.owner[cell] = NOBODY


@bare_kernel
def fill(board, stones, mover):
    """Put the stones on a board without any, there to stay: the trail is left empty.

    `stones`, shape (cells,), is 0 where a cell is empty, 1 for the mover's, 2 for the other's.
    """
    for cell in range(stones.shape[0]):
        if stones[cell] > 0:
            put(board, cell, mover ^ (stones[cell] - 1))
            board.top[0] = 0


@inlined_kernel
def newest_of_kind(board, player, kind):
    """The last such cell of those that the stone placed last has changed; -1 if there is none."""
    index = board.top[0] - 1
    while index >= 0 and board.trail[at(index), LINE] >= 0:
        cell = board.trail[at(index), CELL]
        if board.kinds[at(player), at(cell)] == kind:
            return cell
        index -= 1
    return -1
