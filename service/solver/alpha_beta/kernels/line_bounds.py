"""Static bounds on the score, from what the open lines of both players lack.

These are mate-distance bounds: a player who lacks m stones of a line completes it in 2m - 1 plies
at the earliest when to move, and in 2m when not; and never if the empty cells do not leave m stones
for the player, or if the potential is too low, see `lines.kernels.potential`.
"""

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.potential import UNIT
from service.solver.lines.kernels.scores import WIN


@kernel
def static_bounds(own_missing, own_potential, opponent_missing, opponent_potential, remaining):
    """Return a lower and an upper bound on the score for the side to move.

    Of either side the arguments are the fewest stones that an open line lacks, at least 2, and the
    potential of all open lines; `remaining` is the number of empty cells.
    """
    lower, upper = 0, 0
    if own_missing <= (remaining + 1) // 2 and 2 * own_potential >= UNIT:
        upper = WIN - (2 * own_missing - 1)
    if opponent_missing <= remaining // 2 and opponent_potential >= UNIT:
        lower = 2 * opponent_missing - WIN
    return lower, upper


@kernel
def horizons(target):
    """Return how many stones a line of either side may lack to matter to a search with `target`.

    The first number is that of the side to move, the second that of the other side. One of the two
    wants to win within `within` plies; lines of the other matter only if they are completed before.
    """
    if target > 0:
        within = WIN - target
        return (within + 1) // 2, (within - 1) // 2
    within = WIN + target - 1
    return within // 2, within // 2


@kernel
def urgency(missing):
    """Return the base-2 logarithm of the weight that a line gives its cells in move ordering."""
    return max(0, 9 - 2 * missing)
