"""The bookkeeping of a depth-first proof search on an explicit stack, one frame a ply.

A frame asks whether the score of its position is at least `TARGET`, and narrows `LOWER` and
`UPPER` until they lie on one side of it. `bitboard` and `counters` build their searches on it.
"""

from __future__ import annotations

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.scores import of_parent, sharpen_lower, sharpen_upper

# Columns of a frame: the question, the bounds, the highest upper bound of the moves tried or
# left out, the move under way, the best move (-1: none), the stage, the empty cells, and what the
# bitboard search keeps for its table.
TARGET, LOWER, UPPER, TRIED, MOVE, BEST, STAGE, REMAINING, SYMMETRY, NODES_BEFORE = range(10)
FRAME_COLUMNS = 10

# Stages: one forced reply; the pass of a null move; moves one after the other.
FORCED, PASS, MOVES = range(3)

# Columns of the control row: where the search is, whether a child has just been left, the bounds
# found, the player to move at ply 0, counts over the whole search, and for a line of play: whether
# a reply is being looked at, and which.
PLY, RETURNING, FOUND_LOWER, FOUND_UPPER, COLOUR, NODES, TABLE_HITS, REPLYING, REPLY = range(9)
CONTROL_COLUMNS = 9


@bare_kernel
def enter(control, node_limit):
    """Count a node; False when the budget is spent (and nothing was counted)."""
    if control[NODES] >= node_limit:
        return False
    control[NODES] += 1
    return True


@bare_kernel
def back_up(frame, control, exhausted):
    """Take a child's bounds into its frame; return whether they answer the question.

    `exhausted` says that no move is left to try after this one.
    """
    control[RETURNING] = 0
    lower = of_parent(control[FOUND_UPPER])
    if frame[STAGE] == PASS:
        # Null move: an extra stone never hurts, so a real move does at least as well.
        frame[STAGE] = MOVES
        frame[LOWER] = max(frame[LOWER], lower)
        return frame[LOWER] >= frame[TARGET]
    frame[TRIED] = max(frame[TRIED], of_parent(control[FOUND_LOWER]))
    if lower > frame[LOWER]:
        frame[LOWER] = lower
        frame[BEST] = frame[MOVE]
    if exhausted:
        frame[UPPER] = min(frame[UPPER], frame[TRIED])
    return frame[LOWER] >= frame[TARGET] or exhausted


@bare_kernel
def leave(frame, control):
    """Hand the bounds of an answered frame to its parent."""
    control[FOUND_LOWER] = sharpen_lower(frame[LOWER], frame[REMAINING])
    control[FOUND_UPPER] = sharpen_upper(frame[UPPER], frame[REMAINING])
    control[RETURNING] = 1
