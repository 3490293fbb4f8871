"""Scores, which hold the minimax value and the distance to the end of the game in one number.

For the side to move, a win `plies` plies away is `WIN - plies`, a loss `plies - WIN`, and a draw 0,
so that bounds on a score bound value and distance at once. A win is better the sooner it comes, and
a loss the later. No score reaches `WIN`, which serves as infinity.
"""

from service.solver.compiling.kernels.jit import kernel

WIN = 1 << 16
"""A number greater than the plies of any game."""
MOST_BOARD_CELLS = WIN - 1
"""The cells of the largest board, which has no game of more plies; see `Solver.at_once`."""
CELL_BITS = MOST_BOARD_CELLS.bit_length()
"""The bits that hold any cell, and the number of cells."""
CELL = (1 << CELL_BITS) - 1
"""These bits, where they are the lowest of a word."""


@kernel
def of_parent(score):
    """Return the score of a parent, one ply earlier, whose best child has this score or bound."""
    if score > 0:
        return 1 - score
    if score < 0:
        return -1 - score
    return score


@kernel
def target_of_child(target):
    """Return the least score of a child that keeps its parent below `target`."""
    if target > 0:
        return -target
    if target == 0:
        return target + 1
    return 2 - target


@kernel
def sharpen_upper(upper, remaining):
    """Return the greatest possible score that is at most `upper`, with `remaining` empty cells.

    The side to move wins at odd plies, the opponent at even ones, both only on empty cells.
    """
    if upper > 0:
        upper -= (WIN - upper & 1) ^ 1
        return upper if upper >= WIN - remaining else 0
    if upper < 0:
        upper -= WIN + upper & 1
    return upper


@kernel
def sharpen_lower(lower, remaining):
    """Return the least possible score that is at least `lower`; see `sharpen_upper`."""
    if lower < 0:
        lower += WIN + lower & 1
        return lower if lower <= remaining - WIN else 0
    if lower > 0:
        lower += (WIN - lower & 1) ^ 1
    return lower


@kernel
def child_of(score):
    """Return the score of the child that gives its parent `score`: the inverse of `of_parent`."""
    if score > 0:
        return -1 - score
    if score < 0:
        return 1 - score
    return score
