"""Null-window alpha-beta on boards on which stones fall, without exact rows and misère play.

A node asks whether the score of its position is at least the target; see `scores`. The
side to move completes no row at once. The steps at a node:

1. Forced moves: the side to move must take the place where the opponent would complete a row. As
   long as there is one such move alone, it is made within the node, which then stands for the
   position after it. No move goes below a place that completes a row of the opponent.
2. Static bounds: how many places are left, follow-up (see `follow_up`), and no open row at all.
3. Transposition table cut-off, by the name of the position.
4. Every move is looked at before any is searched: it wins if the opponent cannot parry, follow-up
   or the table may decide it. Moves after which most places complete a row come first, of equal
   ones those in the middle; a move just below such a place counts less. With long rows a draw is
   looked for by the answer above the last stone.
5. Move loop: the bounds of the position after each move come back; a beta cut-off ends the loop.
6. The bounds go to the table.
"""

import numpy as np

from service.solver.compiling.kernels.jit import INTERPRETED, bare_kernel, inlined_kernel
from service.solver.gravity.kernels.follow_up import follow_up_gain
from service.solver.gravity.kernels.near_table import (
    is_near,
    near_bucket_of,
    near_probe,
    near_store,
)
from service.solver.gravity.kernels.rows import completing, name_of, playable, rows_of
from service.solver.gravity.kernels.state import BUSY, SHARED_PLIES
from service.solver.gravity.kernels.table import (
    bucket_of,
    lower_of,
    probe,
    scrambled,
    store,
    upper_of,
)
from service.solver.lines.kernels.bits import count, low_half, nothing
from service.solver.lines.kernels.line_game import WIDE_CELLS
from service.solver.lines.kernels.vectors import (
    greatest_lane,
    lanes_in,
    lanes_set,
    put_vector,
    vector_at,
    where_zero,
)
from service.solver.memory.kernels.prefetch import prefetch

