"""Principal variation search to a fixed depth, guided by an evaluation: what looks best.

The first move of a position gets the whole window, every other is asked only whether it is better
(Marsland and Campbell, "Parallel search of strongly ordered game trees", 1982), the late ones to
a smaller depth first. A move that has to be answered at once, and its answer, cost no depth. Only
the most urgent moves are looked at, so what is found is an estimate, whatever it says.

Scores are evaluations, in thousandths of a logit for the side to move; `MATE - plies` is a win seen
so many plies after the root. The stack is explicit: a search stops before any node and later goes
on from there. Threads share the table without locks; an entry torn between two writers does not
fit its key (Hyatt and Mann, "A lock-less transposition table implementation", 2002).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.kernels.evaluation import (
    COMPLETES,
    NEARLY,
    NOBODY,
    OPEN,
    evaluate,
    put,
)
from service.solver.kernels.jit import kernel

MATE = 1 << 18
SURE = MATE - (1 << 10)
"""Scores from here on are wins that the search has seen."""
PLIES = 64
"""Moves of the longest variation."""
BREADTH = 16
"""Moves looked at in one position."""
KILLERS = 2
LATE = 3
"""Moves from this one on are tried to a smaller depth first."""
LEAST_REDUCED_DEPTH = 3

# Columns of a frame: the depth left, the window, the best score and move so far, how many moves
# there are, the next one, how the move under way is asked about, the lower end of the window at
# first, and whether the only move is a forced reply.
DEPTH, ALPHA, BETA, BEST, MOVE, COUNT, NEXT, STAGE, FLOOR, FORCED = range(10)
FRAME_COLUMNS = 10

# Stages: the whole window, only whether it is better, the same to a smaller depth.
WHOLE, SCOUT, REDUCED = range(3)

# Columns of the control row: where the search is, whether a child has just been left, its score
# for the side that moves there, who moves at the root of the search, and counts.
PLY, RETURNING, SCORE, COLOUR, NODES, TABLE_HITS = range(6)
CONTROL_COLUMNS = 6

# Bounds in the table.
UPPER, LOWER, EXACT = range(1, 4)


class Stack(NamedTuple):
    """The state of one search."""

    frames: np.ndarray
    """Shape (PLIES, FRAME_COLUMNS), int64."""
    moves: np.ndarray
    """The moves of each frame, the most promising first, shape (PLIES, BREADTH), int64."""
    promise: np.ndarray
    """What they are ordered by, shape (PLIES, BREADTH), int64."""
    killers: np.ndarray
    """Moves that lately refuted at this ply, shape (PLIES, KILLERS), int64."""
    history: np.ndarray
    """How often, and how deep, a move has refuted, shape (2, cells), int64."""
    control: np.ndarray
    """Shape (CONTROL_COLUMNS,), int64."""


def new_stack(cells: int) -> Stack:
    """A search of nothing yet, on a board of so many cells."""
    return Stack(
        frames=np.zeros((PLIES, FRAME_COLUMNS), np.int64),
        moves=np.zeros((PLIES, BREADTH), np.int64),
        promise=np.zeros((PLIES, BREADTH), np.int64),
        killers=np.full((PLIES, KILLERS), -1, np.int64),
        history=np.zeros((2, cells), np.int64),
        control=np.zeros(CONTROL_COLUMNS, np.int64),
    )


@kernel
def recall(table, key):
    """The packed data of a position, or 0; `table` has shape (entries, 2), a power of two."""
    entry = table[np.int64(key & np.uint64(table.shape[0] - 1))]
    data = entry[1]
    return np.int64(data) if entry[0] ^ data == key else np.int64(0)


@kernel
def remember(table, key, score, ply, bound, depth, move):
    """Keep the score of a position; a win in it is counted from there."""
    if score >= SURE:
        score += ply
    elif score <= -SURE:
        score -= ply
    data = np.uint64((score + MATE) << 24 | bound << 22 | depth << 13 | (move + 1))
    entry = table[np.int64(key & np.uint64(table.shape[0] - 1))]
    entry[0] = key ^ data
    entry[1] = data


@kernel
def score_in(data, ply):
    """The score in packed data, a win counted from the root."""
    score = (data >> 24) - MATE
    if score >= SURE:
        return score - ply
    if score <= -SURE:
        return score + ply
    return score


@kernel
def insert(stack, ply, count, move, promise):
    """Add a move in its place among the `count` most promising; return the new count."""
    moves, promises = stack.moves[ply], stack.promise[ply]
    if count == BREADTH:
        if promise <= promises[count - 1]:
            return count
        count -= 1
    place = count
    while place > 0 and promises[place - 1] < promise:
        moves[place], promises[place] = moves[place - 1], promises[place - 1]
        place -= 1
    moves[place], promises[place] = move, promise
    return count + 1


@kernel
def list_moves(position, stack, ply, mover, first):
    """List the most promising moves, `first` (-1: none) before all others; return how many."""
    urgency, rival = position.urgency[mover], position.urgency[1 - mover]
    killers, history = stack.killers[ply], stack.history[mover]
    count = 0
    for cell in range(position.owner.shape[0]):
        if position.owner[cell] != NOBODY:
            continue
        promise = 2 * urgency[cell] + rival[cell]
        if cell == first:
            promise = COMPLETES
        elif cell == killers[0] or cell == killers[1]:
            promise *= 2
        if count < BREADTH or promise + promise // 2 > stack.promise[ply, count - 1]:
            # History adds up to half as much again.
            past = min(history[cell], 1 << 10)
            count = insert(stack, ply, count, cell, promise + (promise * past >> 11))
    return count


@kernel
def completing_cells(position, player):
    """Two different cells (or -1) on which the player completes a line."""
    first = -1
    if position.census[player, NEARLY] > 0:
        for cell in range(position.owner.shape[0]):
            if position.owner[cell] == NOBODY and position.urgency[player, cell] >= COMPLETES:
                if first >= 0:
                    return first, cell
                first = cell
    return first, -1


@kernel
def answer(stack, score):
    """Leave the present frame with a score."""
    stack.control[SCORE] = score
    stack.control[RETURNING] = 1


@kernel
def open_frame(position, table, stack, ply, mover):
    """Score the position if that needs no search, else list its moves; whether it is scored."""
    frame, rival = stack.frames[ply], 1 - mover
    if position.census[mover, NEARLY] > 0:
        answer(stack, MATE - ply - 1)
        return True
    block, second = completing_cells(position, rival)
    if second >= 0:
        answer(stack, ply + 2 - MATE)
        return True
    if position.census[mover, OPEN] == 0 and position.census[rival, OPEN] == 0:
        answer(stack, 0)
        return True
    if ply == PLIES - 1 or (frame[DEPTH] <= 0 and block < 0):
        answer(stack, evaluate(position, mover))
        return True
    data = recall(table, position.key[0])
    first = -1
    if data != 0:
        first = (data & 0x1FFF) - 1
        bound, score = data >> 22 & 3, score_in(data, ply)
        if (data >> 13 & 0x1FF) >= frame[DEPTH] and (
            bound == EXACT
            or (bound == LOWER and score >= frame[BETA])
            or (bound == UPPER and score <= frame[ALPHA])
        ):
            stack.control[TABLE_HITS] += 1
            answer(stack, score)
            return True
    frame[FORCED] = block >= 0
    if block >= 0:
        stack.moves[ply, 0] = block
        frame[COUNT] = 1
    else:
        frame[COUNT] = list_moves(position, stack, ply, mover, first)
        if frame[COUNT] == 0:
            answer(stack, 0)
            return True
    frame[BEST], frame[MOVE] = -MATE, stack.moves[ply, 0]
    frame[NEXT], frame[STAGE], frame[FLOOR] = 0, WHOLE, frame[ALPHA]
    return False


@kernel
def descend(position, stack, ply, mover):
    """Play the move under way and set up the frame after it."""
    frame, below = stack.frames[ply], stack.frames[ply + 1]
    put(position, stack.moves[ply, frame[NEXT]], mover, 1)
    threatens = position.census[mover, NEARLY] > 0
    below[DEPTH] = frame[DEPTH]
    if not (frame[FORCED] or threatens):
        below[DEPTH] -= 1
        if frame[STAGE] == REDUCED:
            below[DEPTH] -= 1 + (frame[NEXT] >= 3 * LATE)
    below[BETA] = -frame[ALPHA]
    below[ALPHA] = -frame[BETA] if frame[STAGE] == WHOLE else -frame[ALPHA] - 1


@kernel
def refuted_by(stack, ply, mover, move, depth):
    """Note a move that refuted."""
    killers = stack.killers[ply]
    if killers[0] != move:
        killers[1], killers[0] = killers[0], move
    stack.history[mover, move] += max(depth, 1) ** 2
    if stack.history[mover, move] > 1 << 12:
        stack.history[mover] //= 2


@kernel
def absorb(position, table, stack, ply, mover):
    """Take in the score of the move under way; whether the frame is answered."""
    frame, score = stack.frames[ply], -stack.control[SCORE]
    stack.control[RETURNING] = 0
    if score > frame[ALPHA] and frame[STAGE] == REDUCED:
        frame[STAGE] = SCOUT
        return False
    if frame[ALPHA] < score < frame[BETA] and frame[STAGE] == SCOUT:
        frame[STAGE] = WHOLE
        return False
    move = stack.moves[ply, frame[NEXT]]
    if score > frame[BEST]:
        frame[BEST], frame[MOVE] = score, move
        frame[ALPHA] = max(frame[ALPHA], score)
    frame[NEXT] += 1
    if frame[ALPHA] < frame[BETA] and frame[NEXT] < frame[COUNT]:
        late = frame[NEXT] >= LATE and frame[DEPTH] >= LEAST_REDUCED_DEPTH
        frame[STAGE] = REDUCED if late else SCOUT
        return False
    best, bound = frame[BEST], EXACT
    if best >= frame[BETA]:
        bound = LOWER
        if not frame[FORCED]:
            refuted_by(stack, ply, mover, frame[MOVE], frame[DEPTH])
    elif best <= frame[FLOOR]:
        bound = UPPER
    depth = max(frame[DEPTH], 0)
    remember(table, position.key[0], best, ply, bound, depth, frame[MOVE])
    answer(stack, best)
    return True


@kernel
def start(stack, colour, depth, alpha, beta):
    """Begin to ask for the score of the position within a window, `colour` to move."""
    control, frame = stack.control, stack.frames[0]
    control[PLY] = control[RETURNING] = 0
    control[COLOUR] = colour
    frame[DEPTH], frame[ALPHA], frame[BETA] = depth, alpha, beta


@kernel
def search(position, table, stack, node_limit):
    """Go on until `node_limit` nodes in all are spent; whether `control[SCORE]` is the answer.

    Until then the position may hold moves of the search. The score is fail-soft: exact inside the
    window, else a bound.
    """
    control = stack.control
    ply = control[PLY]
    while ply >= 0:
        mover = control[COLOUR] ^ (ply & 1)
        if control[RETURNING]:
            frame = stack.frames[ply]
            put(position, stack.moves[ply, frame[NEXT]], mover, -1)
            answered = absorb(position, table, stack, ply, mover)
        else:
            if control[NODES] >= node_limit:
                control[PLY] = ply
                return False
            control[NODES] += 1
            answered = open_frame(position, table, stack, ply, mover)
        if answered:
            ply -= 1
        else:
            descend(position, stack, ply, mover)
            ply += 1
    return True
