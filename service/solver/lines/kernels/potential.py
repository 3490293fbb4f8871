"""The potential of lines: how far a player is from completing any.

Erdős and Selfridge, "On a combinatorial game" (1973): over the attacker's open lines, let the
potential be the sum of 2**-(missing stones). Below 1 with the defender to move, or below 1/2 with
the attacker to move, the attacker never completes a line.
"""

from __future__ import annotations

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.scores import WIN

FAR = np.int64(WIN)
"""Missing stones of a player who has no open line."""

UNIT = np.int64(1) << 40
"""A potential of 1."""


@kernel
def line_potential(missing, unit=UNIT):
    """The potential of one open line in units of `unit`, never rounded down."""
    return max(unit >> min(missing, 62), 1)
