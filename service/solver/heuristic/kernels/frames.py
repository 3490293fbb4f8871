"""A position of the search when it comes to it: answered at once, or with its moves listed.

A position that is much better than needed is answered with its evaluation, one that is much worse
becomes a leaf. Where the opponent threatens to complete a row or to make a row that cannot be
stopped, only moves that meet the threat, or make a greater one, are listed. At the leaves the side
to move looks for a sequence of threats to complete a row that wins (VCF). Elsewhere the first move
may have to stand a trial (see `singular`).
"""

from __future__ import annotations

import numpy as np

from service.solver.compiling.kernels.jit import inlined_kernel
from service.solver.heuristic.kernels.evaluation import evaluate
from service.solver.heuristic.kernels.move_lists import (
    list_all,
    list_next_threats,
    list_threats,
    pick,
)
from service.solver.heuristic.kernels.score_table import (
    EXACT,
    LOWER,
    MATE,
    SURE,
    UPPER,
    probe,
    score_in,
)
from service.solver.heuristic.kernels.singular import begin_trial
from service.solver.heuristic.kernels.stack import (
    ALPHA,
    BEST,
    BETA,
    COUNT,
    DANGER,
    DEPTH,
    FIRST,
    FLOOR,
    FORCED,
    GIVE_UP,
    IMPROVING,
    LISTED,
    MOVE,
    NEXT,
    NODES,
    PLAYED,
    PLIES,
    SEQUENCE,
    STAGE,
    STATIC,
    TABLE_HITS,
    WHOLE,
    answer,
)
from service.solver.lines.kernels.pattern_board import (
    FIVE,
    FOUR,
    FOUR_THREE,
    THREES,
    WINNING,
    first_of_kind,
)
from service.solver.lines.kernels.trail import newest_of_kind

LEAST_UNKNOWN_DEPTH = 3
"""From here on, a position of which the table knows no move is searched a ply less deep."""
SEQUENCE_NODES = 40
"""Nodes that the search for a sequence of threats may take at one leaf."""
MARGIN = 450
"""For each ply left but one, or two if it is improving: so much better than needed, and a position
is not searched."""
MOST_BAD_DEPTH = 3
"""Up to this depth a position worse by the margin for each ply left is searched for sequences of
threats alone."""
UNSURE = 300
"""So much wider a margin is where a threat has to be met: it may turn out well or badly."""


@inlined_kernel
def seen(position, ply, mover):
    """The score of a position whose next moves are plain to see, else 0."""
    own, rival = position.census[mover], position.census[1 - mover]
    if own[FIVE]:
        return MATE - ply - 1
    if rival[FIVE] > 1:
        return ply + 2 - MATE
    if own[WINNING] and not rival[FIVE]:
        return MATE - ply - 3
    calm = rival[FIVE] + rival[WINNING] + rival[FOUR_THREE] + rival[FOUR] == 0
    if calm and own[FOUR_THREE] + own[THREES] > 0:
        # Who cannot threaten more stops but one half of a fork.
        return MATE - ply - 5
    return 0


@inlined_kernel
def known(stack, ply, data):
    """Whether what the table knows answers the frame."""
    frame = stack.frames[ply]
    if data == 0:
        return False
    bound, score = data >> 22 & 3, score_in(data, ply)
    if (data >> 13 & 0x1FF) >= frame[DEPTH] and (
        bound == EXACT
        or (bound == LOWER and score >= frame[BETA])
        or (bound == UPPER and score <= frame[ALPHA])
    ):
        stack.control[TABLE_HITS] += 1
        answer(stack, score)
        return True
    return False


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
    if frame[FORCED]:
        frame[STATIC] = -stack.frames[ply - 1, STATIC] if ply > 0 else 0
    else:
        frame[STATIC] = evaluate(position, mover)
    frame[IMPROVING] = ply < 2 or frame[STATIC] > stack.frames[ply - 2, STATIC]
    if not frame[FORCED]:
        if frame[DEPTH] > 0 and pruned(stack, ply):
            return True
        if frame[DEPTH] <= 0:
            return open_leaf(position, stack, ply, mover)
    data = probe(table, position.key[0]) if frame[DEPTH] > 0 else np.int64(0)
    if known(stack, ply, data):
        return True
    frame[FIRST] = (data & 0x1FFF) - 1
    if frame[FIRST] < 0 and frame[DEPTH] >= LEAST_UNKNOWN_DEPTH and not frame[FORCED]:
        frame[DEPTH] -= 1
    if begin_trial(position, stack, ply, mover, data):
        return False
    return begin_moves(position, stack, ply, mover)


@inlined_kernel
def begin_moves(position, stack, ply, mover):
    """Begin with the first move of the frame; whether there is none, so that it is scored."""
    frame = stack.frames[ply]
    frame[LISTED], frame[NEXT], frame[COUNT] = 0, 0, 1
    if frame[FORCED]:
        frame[PLAYED], frame[LISTED] = newest_of_kind(position, 1 - mover, FIVE), 1
        if frame[PLAYED] < 0:
            # At the root an older threat may have been left.
            frame[PLAYED] = first_of_kind(position, 1 - mover, FIVE)
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
def doubt(frame):
    """How much wider a margin has to be for what the frame is evaluated at."""
    return UNSURE if frame[DANGER] else 0


@inlined_kernel
def pruned(stack, ply):
    """Whether the frame is answered since it is so good; one that is so bad becomes a leaf."""
    frame = stack.frames[ply]
    static, depth = frame[STATIC], frame[DEPTH]
    margin = MARGIN * max(depth - 1 - frame[IMPROVING], 0) + doubt(frame)
    if -SURE < frame[BETA] <= static - margin:
        answer(stack, static)
        return True
    if depth <= MOST_BAD_DEPTH and static + MARGIN * depth + doubt(frame) <= frame[ALPHA] < SURE:
        frame[DEPTH] = 0
    return False


@inlined_kernel
def open_leaf(position, stack, ply, mover):
    """The same where no depth is left: only a sequence of threats is looked for."""
    frame, census = stack.frames[ply], position.census[mover]
    static = frame[STATIC]
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
