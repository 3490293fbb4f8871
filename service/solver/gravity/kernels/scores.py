"""Scores where stones fall: what is left to fill when somebody completes a row, plus one.

They are positive for the side to move, negative if the opponent completes the row, 0 for a draw.
Unlike the score of `lines.kernels.scores`, whose functions these are, it is the same number, but
for its sign, at every ply of a line of play.
"""

from service.solver.compiling.kernels.jit import bare_kernel


@bare_kernel
def of_parent(score):
    """Return the score of a parent whose best child has this score or bound."""
    return -score


child_of = of_parent


@bare_kernel
def target_of_child(target):
    """Return the least score of a child that keeps its parent below `target`."""
    return 1 - target


@bare_kernel
def is_impossible(score, remaining):
    """Return whether no game with so many places left has this score.

    The side to move completes rows at odd plies, the opponent at even ones.
    """
    return score != 0 and ((score ^ remaining) & 1 == 0) != (score > 0)


@bare_kernel
def sharpen_lower(lower, remaining):
    """Return the least possible score that is at least `lower`."""
    return lower + 1 if is_impossible(lower, remaining) else lower


@bare_kernel
def sharpen_upper(upper, remaining):
    """Return the greatest possible score that is at most `upper`."""
    return upper - 1 if is_impossible(upper, remaining) else upper
