"""Null-window alpha-beta on boards on which stones fall, without exact rows and misère play.

A node asks whether the score of its position is at least the target; see `state` for scores. The
side to move completes no row at once. The steps at a node:

1. Forced moves: the side to move must take the place where the opponent would complete a row. As
   long as there is one such move alone, it is made within the node, which then stands for the
   position after it. No move goes below a place that completes a row of the opponent.
2. Static bounds: how many places are left, follow-up (see `follow_up`), and no open row at all.
3. Transposition table cut-off, by the name of the position.
4. Every move is looked at before any is searched: it wins if the opponent cannot parry, follow-up
   or the table may decide it. Moves after which most places complete a row come first, of equal
   ones those in the middle; a move just below such a place counts less.
5. Move loop: the bounds of the position after each move come back; a beta cut-off ends the loop.
6. The bounds go to the table.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel, inlined_kernel
from service.solver.deepening.kernels.backup import count_node
from service.solver.gravity.kernels.follow_up import UNKNOWN, follow_up_bound
from service.solver.gravity.kernels.rows import completing, has_row, name_of, playable
from service.solver.gravity.kernels.state import (
    BOARD,
    BUSY,
    MOVE,
    MOVE_NAME,
    MOVE_ROWS,
    MOVE_WORDS,
    NAME,
    OWN,
    ROWS,
    SHARED_PLIES,
    TAKEN,
)
from service.solver.gravity.kernels.table import (
    bucket_of,
    lower_of,
    probe,
    scrambled,
    store,
    upper_of,
)
from service.solver.lines.kernels.bits import bit_in, count, low_half, lowest, nothing
from service.solver.memory.kernels.prefetch import prefetch

WASTED = 128
"""What a move just below a place that completes an own row loses; a place that does has 256."""
NARROW, WIDE = 2, 4
"""The words of an entry of the table."""


@bare_kernel
def is_single(places):
    """Return whether there is at most one place among these."""
    return places & (places - np.uint64(1)) == 0


@bare_kernel
def cannot_parry(moves, rows):
    """Return whether the opponent completes a row next, whatever is played of these moves.

    `rows` are the places that complete a row of the opponent. Somebody can move.
    """
    forced = moves & rows
    if forced != 0:
        return not is_single(forced) or forced << np.uint64(1) & rows != 0
    return moves & ~(rows >> np.uint64(1)) == 0 and moves != 0


@bare_kernel
def entry_words(name):
    """Return the words of an entry for names as wide as this one."""
    return WIDE if (nothing(name) + np.uint64(1) << np.uint64(63)) << np.uint64(1) != 0 else NARROW


@inlined_kernel
def begin_search(search, own, opponent, target):
    """Begin a search of a position: does its score reach the target?

    The side to move has the stones `own`, and completes no row at once.
    """
    game, control, words = search.game, search.control[0], search.words[0]
    control.ply = control.returning = 0
    taken = own | opponent
    words[OWN], words[TAKEN], words[NAME] = own, taken, nothing(own)
    words[ROWS] = completing(game, opponent, game.areas[BOARD] & ~taken)
    search.frames[0].target = target


@inlined_kernel
def play_forced_moves(search, ply):
    """Take step 1 at a node; return its moves, no word if all of them lose."""
    game, frame, words = search.game, search.frames[ply], search.words[ply]
    board, own, taken, rows = game.areas[BOARD], words[OWN], words[TAKEN], words[ROWS]
    frame.sign = 1
    moves = playable(game, taken)
    forced = moves & rows
    while forced != 0 and not cannot_parry(moves, rows):
        own, opponent = taken ^ own, own | forced
        taken |= forced
        rows = completing(game, opponent, board & ~taken)
        frame.sign = -frame.sign
        frame.target = 1 - frame.target
        words[OWN], words[TAKEN], words[ROWS], words[NAME] = own, taken, rows, nothing(own)
        moves = playable(game, taken)
        forced = moves & rows
    if forced != 0:
        return nothing(own)
    return moves & ~(rows >> np.uint64(1))


@inlined_kernel
def look_at_moves(search, ply, moves, remaining):
    """Take step 4 at a node; return whether it decides it. The frame gets the bounds and moves."""
    game, frame, words = search.game, search.frames[ply], search.words[ply]
    listed, weights = search.moves[ply], search.weights[ply]
    board, own, taken = game.areas[BOARD], words[OWN], words[TAKEN]
    opponent, target, size = taken ^ own, frame.target, 0
    # Above a place that completes a row of the opponent the game seldom goes on.
    useless = words[ROWS] << np.uint64(1) | words[ROWS] << np.uint64(2)
    while moves != 0:
        place = lowest(moves)
        move = bit_in(moves, place)
        moves ^= move
        own_after, taken_after = own | move, taken | move
        rows = completing(game, own_after, board & ~taken_after)
        replies = playable(game, taken_after)
        if cannot_parry(replies, rows):
            frame.lower = frame.upper = remaining - 2
            return True
        name = nothing(own)
        if replies & rows == 0:
            bound = -follow_up_bound(game, opponent, own_after, rows)
            frame.lower = max(frame.lower, bound)
            if bound >= target:
                return True
            name = name_of(game, opponent, taken_after)
            prefetch(search.table, bucket_of(search.table, name))
        weight = (count(rows & ~useless) << 8) + game.columns[place // (game.height + 1)]
        if rows & move << np.uint64(1) != 0:
            weight -= WASTED
        index = size
        while index > 0 and weights[index - 1] < weight:
            weights[index] = weights[index - 1]
            for word in range(MOVE_WORDS):
                listed[index, word] = listed[index - 1, word]
            index -= 1
        weights[index] = weight
        listed[index, MOVE], listed[index, MOVE_ROWS] = move, rows
        listed[index, MOVE_NAME] = name
        size += 1
    kept = 0
    for index in range(size):
        name = listed[index, MOVE_NAME]
        if name != 0:
            data = probe(
                search.table, bucket_of(search.table, name), entry_words(name), name, game.key
            )
            if data != 0:
                frame.lower = max(frame.lower, -upper_of(data))
                if frame.lower >= target:
                    return True
                if -lower_of(data) < target:
                    frame.moves_upper = max(frame.moves_upper, -lower_of(data))
                    continue
        for word in range(MOVE_WORDS):
            listed[kept, word] = listed[index, word]
        kept += 1
    frame.listed = kept
    return False


@inlined_kernel
def enter_node(search, ply):
    """Take steps 1 to 4 at a node; return whether they decide it. Its frame holds the bounds."""
    game, frame, control = search.game, search.frames[ply], search.control[0]
    words = search.words[ply]
    moves = play_forced_moves(search, ply)
    own, taken, rows, target = words[OWN], words[TAKEN], words[ROWS], frame.target
    empty = game.areas[BOARD] & ~taken
    remaining = count(empty)
    if moves == 0:
        # Either the opponent completes a row next, or the board is full.
        frame.lower = frame.upper = min(1 - remaining, 0)
        return True

    # 2. Static bounds.
    opponent = taken ^ own
    lower, upper = min(3 - remaining, 0), max(remaining - 2, 0)
    if lower < target <= upper:
        upper = min(upper, follow_up_bound(game, own, opponent, rows))
        if target > 0 and not has_row(game, own | empty):
            upper = min(upper, 0)
        if target <= 0 and not has_row(game, opponent | empty):
            lower = 0
    frame.lower, frame.upper = lower, upper
    if lower >= target or upper < target:
        return True

    # 3. Transposition table cut-off.
    name = words[NAME]
    if name == 0:
        name = words[NAME] = name_of(game, own, taken)
    data = probe(search.table, bucket_of(search.table, name), entry_words(name), name, game.key)
    if data != 0:
        control.table_hits += 1
        frame.lower = lower = max(lower, lower_of(data))
        frame.upper = upper = min(upper, upper_of(data))
        if lower >= target or upper < target:
            return True
    frame.nodes_before = control.nodes
    frame.moves_upper = -UNKNOWN
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
    frame, name = search.frames[ply], search.words[ply, NAME]
    store(
        search.table,
        bucket_of(search.table, name),
        entry_words(name),
        name,
        search.game.key,
        frame.lower,
        frame.upper,
        search.control[0].nodes - frame.nodes_before,
    )


@bare_kernel
def busy_place(name):
    """Return the place of a name in `Search.busy`."""
    return scrambled(low_half(name)) & np.uint64(BUSY - 1)


@inlined_kernel
def take_up_move(search, ply):
    """Mark the next move of a node as busy; if another thread searches it, put it off."""
    frame, listed, busy = search.frames[ply], search.moves[ply], search.busy
    for index in range(frame.next, frame.listed):
        name = listed[index, MOVE_NAME]
        if name == 0 or busy[busy_place(name)] != low_half(name):
            for word in range(MOVE_WORDS):
                other = listed[frame.next, word]
                listed[frame.next, word] = listed[index, word]
                listed[index, word] = other
            break
    name = listed[frame.next, MOVE_NAME]
    busy[busy_place(name)] = low_half(name)


@inlined_kernel
def make_move(search, ply):
    """Set up the position after the next move of a node."""
    frame, words, below = search.frames[ply], search.words[ply], search.words[ply + 1]
    if ply < SHARED_PLIES:
        take_up_move(search, ply)
    move = search.moves[ply, frame.next]
    frame.next += 1
    below[OWN] = words[TAKEN] ^ words[OWN]
    below[TAKEN] = words[TAKEN] | move[MOVE]
    below[ROWS], below[NAME] = move[MOVE_ROWS], move[MOVE_NAME]
    search.frames[ply + 1].target = 1 - frame.target


@inlined_kernel
def back_up(search, ply):
    """Take the bounds of the position after a move; return whether the node is decided."""
    frame, control = search.frames[ply], search.control[0]
    control.returning = 0
    if ply < SHARED_PLIES:
        search.busy[busy_place(search.moves[ply, frame.next - 1, MOVE_NAME])] = np.uint64(0)
    frame.lower = max(frame.lower, -control.returned_upper)
    frame.moves_upper = max(frame.moves_upper, -control.returned_lower)
    exhausted = frame.next == frame.listed
    if exhausted:
        frame.upper = min(frame.upper, frame.moves_upper)
    return frame.lower >= frame.target or exhausted


@inlined_kernel
def return_bounds(frame, control):
    """Hand the bounds of a decided node to its parent."""
    if frame.sign > 0:
        control.returned_lower, control.returned_upper = frame.lower, frame.upper
    else:
        control.returned_lower, control.returned_upper = -frame.upper, -frame.lower
    control.returning = 1


@bare_kernel
def null_window_search(search, node_limit):
    """Go on with the search that `begin_search` began; return whether it has ended.

    When it has, `returned_lower` and `returned_upper` of the control block bound the score on one
    side of the target. If not, the running count of nodes has reached `node_limit`.
    """
    control = search.control[0]
    ply = control.ply
    while ply >= 0:
        frame = search.frames[ply]
        if control.returning:
            decided = back_up(search, ply)
            if decided:
                store_bounds(search, ply)
        else:
            if not count_node(control, node_limit):
                control.ply = ply
                return False
            decided = enter_node(search, ply)
        if decided:
            return_bounds(frame, control)
            ply -= 1
        else:
            make_move(search, ply)
            ply += 1
    return True
