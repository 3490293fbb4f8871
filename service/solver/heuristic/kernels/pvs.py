"""Principal variation search to a fixed depth, guided by an evaluation: what looks best.

The first move of a position gets the whole window, every other is asked only whether it is better
(Marsland and Campbell, "Parallel search of strongly ordered game trees", 1982), the late ones to a
smaller depth first. A position that is good enough even without a move is left at that (null move:
Donninger, "Null move and deep search", 1993). Where the opponent threatens to complete a row or to
make a row that cannot be stopped, only moves that meet the threat, or make a greater one, are
looked at. At the leaves the side to move looks for a sequence of threats to complete a row that
wins (VCF). Only the most promising moves are looked at, so what is found is an estimate, whatever
it says.

Scores are evaluations, in thousandths of a logit for the side to move; `MATE - plies` is a win seen
so many plies after the root. The stack is explicit: a search stops before any node and later goes
on from there.
"""

from __future__ import annotations

import numpy as np

from service.solver.heuristic.kernels.evaluation import evaluate
from service.solver.heuristic.kernels.move_lists import (
    list_answers,
    list_moves,
    list_next_threats,
    list_threats,
    pick,
    refuted_by,
)
from service.solver.heuristic.kernels.score_table import (
    EXACT,
    LOWER,
    MATE,
    SURE,
    UPPER,
    probe,
    score_in,
    store,
)
from service.solver.heuristic.kernels.stack import (
    ALPHA,
    BEST,
    BETA,
    BREADTH,
    COLOUR,
    COUNT,
    DANGER,
    DEPTH,
    FIRST,
    FLOOR,
    FORCED,
    GIVE_UP,
    LISTED,
    MOVE,
    NEXT,
    NODES,
    PASS,
    PLAYED,
    PLIES,
    PLY,
    REDUCED,
    RETURNING,
    SCORE,
    SCOUT,
    SEQUENCE,
    STAGE,
    TABLE_HITS,
    WHOLE,
)
from service.solver.lines.kernels.jit import bare_kernel, inlined_kernel
from service.solver.lines.kernels.pattern_board import (
    FIVE,
    FOUR,
    FOUR_THREE,
    WINNING,
    first_of_kind,
    put,
)

PASSED = np.uint64(0x9E3779B97F4A7C15)
"""The word of a move that is left out."""
LEAST_UNKNOWN_DEPTH = 3
"""From here on, a position of which the table knows no move is searched a ply less deep."""
SEQUENCE_NODES = 40
"""Nodes that the search for a sequence of threats may take at one leaf."""
MARGIN = 600
"""For each ply left: so much better than needed, and a position is not searched; nor is one so much
worse, but for sequences of threats."""
MOST_GOOD_DEPTH, MOST_BAD_DEPTH = 3, 2
"""Up to which depth."""
LEAST_PASS_DEPTH, PASS_REDUCTION = 3, 3
"""From which depth on a position that is good enough is tried without a move, so much less deep."""


@bare_kernel
def answer(stack, score):
    """Leave the present frame with a score."""
    stack.control[SCORE] = score
    stack.control[RETURNING] = 1


@bare_kernel
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


@bare_kernel
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


@inlined_kernel
def open_frame(position, table, stack, ply, mover):
    """Score the position if that needs no search, else list its moves; whether it is scored."""
    frame, rival = stack.frames[ply], 1 - mover
    score = seen(position, ply, mover)
    if score != 0:
        answer(stack, score)
        return True
    frame[FORCED] = position.census[rival, FIVE]
    frame[DANGER] = position.census[rival, WINNING]
    if ply == PLIES - 1:
        answer(stack, evaluate(position, mover))
        return True
    first, static = np.int64(-1), np.int64(0)
    if not frame[FORCED] and (frame[DEPTH] <= 0 or not frame[DANGER]):
        static = evaluate(position, mover)
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
    frame[FIRST] = first
    if may_pass(stack, ply, static):
        frame[STAGE] = PASS
        return False
    return begin_moves(position, stack, ply, mover)


@inlined_kernel
def may_pass(stack, ply, static):
    """Whether to ask first if the frame is as good as needed even without a move."""
    frame = stack.frames[ply]
    return (
        frame[DEPTH] >= LEAST_PASS_DEPTH
        and not (frame[FORCED] or frame[DANGER])
        and -SURE < frame[BETA] <= static
        and frame[BETA] == frame[ALPHA] + 1
        and ply > 0
        and stack.frames[ply - 1, STAGE] != PASS
    )


