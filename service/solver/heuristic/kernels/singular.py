"""Whether the move that the table knows is much better than all others: then it is searched deeper.

All others are searched to half of the depth, for whether any of them comes near what the table
expects of the first (singular extensions: Anantharaman, Campbell and Hsu, "Singular extensions:
adding selectivity to brute-force searching", 1990). Where even one of them is good enough, no more
is asked (multi-cut: Bjoernsson and Marsland, "Multi-cut alpha-beta-pruning in game-tree search",
2001).
"""

from __future__ import annotations

from service.solver.heuristic.kernels.move_lists import list_all, looked_at, pick
from service.solver.heuristic.kernels.score_table import MATE, SURE, UPPER, probe, score_in
from service.solver.heuristic.kernels.stack import (
    ALPHA,
    BEST,
    BETA,
    COUNT,
    DEPTH,
    FIRST,
    FLOOR,
    FORCED,
    KEPT_ALPHA,
    KEPT_BETA,
    KEPT_DEPTH,
    MOVE,
    NEXT,
    PLAYED,
    SCOUT,
    SINGULAR,
    STAGE,
    TRIAL,
    WHOLE,
    answer,
)
from service.solver.lines.kernels.jit import inlined_kernel

LEAST_TRIAL_DEPTH = 6
TRUSTED_DEPTH = 3
"""So much less deep the table may have searched."""
SINGULAR_MARGIN = 25
"""For each ply left: so much worse than expected of the first all others are to be."""


@inlined_kernel
def begin_trial(position, table, stack, ply, mover):
    """Whether the first move of the frame has to stand a trial, which is then set up."""
    frame = stack.frames[ply]
    if frame[DEPTH] < LEAST_TRIAL_DEPTH or frame[FIRST] < 0 or frame[FORCED] or ply == 0:
        return False
    data = probe(table, position.key[0])
    expected = score_in(data, ply)
    trusted = (data >> 13 & 0x1FF) >= frame[DEPTH] - TRUSTED_DEPTH
    if not trusted or data >> 22 & 3 == UPPER or abs(expected) >= SURE:
        return False
    frame[TRIAL] = 1
    frame[KEPT_ALPHA], frame[KEPT_BETA] = frame[ALPHA], frame[BETA]
    frame[KEPT_DEPTH] = frame[DEPTH]
    frame[BETA] = expected - SINGULAR_MARGIN * frame[DEPTH]
    frame[ALPHA] = frame[FLOOR] = frame[BETA] - 1
    frame[DEPTH] = (frame[DEPTH] - 1) // 2
    frame[BEST], frame[MOVE] = -MATE, frame[FIRST]
    frame[NEXT], frame[STAGE] = 1, SCOUT
    list_all(position, stack, ply, mover)
    if frame[COUNT] == 1:
        end_trial(stack, ply)
    else:
        frame[PLAYED] = pick(stack, ply, 1)
    return True


@inlined_kernel
def end_trial(stack, ply):
    """Go back to the question of the frame; whether the trial has answered it."""
    frame = stack.frames[ply]
    frame[TRIAL], tried = 0, frame[BETA]
    frame[SINGULAR] = frame[BEST] < tried
    frame[ALPHA], frame[BETA] = frame[KEPT_ALPHA], frame[KEPT_BETA]
    frame[DEPTH], frame[FLOOR] = frame[KEPT_DEPTH], frame[KEPT_ALPHA]
    if not frame[SINGULAR] and tried >= frame[BETA]:
        answer(stack, tried)
        return True
    frame[COUNT] = looked_at(stack, ply)
    frame[BEST], frame[MOVE] = -MATE, frame[FIRST]
    frame[PLAYED], frame[NEXT], frame[STAGE] = frame[FIRST], 0, WHOLE
    return False