WASTED = 128
"""What a move just below a place that completes an own row loses; a place that does has 256."""
FOLLOWING = 1 << 12
"""What a move on top of the last stone gains where a draw is enough and rows are long."""
LONG_ROW = 5
"""The least length of a long row; on boards that are lower than a row is long, one less."""
WORST = 1 << 16
"""More than any score."""
COLUMN_BITS = (WIDE_CELLS // 2 - 1).bit_length()
"""The bits of a column in the key of a move: each has a place and a sentinel at least."""


@bare_kernel
def without_loss(moves, rows):
    """Return which of these moves keep the opponent from completing a row next.

    `rows` are the places that complete a row of the opponent. Both may be vectors.
    """
    forced = moves & rows
    free = where_zero(forced)
    lost = forced & forced - np.uint64(1) | forced << np.uint64(1) & rows
    return moves & ~(rows >> np.uint64(1)) & free | forced & ~free & where_zero(lost)


@inlined_kernel
def prefetch_bounds(search, name, remaining):
    """Fetch from memory what is kept of a position with so many places left."""
    if is_near(name, remaining):
        prefetch(search.near, near_bucket_of(low_half(name)))
    else:
        prefetch(search.table, bucket_of(search.table, name))


@inlined_kernel
def find_bounds(search, name, remaining):
    """Return the data of a position with so many places left, or 0 if none is kept."""
    if is_near(name, remaining):
        return near_probe(search.near, low_half(name))
    return probe(search.table, name, search.game.key)


@bare_kernel
def set_up(search, own, opponent):
    """Set up a position at ply 0; return whether the side to move completes a row at once."""
    game, frame = search.game, search.frames[0]
    taken = own | opponent
    empty = game.board & ~taken
    search.own[0], search.taken[0], search.names[0] = own, taken, nothing(own)
    search.rows[0] = completing(game, opponent, empty)
    frame.sign, frame.lower, frame.upper = 1, count(empty), count(empty)
    return completing(game, own, empty) & playable(game, taken) != 0


@inlined_kernel
def play_forced_moves(search, ply):
    """Take step 1 at a node; return its moves, no word if all of them lose."""
    game, frame = search.game, search.frames[ply]
    own, taken, rows = search.own[ply], search.taken[ply], search.rows[ply]
    frame.sign = 1
    moves = without_loss(playable(game, taken), rows)
    while moves & rows != 0:
        own, opponent = taken ^ own, own | moves
        taken |= moves
        rows = completing(game, opponent, game.board & ~taken)
        frame.sign = -frame.sign
        frame.target = 1 - frame.target
        search.own[ply], search.taken[ply] = own, taken
        search.rows[ply], search.names[ply] = rows, nothing(own)
        moves = without_loss(playable(game, taken), rows)
    return moves


@bare_kernel
def order_key(weight, column):
    """Return a number that sorts moves by weight, then by column; the greatest comes first."""
    return weight << COLUMN_BITS | ((1 << COLUMN_BITS) - 1 - column)


@bare_kernel
def column_of(key):
    """Return the column of a move from its `order_key`."""
    return ~key & ((1 << COLUMN_BITS) - 1)


@inlined_kernel
def look_at_moves(search, ply, moves, remaining):
    """Take step 4 at a node; return whether it decides it. The frame gets the bounds and moves."""
    game, frame, order = search.game, search.frames[ply], search.order[ply]
    rows_after, names_after = search.rows_after[ply], search.names_after[ply]
    board, own, taken, target = game.board, search.own[ply], search.taken[ply], frame.target
    opponent = taken ^ own
    for first in range(0, game.width, lanes_in(game.column_places)):
        move = vector_at(game.column_places, first) & moves
        own_after, taken_after = own | move, taken | move
        rows, replies = (
            completing(game, own_after, board & ~taken_after),
            playable(game, taken_after),
        )
        undecided = without_loss(replies, rows) | where_zero(replies) | where_zero(move)
        if lanes_set(where_zero(undecided)) != 0:
            frame.lower = frame.upper = remaining - 2
            return True
        quiet = where_zero(replies & rows) & ~where_zero(move)
        gain = greatest_lane(follow_up_gain(game, opponent, own_after, rows) & quiet)
        if gain != 0:
            frame.lower = max(frame.lower, np.int64(gain) - 1)
            if frame.lower >= target:
                return True
        put_vector(rows_after, first, rows)
        put_vector(names_after, first, scrambled(name_of(game, opponent, taken_after)) & quiet)
    # Above a place that completes a row of the opponent the game seldom goes on.
    useful = ~(search.rows[ply] << np.uint64(1) | search.rows[ply] << np.uint64(2))
    followed = -1
    if game.row_length >= LONG_ROW - (game.height < game.row_length) and target <= 0 and ply > 0:
        followed = column_of(search.order[ply - 1, search.frames[ply - 1].next - 1])
    listed = 0
    for column in range(game.width):
        move = game.column_places[column] & moves
        if move != 0:
            rows, name = rows_after[column], names_after[column]
            if name != 0:
                prefetch_bounds(search, name, remaining - 1)
            weight = (count(rows & useful) << 8) + game.columns[column]
            if rows & move << np.uint64(1) != 0:
                weight -= WASTED
            if column == followed:
                weight += FOLLOWING
            key, index = order_key(weight, column), listed
            while index > 0 and order[index - 1] < key:
                order[index] = order[index - 1]
                index -= 1
            order[index] = key
            listed += 1
    kept = 0
    for index in range(listed):
        key = order[index]
        name = names_after[column_of(key)]
        if name != 0:
            data = find_bounds(search, name, remaining - 1)
            if data != 0:
                frame.lower = max(frame.lower, -upper_of(data))
                if frame.lower >= target:
                    return True
                if -lower_of(data) < target:
                    frame.moves_upper = max(frame.moves_upper, -lower_of(data))
                    continue
        order[kept] = key
        kept += 1
    frame.listed = kept
    return False


@inlined_kernel
def enter_node(search, ply):
    """Take steps 1 to 4 at a node; return whether they decide it. Its frame holds the bounds."""
    game, frame, control = search.game, search.frames[ply], search.control[0]
    moves = play_forced_moves(search, ply)
    own, taken, target = search.own[ply], search.taken[ply], frame.target
    empty = game.board & ~taken
    remaining = count(empty)
    if INTERPRETED:
        assert completing(game, own, empty) & playable(game, taken) == 0, "a row is open"
    if moves == 0:
        # Either the opponent completes a row next, or the board is full.
        frame.lower = frame.upper = min(1 - remaining, 0)
        return True

    # 2. Static bounds.
    opponent = taken ^ own
    lower, upper = min(3 - remaining, 0), max(remaining - 2, 0)
    if lower < target <= upper:
        # Where the name is known, the parent has looked for a follow-up.
        if search.names[ply] == 0:
            gain = low_half(follow_up_gain(game, own, opponent, search.rows[ply]))
            if gain != 0:
                upper = min(upper, 1 - np.int64(gain))
        if target > 0 and rows_of(game, own | empty) == 0:
            upper = min(upper, 0)
        if target <= 0 and rows_of(game, opponent | empty) == 0:
            lower = 0
    frame.lower, frame.upper = lower, upper
    if lower >= target or upper < target:
        return True

    # 3. Transposition table cut-off.
    if search.names[ply] == 0:
        search.names[ply] = scrambled(name_of(game, own, taken))
    data = find_bounds(search, search.names[ply], remaining)
    if data != 0:
        control.table_hits += 1
        frame.lower = lower = max(lower, lower_of(data))
        frame.upper = upper = min(upper, upper_of(data))
        if lower >= target or upper < target:
            return True
    frame.nodes_before = control.nodes
    frame.moves_upper = -WORST
    frame.next = frame.listed = 0
    if not look_at_moves(search, ply, moves, remaining):
        if frame.listed > 0:
            return False
        frame.upper = min(frame.upper, frame.moves_upper)
    store_bounds(search, ply)
    return True


@inlined_kernel
def store_bounds(search, ply):
    """Take step 6 at a node."""
    game, frame, nodes = search.game, search.frames[ply], search.control[0].nodes
    name, lower, upper = search.names[ply], frame.lower, frame.upper
    if is_near(name, count(game.board & ~search.taken[ply])):
        near_store(search.near, low_half(name), lower, upper, nodes)
    else:
        store(search.table, name, game.key, lower, upper, nodes - frame.nodes_before)


@bare_kernel
def busy_place(name):
    """Return the place of a name in `Search.busy`."""
    return low_half(name) & np.uint64(BUSY - 1)


@inlined_kernel
def take_up_move(search, ply):
    """Mark the next move of a node as busy; put it off if another thread searches it.

    The first move is not put off: most often it decides the node.
    """
    frame, order, busy = search.frames[ply], search.order[ply], search.busy
    for index in range(frame.next, frame.listed if frame.next > 0 else 0):
        name = search.names_after[ply, column_of(order[index])]
        if name == 0 or busy[busy_place(name)] != low_half(name):
            order[frame.next], order[index] = order[index], order[frame.next]
            break
    name = search.names_after[ply, column_of(order[frame.next])]
    busy[busy_place(name)] = low_half(name)


@inlined_kernel
def make_move(search, ply):
    """Set up the position after the next move of a node."""
    game, frame, taken = search.game, search.frames[ply], search.taken[ply]
    if ply < SHARED_PLIES:
        take_up_move(search, ply)
    column = column_of(search.order[ply, frame.next])
    frame.next += 1
    search.own[ply + 1] = taken ^ search.own[ply]
    search.taken[ply + 1] = taken | playable(game, taken) & game.column_places[column]
    search.rows[ply + 1], search.names[ply + 1] = (
        search.rows_after[ply, column],
        search.names_after[ply, column],
    )
    search.frames[ply + 1].target = 1 - frame.target


@inlined_kernel
def leave_child(search, ply):
    """Take steps 5 and 6: the bounds of the position after a move; return whether they decide."""
    frame, control = search.frames[ply], search.control[0]
    if ply < SHARED_PLIES:
        column = column_of(search.order[ply, frame.next - 1])
        search.busy[busy_place(search.names_after[ply, column])] = np.uint64(0)
    frame.lower = max(frame.lower, -control.returned_upper)
    frame.moves_upper = max(frame.moves_upper, -control.returned_lower)
    exhausted = frame.next == frame.listed
    if exhausted:
        frame.upper = min(frame.upper, frame.moves_upper)
    decided = frame.lower >= frame.target or exhausted
    if decided:
        store_bounds(search, ply)
    return decided


@inlined_kernel
def return_bounds(frame, control):
    """Hand the bounds of a decided node to its parent."""
    if frame.sign > 0:
        control.returned_lower, control.returned_upper = frame.lower, frame.upper
    else:
        control.returned_lower, control.returned_upper = -frame.upper, -frame.lower
