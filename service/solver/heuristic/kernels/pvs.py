"""Principal variation search to a fixed depth, guided by an evaluation: what looks best.

The first move of a position gets the whole window, every other is asked only whether it is better
(Marsland and Campbell, "Parallel search of strongly ordered game trees", 1982), the late ones to
a smaller depth first. Where the opponent threatens to complete a row or to make a row that cannot
be stopped, only moves that meet the threat, or make a greater one, are looked at. At the leaves
the side to move looks for a sequence of threats to complete a row that wins (VCF). Only the most
promising moves are looked at, so what is found is an estimate, whatever it says.

Scores are evaluations, in thousandths of a logit for the side to move; `MATE - plies` is a win seen
so many plies after the root. The stack is explicit: a search stops before any node and later goes
on from there. Threads share the table without locks; an entry torn between two writers does not
fit its key (Hyatt and Mann, "A lock-less transposition table implementation", 2002).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.heuristic.kernels.evaluation import evaluate, promise, put
from service.solver.lines.kernels.jit import kernel
from service.solver.lines.kernels.pattern_board import FIVE, FOUR, FOUR_THREE, THREE, WINNING

MATE = 1 << 18
SURE = MATE - (1 << 10)
"""Scores from here on are wins that the search has seen."""
PLIES = 64
"""Moves of the longest variation."""
BREADTH = 20
"""Moves looked at in one position."""
FIRST = 1 << 40
"""The promise of the move that the table knows."""
KILLERS = 2
FULL_DEPTH_MOVES = 2
"""Moves after these are tried to a smaller depth first, unless they threaten."""
REDUCTION, REDUCTION_SHARE = 0.8, 1.2
LEAST_UNKNOWN_DEPTH = 3
"""From here on, a position of which the table knows no move is searched a ply less deep."""
SEQUENCE_NODES = 40
"""Nodes that the search for a sequence of threats may take at one leaf."""
MARGIN = 600
"""For each ply left: so much better than needed, and a position is not searched; nor is one so much
worse, but for sequences of threats."""
MOST_GOOD_DEPTH, MOST_BAD_DEPTH = 3, 2
"""Up to which depth."""

# Columns of a frame: the depth left, the window, the best score and move so far, how many moves
# there are, the next one, how the move under way is asked about, the lower end of the window at
# first, whether the only move is a forced reply, whether a threat has to be met, and the count of
# nodes at which to give up a sequence of threats (0: none is looked for yet).
DEPTH, ALPHA, BETA, BEST, MOVE, COUNT, NEXT, STAGE, FLOOR, FORCED, DANGER, GIVE_UP = range(12)
FRAME_COLUMNS = 12

# Stages: the whole window, only whether it is better, the same to a smaller depth, a sequence.
WHOLE, SCOUT, REDUCED, SEQUENCE = range(4)

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
    reductions: np.ndarray
    """By how much less depth a late move is tried first, shape (PLIES, BREADTH), int64: by the
    depth left and its place."""


def new_stack(cells: int) -> Stack:
    """A search of nothing yet, on a board of so many cells."""
    return Stack(
        frames=np.zeros((PLIES, FRAME_COLUMNS), np.int64),
        moves=np.zeros((PLIES, BREADTH), np.int64),
        promise=np.zeros((PLIES, BREADTH), np.int64),
        killers=np.full((PLIES, KILLERS), -1, np.int64),
        history=np.zeros((2, cells), np.int64),
        control=np.zeros(CONTROL_COLUMNS, np.int64),
        reductions=reductions(),
    )


def reductions() -> np.ndarray:
    """The logarithms of depth and place, multiplied; no more than half of the depth is saved."""
    depth, place = np.arange(PLIES)[:, None], np.arange(BREADTH)
    logarithms = np.log(np.maximum(depth, 1)) * np.log(np.maximum(place, 1))
    found = (REDUCTION + logarithms / REDUCTION_SHARE).astype(np.int64)
    found[:, :FULL_DEPTH_MOVES] = 0
    return np.minimum(found, depth // 2)


@kernel
def probe(table, key):
    """The packed data of a position, or 0; `table` has shape (entries, 2), a power of two."""
    entry = table[np.int64(key & np.uint64(table.shape[0] - 1))]
    data = entry[1]
    return np.int64(data) if entry[0] ^ data == key else np.int64(0)


@kernel
def store(table, key, score, ply, bound, depth, move):
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
    own, rival = position.sums[mover], position.sums[1 - mover]
    killers, history = stack.killers[ply], stack.history[mover]
    count = 0
    for cell in range(position.owner.shape[0]):
        # Cells that hold a stone have no sums.
        if own[cell] + rival[cell] == 0:
            continue
        worth = promise(position, mover, cell)
        if cell == first:
            worth = FIRST
        elif cell == killers[0] or cell == killers[1]:
            worth *= 2
        if count < BREADTH or worth + worth // 2 > stack.promise[ply, count - 1]:
            # History adds up to half as much again.
            past = min(history[cell], 1 << 10)
            count = insert(stack, ply, count, cell, worth + (worth * past >> 11))
    return count


@kernel
def list_threats(position, stack, ply, mover, first, meet):
    """List the moves that make a row lacking one stone and, to `meet` a threat, all that stop it.

    What stops a row that could be completed on two cells is the cell that makes it, or one that
    completes it: the opponent would make a row that lacks one stone there.
    """
    own, rival = position.kinds[mover], position.kinds[1 - mover]
    count = 0
    for cell in range(position.owner.shape[0]):
        if own[cell] >= FOUR or (meet and rival[cell] >= FOUR):
            worth = FIRST if cell == first else promise(position, mover, cell)
            count = insert(stack, ply, count, cell, worth)
    return count


@kernel
def only_reply(position, rival):
    """The only cell on which the rival completes a row."""
    for cell in range(position.owner.shape[0]):
        if position.kinds[rival, cell] == FIVE:
            return cell
    return -1


@kernel
def answer(stack, score):
    """Leave the present frame with a score."""
    stack.control[SCORE] = score
    stack.control[RETURNING] = 1


@kernel
def seen(position, ply, mover):
    """The score of a position whose next moves are plain to see, else 0."""
    own, rival = position.census[mover], position.census[1 - mover]
    if own[FIVE]:
        return MATE - ply - 1
    if rival[FIVE] > 1:
        return ply + 2 - MATE
    if own[WINNING] and not rival[FIVE]:
        return MATE - ply - 3
    return 0


@kernel
def known(table, stack, ply, key):
    """Whether the table answers the frame, and the move that it knows, or -1."""
    frame = stack.frames[ply]
    data = probe(table, key)
    if data == 0:
        return False, np.int64(-1)
    bound, score = data >> 22 & 3, score_in(data, ply)
    if (data >> 13 & 0x1FF) >= frame[DEPTH] and (
        bound == EXACT
        or (bound == LOWER and score >= frame[BETA])
        or (bound == UPPER and score <= frame[ALPHA])
    ):
        stack.control[TABLE_HITS] += 1
        answer(stack, score)
        return True, np.int64(-1)
    return False, (data & 0x1FFF) - 1


@kernel
def open_frame(position, table, stack, ply, mover):
    """Score the position if that needs no search, else list its moves; whether it is scored."""
    frame, rival = stack.frames[ply], 1 - mover
    score = seen(position, ply, mover)
    if score != 0:
        answer(stack, score)
        return True
    frame[FORCED] = position.census[rival, FIVE]
    frame[DANGER] = position.census[rival, WINNING]
    static = evaluate(position, mover)
    if ply == PLIES - 1:
        answer(stack, static)
        return True
    first = np.int64(-1)
    if not frame[FORCED]:
        if frame[DEPTH] > 0 and not frame[DANGER] and pruned(stack, ply, static):
            return True
        if frame[DEPTH] <= 0:
            return open_leaf(position, stack, ply, mover, static)
    if frame[DEPTH] > 0:
        answered, first = known(table, stack, ply, position.key[0])
        if answered:
            return True
        if first < 0 and frame[DEPTH] >= LEAST_UNKNOWN_DEPTH and not frame[FORCED]:
            frame[DEPTH] -= 1
    if frame[FORCED]:
        stack.moves[ply, 0] = only_reply(position, rival)
        frame[COUNT] = 1
    elif frame[DANGER]:
        frame[COUNT] = list_threats(position, stack, ply, mover, first, True)
    else:
        frame[COUNT] = list_moves(position, stack, ply, mover, first)
        if frame[COUNT] == 0:
            answer(stack, 0)
            return True
    frame[BEST], frame[MOVE] = -MATE, stack.moves[ply, 0]
    frame[NEXT], frame[STAGE], frame[FLOOR] = 0, WHOLE, frame[ALPHA]
    return False


@kernel
def pruned(stack, ply, static):
    """Whether the frame is answered since it is so good; one that is so bad becomes a leaf."""
    frame = stack.frames[ply]
    margin = MARGIN * frame[DEPTH]
    if frame[DEPTH] <= MOST_GOOD_DEPTH and -SURE < frame[BETA] <= static - margin:
        answer(stack, static)
        return True
    if frame[DEPTH] <= MOST_BAD_DEPTH and static + margin <= frame[ALPHA] < SURE:
        frame[DEPTH] = 0
    return False


@kernel
def open_leaf(position, stack, ply, mover, static):
    """The same where no depth is left: only a sequence of threats is looked for."""
    frame, census = stack.frames[ply], position.census[mover]
    if frame[GIVE_UP] == 0:
        frame[GIVE_UP] = stack.control[NODES] + SEQUENCE_NODES
        if static >= frame[BETA]:
            answer(stack, static)
            return True
    if census[FOUR] + census[FOUR_THREE] == 0 or stack.control[NODES] >= frame[GIVE_UP]:
        answer(stack, static)
        return True
    frame[COUNT] = list_threats(position, stack, ply, mover, -1, False)
    frame[BEST], frame[MOVE] = static, -1
    frame[NEXT], frame[STAGE] = 0, SEQUENCE
    return False


@kernel
def descend(position, stack, ply, mover):
    """Play the move under way and set up the frame after it."""
    frame, below = stack.frames[ply], stack.frames[ply + 1]
    put(position, stack.moves[ply, frame[NEXT]], mover, 1)
    below[DEPTH], below[GIVE_UP] = frame[DEPTH], frame[GIVE_UP]
    if frame[STAGE] == SEQUENCE:
        below[ALPHA], below[BETA] = -SURE, 1 - SURE
        return
    if not frame[FORCED]:
        below[DEPTH] -= 1
        if frame[STAGE] == REDUCED:
            below[DEPTH] -= stack.reductions[min(frame[DEPTH], PLIES - 1), frame[NEXT]]
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
def back_up(position, table, stack, ply, mover):
    """Take in the score of the move under way; whether the frame is answered."""
    frame, score = stack.frames[ply], -stack.control[SCORE]
    stack.control[RETURNING] = 0
    if frame[STAGE] == SEQUENCE:
        frame[NEXT] += 1
        if score < SURE and frame[NEXT] < frame[COUNT]:
            return False
        answer(stack, score if score >= SURE else frame[BEST])
        return True
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
        place, depth = frame[NEXT], min(frame[DEPTH], PLIES - 1)
        quiet = not frame[DANGER] and position.kinds[mover, stack.moves[ply, place]] < THREE
        late = depth > 0 and stack.reductions[depth, place] > 0
        frame[STAGE] = REDUCED if late and quiet else SCOUT
        return False
    best, bound = frame[BEST], EXACT
    if best >= frame[BETA]:
        bound = LOWER
        if not frame[FORCED]:
            refuted_by(stack, ply, mover, frame[MOVE], frame[DEPTH])
    elif best <= frame[FLOOR]:
        bound = UPPER
    if frame[DEPTH] > 0:
        store(table, position.key[0], best, ply, bound, frame[DEPTH], frame[MOVE])
    answer(stack, best)
    return True


@kernel
def start(stack, colour, depth, alpha, beta):
    """Begin to ask for the score of the position within a window, `colour` to move."""
    control, frame = stack.control, stack.frames[0]
    control[PLY] = control[RETURNING] = 0
    control[COLOUR] = colour
    frame[DEPTH], frame[ALPHA], frame[BETA], frame[GIVE_UP] = depth, alpha, beta, 0


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
            answered = back_up(position, table, stack, ply, mover)
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
