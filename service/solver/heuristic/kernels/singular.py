"""Whether the move that the table knows is much better than all others: then it is searched deeper.

All others are searched to half of the depth, for whether any of them comes near what the table
expects of the first (singular extensions: Anantharaman, Campbell and Hsu, "Singular extensions:
adding selectivity to brute-force searching", 1990). Where even one of them is good enough, no more
is asked (multi-cut: Bjoernsson and Marsland, "Multi-cut alpha-beta-pruning in game-tree search",
2001).
"""

from __future__ import annotations

from service.solver.compiling.kernels.jit import inlined_kernel
from service.solver.heuristic.kernels.move_lists import list_all, pick
from service.solver.heuristic.kernels.score_table import MATE, SURE, UPPER, score_in
from service.solver.heuristic.kernels.stack import (
    ALPHA,
    BEST,
    BETA,
    COUNT,
    DEPTH,
    FIRST,
    FLOOR,
    FORCED,
    KEPT_BETA,
    KEPT_DEPTH,
    NEXT,
    PLAYED,
    SCOUT,
    SINGULAR,
    STAGE,
    TRIAL,
    answer,
)

LEAST_TRIAL_DEPTH = 6
TRUSTED_DEPTH = 3
"""So much less deep the table may have searched."""
SINGULAR_MARGIN = 25
"""For each ply left: so much worse than expected of the first all others are to be."""


@inlined_kernel
def begin_trial(position, stack, ply, mover, data):
    """Whether the first move of the frame has to stand a trial, which is then set up.

    `data` is what the table knows of the position.
    """
    frame = stack.frames[ply]
    frame[TRIAL] = frame[SINGULAR] = 0
    if frame[DEPTH] < LEAST_TRIAL_DEPTH or frame[FIRST] < 0 or frame[FORCED] or ply == 0:
        return False
    expected = score_in(data, ply)
    trusted = (data >> 13 & 0x1FF) >= frame[DEPTH] - TRUSTED_DEPTH
    if not trusted or data >> 22 & 3 == UPPER or abs(expected) >= SURE:
        return False
    frame[TRIAL] = 1
    frame[FLOOR], frame[KEPT_BETA], frame[KEPT_DEPTH] = frame[ALPHA], frame[BETA], frame[DEPTH]
    frame[BETA] = expected - SINGULAR_MARGIN * frame[DEPTH]
    frame[ALPHA] = frame[BETA] - 1
    frame[DEPTH] = (frame[DEPTH] - 1) // 2
    frame[BEST], frame[NEXT], frame[STAGE] = -MATE, 1, SCOUT
    list_all(position, stack, ply, mover)
    if frame[COUNT] == 1:
        # There is no other.
        end_trial(stack, ply)
        return False
    frame[PLAYED] = pick(stack, ply, 1)
    return True


@inlined_kernel
def end_trial(stack, ply):
    """Go back to the question of the frame, before its first move; whether it is answered."""
    frame = stack.frames[ply]
    frame[TRIAL], tried = 0, frame[BETA]
    frame[SINGULAR] = frame[BEST] < tried
    frame[ALPHA], frame[BETA], frame[DEPTH] = frame[FLOOR], frame[KEPT_BETA], frame[KEPT_DEPTH]
    if not frame[SINGULAR] and tried >= frame[BETA]:
        answer(stack, tried)
        return True
    return False
