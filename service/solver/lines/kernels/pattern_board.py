"""A board that knows at every moment what a stone of either player would make on each empty cell.

The *content* of a line around a cell is a number, which a stone on the line changes by a constant;
a table gives its *class*, what a stone there makes (see `lines.patterns`). Rows too long for a
table have their classes counted out. The classes of the four lines through a cell are its *code*,
and, whatever their order, its *form*. That makes its *kind*: whether a stone there wins, threatens,
or does both at once. A board with a *network* keeps what a small net sees, too: every empty cell
counts something in each of several *lanes*, by what a stone of either player would make there; the
first half of them as player 0 sees the cell, the others as player 1 does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.lines.kernels.jit import at, bare_kernel, inlined_kernel
from service.solver.lines.kernels.lanes import WAYS, become_limited_sum, change_to
from service.solver.lines.kernels.line_board import NOBODY

# Classes. A stone makes no row possible; one that lacks many stones; one that lacks four, three or
# two, in so many ways, closed or open; one that lacks one, on one cell or on several; a row. It is
# open if with one stone less to go there can be two cells to complete it on.
MOST_LACKING, GRADES = 4, 4
DEAD, FAR = 0, 1
ROW = FAR + 1 + (MOST_LACKING - 1) * 2 * GRADES
OPEN, COMPLETES = ROW + 1, ROW + 2
CLASSES = COMPLETES + 1
OPEN_TWO, CLOSED_TWO = ROW - GRADES, ROW - 2 * GRADES
"""The first classes of open and of closed rows that lack two stones."""

# Kinds: nothing; one or several open rows that lack two stones; a row that lacks one, alone or with
# an open one that lacks two; one that cannot be stopped from being completed; a completed row.
NOTHING, THREE, THREES, FOUR, FOUR_THREE, WINNING, FIVE = range(7)
KINDS = 7

CLASS_BITS = 5
"""Of a code, for the class of each line."""
CLASS_MASK = (1 << CLASS_BITS) - 1

OWN, RIVAL = range(2)
"""Columns of promises: before any search, of an own stone and of an opponent's."""
MOST_FELT = 1 << 6
"""What a cell counts in a lane, at most; it is at least 0."""
MOST_PART = 1 << 14
"""More than a form adds to any lane: the sum of two takes 16 bits."""
FAR_FORMS = 5
"""The first forms: all lines are dead or far."""

# Columns of the trail: a cell, the line that changed (-1: it is that of the stone), and as either
# player sees it, by how much its content did, and the code and the form before.
CELL, LINE, CHANGES, CODES, FORMS, TRAIL_COLUMNS = 0, 1, 2, 4, 6, 8


class Network(NamedTuple):
    """What is learnt of cells; where nothing is, tables are of no form."""

    promises: np.ndarray
    """`OWN` and `RIVAL` of each form, shape (forms, 2), int16; 0 of a dead cell, the first form."""
    parts: np.ndarray
    """What the form that player 0 sees adds to each lane, before it is limited, shape
    (forms, LANES), int16; of player 1 the halves change places."""
    hidden: np.ndarray
    """What each lane counts in each unit as either player moves, shape (2, LANES, units), float32;
    units, a multiple of LANES, say from 0 to 1."""
    offsets: np.ndarray
    """Of the units, shape (units,), float32."""
    outputs: np.ndarray
    """What each unit counts, shape (units,), float32."""


class PatternBoard(NamedTuple):
    """Stones, and what further ones would make."""

    owner: np.ndarray
    """Player 0 or 1, or NOBODY, of each cell, shape (cells,), int8."""
    hashes: np.ndarray
    """A random word for a stone of either player on each cell, shape (2, cells), uint64."""
    key: np.ndarray
    """Changes by the words of all stones placed or taken back, shape (1,), uint64."""
    steps: np.ndarray
    """From a cell to the next on each of four lines, shape (4,), int64."""
    reach: np.ndarray
    """Cells before and after each on each line, as far as rows reach, (cells, 4, 2), int64."""
    powers: np.ndarray
    """What each other cell counts in a content, shape (2, row length), int64: before and after the
    cell, by distance."""
    contents: np.ndarray
    """The lines through each empty cell as either player sees them, shape (cells, 4, 2), int32."""
    classes: np.ndarray
    """Of each content, uint8; none where rows are too long."""
    form_of: np.ndarray
    """The form of each code, shape (1 << 4 * CLASS_BITS,), uint16."""
    kind_of: np.ndarray
    """The kind of each form, shape (forms,), int8."""
    codes: np.ndarray
    """The classes of the lines through each empty cell, shape (2, cells), int32."""
    kinds: np.ndarray
    """The kind of each empty cell, shape (2, cells), int8; NOTHING of others."""
    census: np.ndarray
    """How many cells are of each kind, shape (2, KINDS), int64."""
    network: Network
    """What is learnt of the rules."""
    central: np.ndarray
    """What a stone is worth for being near the middle, shape (cells,), int64."""
    centrality: np.ndarray
    """`central` of player 0's stones, less that of player 1's, shape (1,), int64."""
    forms: np.ndarray
    """The form of each empty cell, shape (2, cells), uint16; 0 of others."""
    felt: np.ndarray
    """What each empty cell counts in each lane, shape (cells, LANES), int8."""
    sums: np.ndarray
    """All of that, in several parts, shape (WAYS, LANES), int32."""
    said: np.ndarray
    """Room for what units say, shape (units,), float32."""
    trail: np.ndarray
    """What cells were before stones changed them, shape (entries, TRAIL_COLUMNS), int32."""
    trail_felt: np.ndarray
    """What they counted in each lane, shape (entries, LANES), int8."""
    top: np.ndarray
    """How many entries the trail has, shape (1,), int64."""


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
    """The same for all cells of a board without stones."""
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
    code, shift = np.int64(board.codes[player, cell]), CLASS_BITS * line
    entry[CODES + player] = code
    board.codes[player, cell] = code & ~(CLASS_MASK << shift) | found << shift


@inlined_kernel
def put(board, cell, player):
    """Place a stone.

    The code of its cell, and what lies behind it on lines that it blocks, stay as they are until it
    goes. What it changes is found first and then worked out step by step: a processor takes each
    step for many cells at once, though it has to wait for tables.
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
    """Take back the stone placed last."""
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
    """Put the stones on a board without any, there to stay.

    `stones`, shape (cells,), is 0 where a cell is empty, 1 for the mover's, 2 for the other's.
    """
    for cell in range(stones.shape[0]):
        if stones[cell] > 0:
            put(board, cell, mover ^ (stones[cell] - 1))
            board.top[0] = 0


@bare_kernel
def count_from(board, player, kind):
    """How many cells there are where a stone makes this, or better."""
    count = np.int64(0)
    for each in range(kind, KINDS):
        count += board.census[player, each]
    return count


@bare_kernel
def first_of_kind(board, player, kind, start=0):
    """The first cell, from `start` on, where a stone makes just this; -1 if there is none."""
    for cell in range(start, board.owner.shape[0]):
        if board.kinds[player, cell] == kind:
            return cell
    return -1


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


@bare_kernel
def completing_cells(board, player):
    """Two different cells (or -1) on which the player completes a row."""
    count = board.census[player, FIVE]
    first = first_of_kind(board, player, FIVE) if count > 0 else -1
    return first, first_of_kind(board, player, FIVE, first + 1) if count > 1 else -1
