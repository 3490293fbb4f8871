"""The moves of a position that are looked at, the most promising first."""

from __future__ import annotations

import numpy as np

from service.solver.compiling.kernels.jit import inlined_kernel
from service.solver.heuristic.kernels.evaluation import promise
from service.solver.heuristic.kernels.stack import COUNT, DANGER, DEPTH, FIRST, LISTED, PLIES
from service.solver.lines.kernels.pattern_board import (
    CLASS_BITS,
    CLASS_MASK,
    CLOSED_TWO,
    FOUR,
    NOTHING,
    WINNING,
)

MOVE_BITS = 13
"""Of a listed move, below its promise."""
MOVE_MASK = (1 << MOVE_BITS) - 1
KILLING, PAST = 150, 150
"""What a promise gains where the move is a killer, and where it has refuted most, in hundredths of
a logit."""
MOST_PAST = 1 << 10
THREATENING = 40
"""What it gains where the move makes an open row that lacks two, or threatens more."""
MOST_ANSWERS = 14
"""Moves looked at where a threat has to be met."""
UNLIKELY = 600
"""A move that threatens little is not listed where another promises so much more."""


@inlined_kernel
def add(stack, ply, count, cell, promise):
    """Add a move to a list of so many; return the new count."""
    stack.moves[ply, count] = promise << MOVE_BITS | cell
    return count + 1


@inlined_kernel
def list_first(stack, ply, first):
    """Begin a list with the move that the table knows, if any (-1: none); return the count."""
    return add(stack, ply, 0, first, np.int64(0)) if first >= 0 else 0


@inlined_kernel
def pick(stack, ply, place):
    """Bring the most promising of the moves from a place on there, and return it.

    Most positions take few of their moves, so that they are not sorted all at once.
    """
    moves = stack.moves[ply]
    best = place
    for index in range(place + 1, stack.frames[ply, LISTED]):
        if moves[index] > moves[best]:
            best = index
    moves[place], moves[best] = moves[best], moves[place]
    return moves[place] & MOVE_MASK


@inlined_kernel
def list_moves(position, stack, ply, mover, first):
    """List the moves that are not unlikely, after the `first` (-1: none), and all great threats."""
    killers, history = stack.killers[ply], stack.history[mover]
    begun = list_first(stack, ply, first)
    found, most = begun, np.int64(0)
    for cell in range(position.owner.shape[0]):
        # Cells that hold a stone promise nothing.
        worth = promise(position, mover, cell)
        most = max(most, worth)
        if worth > 0 and cell != first:
            found = add(stack, ply, found, cell, worth)
    count, least = begun, most - UNLIKELY
    for place in range(begun, found):
        move = stack.moves[ply, place]
        cell, worth = move & MOVE_MASK, move >> MOVE_BITS
        if worth < least and position.kinds[mover, cell] < FOUR:
            continue
        if position.kinds[mover, cell] > NOTHING:
            worth += THREATENING
        if cell == killers[0] or cell == killers[1]:
            worth += KILLING
        worth += PAST * min(history[cell], MOST_PAST) // MOST_PAST
        count = add(stack, ply, count, cell, worth)
    return count


@inlined_kernel
def stops(position, mover, cell, other, line, side, distance):
    """Whether a stone on a cell keeps the opponent from winning by one on another.

    `other` lies at this distance from it, on this side of it on a line.
    """
    content = position.contents[other, line, 1 - mover] + 2 * position.powers[1 - side, distance]
    shift = CLASS_BITS * line
    code = np.int64(position.codes[1 - mover, other]) & ~(CLASS_MASK << shift)
    code |= np.int64(position.classes[content]) << shift
    return position.kind_of[position.form_of[code]] < WINNING


@inlined_kernel
def meets_threat(position, mover, cell):
    """Whether a stone leaves the opponent no cell where he makes a row that cannot be stopped."""
    rival, owner = position.kinds[1 - mover], position.owner
    left = position.census[1 - mover, WINNING] - (rival[cell] == WINNING)
    for line in range(4):
        for side in range(2):
            step = position.steps[line] if side else -position.steps[line]
            other = cell
            for distance in range(1, position.reach[cell, line, side] + 1):
                other += step
                if owner[other] == mover or left == 0:
                    break
                if rival[other] == WINNING:
                    left -= stops(position, mover, cell, other, line, side, distance)
    return left == 0


@inlined_kernel
def list_answers(position, stack, ply, mover, first):
    """List the moves that meet a threat, after the `first` (-1: none), and all greater threats.

    What stops a row that could be completed on two cells is the cell that makes it, or one that
    completes it: the opponent would make a row that lacks one stone there.
    """
    own, rival = position.kinds[mover], position.kinds[1 - mover]
    count = list_first(stack, ply, first)
    for cell in range(position.owner.shape[0]):
        if cell != first and (
            own[cell] >= FOUR or (rival[cell] >= FOUR and meets_threat(position, mover, cell))
        ):
            count = add(stack, ply, count, cell, promise(position, mover, cell))
    return count


@inlined_kernel
def list_all(position, stack, ply, mover):
    """List the moves of the frame, and tell how many of them are looked at."""
    frame = stack.frames[ply]
    if frame[DANGER]:
        frame[LISTED] = list_answers(position, stack, ply, mover, frame[FIRST])
        most = MOST_ANSWERS
    else:
        frame[LISTED] = list_moves(position, stack, ply, mover, frame[FIRST])
        most = stack.breadths[min(max(frame[DEPTH], 0), PLIES - 1)]
    frame[COUNT] = min(frame[LISTED], most)


@inlined_kernel
def leads_on(position, mover, cell):
    """Whether a stone makes a row that lacks one stone, and on another line one that lacks two.

    One without the other is answered and leaves nothing to go on with.
    """
    if position.kinds[mover, cell] < FOUR:
        return False
    code, lines = position.codes[mover, cell], 0
    for line in range(4):
        lines += (code >> CLASS_BITS * line & CLASS_MASK) >= CLOSED_TWO
    return lines > 1


@inlined_kernel
def list_threats(position, stack, ply, mover):
    """List the moves that begin a sequence of threats."""
    count = 0
    for cell in range(position.owner.shape[0]):
        if leads_on(position, mover, cell):
            count = add(stack, ply, count, cell, promise(position, mover, cell))
    return count


@inlined_kernel
def list_next_threats(position, stack, ply, mover, last):
    """List the moves that go on with a sequence on a line with the `last` of the mover."""
    count = 0
    for line in range(4):
        for side in range(2):
            step = position.steps[line] if side else -position.steps[line]
            cell = last
            for _ in range(position.reach[last, line, side]):
                cell += step
                if leads_on(position, mover, cell):
                    count = add(stack, ply, count, cell, promise(position, mover, cell))
    return count


@inlined_kernel
def refuted_by(stack, ply, mover, move, depth):
    """Note a move that refuted."""
    killers = stack.killers[ply]
    if killers[0] != move:
        killers[1], killers[0] = killers[0], move
    stack.history[mover, move] += max(depth, 1) ** 2
    if stack.history[mover, move] > 1 << 12:
        for cell in range(stack.history.shape[1]):
            stack.history[mover, cell] //= 2
