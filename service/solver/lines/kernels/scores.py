"""Scores: the minimax value and the distance to the end in one number.

For the side to move, a win `plies` plies away is `WIN - plies`, a loss `plies - WIN`, a draw 0;
bounds on a score therefore bound value and distance at once. A win is worth more the sooner it
comes, a loss the later. `WIN` itself is out of reach and serves as infinity.
"""

from __future__ import annotations

from service.solver.compiling.kernels.jit import kernel

WIN = 1 << 16
"""More than the plies of any game."""


@kernel
def of_parent(score):
    """What a child's score (or bound) is worth to its parent, one ply earlier."""
    if score > 0:
        return 1 - score
    if score < 0:
        return -1 - score
    return score


@kernel
def target_of_child(target):
    """The child's least score that keeps its parent below `target`."""
    if target > 0:
        return -target
    if target == 0:
        return target + 1
    return 2 - target


@kernel
def sharpen_upper(upper, remaining):
    """The largest possible score up to `upper` with `remaining` empty cells.

    The mover completes lines at odd plies, the opponent at even ones, both while cells remain.
    """
    if upper > 0:
        upper -= (WIN - upper & 1) ^ 1
        return upper if upper >= WIN - remaining else 0
    if upper < 0:
        upper -= WIN + upper & 1
        return upper
    return upper


@kernel
def sharpen_lower(lower, remaining):
    """The smallest possible score from `lower` on; see `sharpen_upper`."""
    if lower < 0:
        lower += WIN + lower & 1
        return lower if lower <= remaining - WIN else 0
    if lower > 0:
        lower += (WIN - lower & 1) ^ 1
        return lower
    return lower


@kernel
def child_of(score):
    """The child's score that gives its parent `score`; the inverse of `of_parent`."""
    if score > 0:
        return -1 - score
    if score < 0:
        return 1 - score
    return score
