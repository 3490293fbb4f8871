"""Principal variation search to a fixed depth, guided by an evaluation: what looks best.

The first move of a position gets the whole window, every other is asked only whether it is better
(Marsland and Campbell, "Parallel search of strongly ordered game trees", 1982), the late ones to a
smaller depth first. In every second position below such a question some move is expected to be good
enough (cut nodes: Marsland and Popowich, "Parallel game-tree search", 1985); where that is plain to
see, it is searched a ply less deep. Only the most promising moves are looked at (see `frames`), so
what is found is an estimate, whatever it says.

Scores are evaluations, in thousandths of a logit for the side to move; `MATE - plies` is a win seen
so many plies after the root. The stack is explicit: a search stops before any node and later goes
on from there.
"""

from __future__ import annotations

from service.solver.compiling.kernels.jit import bare_kernel, inlined_kernel
from service.solver.heuristic.kernels.frames import begin_moves, doubt, open_frame
from service.solver.heuristic.kernels.move_lists import leads_on, list_all, pick, refuted_by
from service.solver.heuristic.kernels.score_table import EXACT, LOWER, SURE, UPPER, announce, store
from service.solver.heuristic.kernels.singular import end_trial
from service.solver.heuristic.kernels.stack import (
    ALPHA,
    BEST,
    BETA,
    COLOUR,
    COUNT,
    CUT,
    DEPTH,
    FLOOR,
    FORCED,
    GIVE_UP,
    IMPROVING,
    LISTED,
    MOVE,
    NEXT,
    NODES,
    PLACES,
    PLAYED,
    PLIES,
    PLY,
    REDUCED,
    RETURNING,
    SCORE,
    SCOUT,
    SEQUENCE,
    SINGULAR,
    STAGE,
    STATIC,
    TRIAL,
    WHOLE,
    answer,
)
from service.solver.lines.kernels.pattern_board import FOUR
from service.solver.lines.kernels.trail import put, undo

LIKELY_MARGIN, LIKELY_MARGIN_A_PLY = -60, 110
"""So much better than needed, and a cut node is searched a ply less deep."""


@inlined_kernel
def descend(position, table, stack, ply, mover):
    """Play the move under way and set up the frame after it."""
    frame, below = stack.frames[ply], stack.frames[ply + 1]
    whole = frame[STAGE] == WHOLE and frame[BETA] - frame[ALPHA] > 1
    below[CUT] = frame[STAGE] == REDUCED or not (whole or frame[CUT])
    threatens = position.kinds[mover, frame[PLAYED]] >= FOUR
    announce(table, position.key[0] ^ position.hashes[mover, frame[PLAYED]])
    put(position, frame[PLAYED], mover)
    below[DEPTH], below[GIVE_UP] = frame[DEPTH], frame[GIVE_UP]
    if frame[STAGE] == SEQUENCE:
        below[ALPHA], below[BETA] = -SURE, 1 - SURE
        return
    if not frame[FORCED]:
        below[DEPTH] -= 1
        if frame[NEXT] == 0 and frame[SINGULAR]:
            below[DEPTH] += 1
        if frame[STAGE] == REDUCED:
            below[DEPTH] = max(below[DEPTH] - reduction(stack, ply) - 1 + frame[IMPROVING], 1)
        if frame[CUT] and not threatens and looks_good_enough(stack, ply):
            below[DEPTH] -= 1
    below[BETA] = -frame[ALPHA]
    below[ALPHA] = -frame[BETA] if frame[STAGE] == WHOLE else -frame[ALPHA] - 1


@inlined_kernel
def looks_good_enough(stack, ply):
    """Whether the evaluation of the frame is so good that some move should refute."""
    frame = stack.frames[ply]
    margin = LIKELY_MARGIN + LIKELY_MARGIN_A_PLY * frame[DEPTH] + doubt(frame)
    return frame[STATIC] >= frame[BETA] + margin


@inlined_kernel
def reduction(stack, ply):
    """By how much less depth the move under way is tried first, if it is late."""
    frame = stack.frames[ply]
    return stack.reductions[min(frame[DEPTH], PLIES - 1), min(frame[NEXT], PLACES - 1)]


@inlined_kernel
def back_up(position, table, stack, ply, mover):
    """Take in the score of the move under way; whether the frame is answered."""
    frame, score = stack.frames[ply], -stack.control[SCORE]
    stack.control[RETURNING] = 0
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
    if frame[NEXT] == frame[COUNT] and frame[BEST] <= -SURE:
        # It has lost only if the less promising moves lose, too.
        frame[COUNT] = max(frame[COUNT], frame[LISTED])
    if frame[ALPHA] < frame[BETA] and frame[NEXT] < frame[COUNT]:
        frame[PLAYED] = pick(stack, ply, frame[NEXT])
        quiet = not leads_on(position, mover, frame[PLAYED])
        late = frame[DEPTH] > 0 and reduction(stack, ply) > 0
        frame[STAGE] = REDUCED if late and quiet else SCOUT
        return False
    if frame[TRIAL]:
        if end_trial(stack, ply):
            return True
        return begin_moves(position, stack, ply, mover)
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
    frame[CUT] = beta - alpha == 1


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
            undo(position)
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
            descend(position, table, stack, ply, mover)
            ply += 1
    return True
