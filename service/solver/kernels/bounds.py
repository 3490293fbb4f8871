"""Bounds that need no search, from what the open lines of both players lack.

- A player who is short of m stones completes a line in 2m - 1 plies at the earliest when to move,
  in 2m when not, and never if the empty cells do not leave him m stones.
- Erdős and Selfridge, "On a combinatorial game" (1973): over the attacker's open lines, let the
  potential be the sum of 2**-(missing stones). Below 1 with the defender to move, or below 1/2
  with the attacker to move, the attacker never completes a line.
"""

from __future__ import annotations

import numpy as np

from service.solver.kernels.jit import kernel
from service.solver.kernels.scores import WIN

FAR = np.int64(WIN)
"""Missing stones of a player who has no open line."""

POTENTIAL_UNIT = np.int64(1) << 40
"""A potential of 1."""


@kernel
def potential(missing, unit=POTENTIAL_UNIT):
    """The potential of one open line in units of `unit`, never rounded down."""
    return max(unit >> min(missing, 62), 1)


@kernel
def from_lines(own_missing, own_potential, opponent_missing, opponent_potential, remaining):
    """Lower and upper bound of the score, given the fewest missing stones and the potentials.

    Nobody may be able to complete a line with one stone.
    """
    lower, upper = 0, 0
    if own_missing <= (remaining + 1) // 2 and 2 * own_potential >= POTENTIAL_UNIT:
        upper = WIN - (2 * own_missing - 1)
    if opponent_missing <= remaining // 2 and opponent_potential >= POTENTIAL_UNIT:
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
