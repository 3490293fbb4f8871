"""How good a position looks, by what further stones would make; see `lines.kernels.pattern_board`.

The evaluation is the sum of what all empty cells are worth to either side, with other weights for
the side to move than for the side that waits: a logit, in thousandths, of the chance that the side
to move wins.
"""

from __future__ import annotations

import numpy as np

from service.solver.lines.kernels.jit import bare_kernel
from service.solver.lines.kernels.pattern_board import MOVER, WAITING, put

MOST = 1 << 17
"""No evaluation is more."""


@bare_kernel
def promise(position, mover, cell):
    """How promising a move looks before any search, in hundredths of a logit: what it makes, and
    what it keeps the opponent from. 0 where nobody can make a row."""
    return np.int64(position.promises[mover, 0, cell]) + position.promises[1 - mover, 1, cell]


@bare_kernel
def evaluate(position, mover):
    """The evaluation for the side to move, in thousandths of a logit, at most `MOST`."""
    value = position.worth[mover, MOVER] - position.worth[1 - mover, WAITING]
    return min(max(value, -MOST), MOST)


@bare_kernel
def evaluate_options(position, mover, cells, values):
    """Fill `values`, int64, with the evaluation after each option, for the side that moves there.

    `cells` and `values` have shape (options,). What looks promising before counts as well, for as
    many logits.
    """
    for option in range(cells.shape[0]):
        first = 10 * promise(position, mover, cells[option])
        put(position, cells[option], mover, 1)
        values[option] = first - evaluate(position, 1 - mover)
        put(position, cells[option], mover, -1)
