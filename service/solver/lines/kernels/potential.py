"""The potential of lines, which tells how far a player is from completing any of them.

Erdős and Selfridge, "On a combinatorial game" (1973): let the potential be the sum of
2**-(missing stones) over the attacker's open lines. If it is below 1 with the defender to move, or
below 1/2 with the attacker to move, the defender can keep the attacker from completing a line.
"""

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.scores import WIN

FAR = np.int64(WIN)
"""The number of missing stones of a player who has no open line."""

UNIT = np.int64(1) << 40
"""A potential of 1."""


@kernel
def line_potential(missing, unit=UNIT):
    """Return the potential of an open line, where `unit` stands for 1; it is never rounded down."""
    return max(unit >> min(missing, 62), 1)