@inlined_kernel
def begin_moves(position, stack, ply, mover):
    """Begin with the first move of the frame; whether there is none, so that it is scored."""
    frame = stack.frames[ply]
    frame[LISTED], frame[NEXT], frame[COUNT] = 0, 0, 1
    if frame[FORCED]:
        frame[PLAYED], frame[LISTED] = first_of_kind(position, 1 - mover, FIVE), 1
    elif frame[FIRST] >= 0:
        # It often is enough, so that the others are not listed.
        frame[PLAYED] = frame[FIRST]
    else:
        list_all(position, stack, ply, mover)
        if frame[COUNT] == 0:
            answer(stack, ply + 4 - MATE if frame[DANGER] else 0)
            return True
        frame[PLAYED] = pick(stack, ply, 0)
    frame[BEST], frame[MOVE] = -MATE, frame[PLAYED]
    frame[STAGE], frame[FLOOR] = WHOLE, frame[ALPHA]
    return False


@inlined_kernel
def list_all(position, stack, ply, mover):
    """List the moves of the frame, and tell how many of them are looked at."""
    frame = stack.frames[ply]
    if frame[DANGER]:
        frame[LISTED] = list_answers(position, stack, ply, mover, frame[FIRST])
        most = BREADTH
    else:
        frame[LISTED] = list_moves(position, stack, ply, mover, frame[FIRST])
        most = stack.breadths[min(max(frame[DEPTH], 0), PLIES - 1)]
    frame[COUNT] = min(frame[LISTED], most)


@inlined_kernel
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


@inlined_kernel
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
    if ply > 1 and stack.frames[ply - 2, STAGE] == SEQUENCE:
        before = stack.frames[ply - 2, PLAYED]
        frame[LISTED] = list_next_threats(position, stack, ply, mover, before)
    else:
        frame[LISTED] = list_threats(position, stack, ply, mover)
    if frame[LISTED] == 0:
        answer(stack, static)
        return True
    frame[PLAYED] = pick(stack, ply, 0)
    frame[BEST], frame[MOVE] = static, -1
    frame[NEXT], frame[STAGE] = 0, SEQUENCE
    return False


@inlined_kernel
def descend(position, stack, ply, mover):
    """Play the move under way and set up the frame after it."""
    frame, below = stack.frames[ply], stack.frames[ply + 1]
    if frame[STAGE] == PASS:
        position.key[0] ^= PASSED
        below[DEPTH] = frame[DEPTH] - PASS_REDUCTION - frame[DEPTH] // 4
        below[GIVE_UP] = 0
        below[ALPHA], below[BETA] = -frame[BETA], 1 - frame[BETA]
        return
    put(position, frame[PLAYED], mover, 1)
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


@inlined_kernel
def back_up(position, table, stack, ply, mover):
    """Take in the score of the move under way; whether the frame is answered."""
    frame, score = stack.frames[ply], -stack.control[SCORE]
    stack.control[RETURNING] = 0
    if frame[STAGE] == PASS:
        if score >= frame[BETA]:
            answer(stack, frame[BETA])
            return True
        return begin_moves(position, stack, ply, mover)
    if frame[STAGE] == SEQUENCE:
        frame[NEXT] += 1
        if score < SURE and frame[NEXT] < frame[LISTED]:
            frame[PLAYED] = pick(stack, ply, frame[NEXT])
            return False
        answer(stack, score if score >= SURE else frame[BEST])
        return True
    if score > frame[ALPHA] and frame[STAGE] == REDUCED:
        frame[STAGE] = SCOUT
        return False
    if frame[ALPHA] < score < frame[BETA] and frame[STAGE] == SCOUT:
        frame[STAGE] = WHOLE
        return False
    if score > frame[BEST]:
        frame[BEST], frame[MOVE] = score, frame[PLAYED]
        frame[ALPHA] = max(frame[ALPHA], score)
    frame[NEXT] += 1
    if frame[ALPHA] < frame[BETA] and frame[LISTED] == 0:
        list_all(position, stack, ply, mover)
    if frame[ALPHA] < frame[BETA] and frame[NEXT] < frame[COUNT]:
        place, depth = frame[NEXT], min(frame[DEPTH], PLIES - 1)
        frame[PLAYED] = pick(stack, ply, place)
        quiet = position.kinds[mover, frame[PLAYED]] < FOUR
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


@bare_kernel
def start(stack, colour, depth, alpha, beta):
    """Begin to ask for the score of the position within a window, `colour` to move."""
    control, frame = stack.control, stack.frames[0]
    control[PLY] = control[RETURNING] = 0
    control[COLOUR] = colour
    frame[DEPTH], frame[ALPHA], frame[BETA], frame[GIVE_UP] = depth, alpha, beta, 0


@bare_kernel
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
            if frame[STAGE] == PASS:
                position.key[0] ^= PASSED
            else:
                put(position, frame[PLAYED], mover, -1)
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
