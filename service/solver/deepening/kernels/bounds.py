"""Bounds that need no search, from what the open lines of both players lack.

A player who is short of m stones completes a line in 2m - 1 plies at the earliest when to move, in
2m when not, and never if the empty cells do not leave him m stones, or if his potential is too low,
see `lines.kernels.potential`.
"""

from __future__ import annotations

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.potential import UNIT
from service.solver.lines.kernels.scores import WIN


@kernel
def from_lines(own_missing, own_potential, opponent_missing, opponent_potential, remaining):
    """Lower and upper bound of the score, given the fewest missing stones and the potentials.

    Nobody may be able to complete a line with one stone.
    """
    lower, upper = 0, 0
    if own_missing <= (remaining + 1) // 2 and 2 * own_potential >= UNIT:
        upper = WIN - (2 * own_missing - 1)
    if opponent_missing <= remaining // 2 and opponent_potential >= UNIT:
        lower = 2 * opponent_missing - WIN
    return lower, upper


@kernel
def horizons(target):
    """The most stones a line of the mover, and of the opponent, may lack to matter to a question.

    The attacker wins within `within` plies or not at all; the defender's lines matter only if he
    completes them before.
    """
    if target > 0:
        within = WIN - target
        return (within + 1) // 2, (within - 1) // 2
    within = WIN + target - 1
    return within // 2, within // 2


@kernel
def urgency(missing):
    """Base-2 logarithm of the weight that a line gives its cells when moves are ordered."""
    return max(0, 9 - 2 * missing)
