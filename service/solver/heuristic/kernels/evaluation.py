"""How good a position looks, by what further stones would make; see `lines.kernels.pattern_board`.

A small net, kept up to date stone by stone ("efficiently updatable": Nasu, 2018): what each empty
cell counts, by what a stone of either side would make there, is limited and added up in lanes; of
these sums units make a logit, in thousandths, of the chance that the side to move wins.
"""

from __future__ import annotations

import numpy as np

from service.solver.lines.kernels.jit import bare_kernel
from service.solver.lines.kernels.lanes import LANES
from service.solver.lines.kernels.pattern_board import OWN, RIVAL, put

MOST = 1 << 17
"""No evaluation is more."""
UNIT_BITS = 20
"""Of what a unit says at most."""


@bare_kernel
def promise(position, mover, cell):
    """How promising a move looks before any search, in hundredths of a logit: what it makes, and
    what it keeps the opponent from. 0 where nobody can make a row."""
    return np.int64(position.promises[mover, OWN, cell]) + position.promises[1 - mover, RIVAL, cell]


@bare_kernel
def evaluate(position, mover):
    """The evaluation for the side to move, in thousandths of a logit, at most `MOST`."""
    net = position.network
    value = np.int64(0)
    for unit in range(net.offsets.shape[0]):
        total = net.offsets[unit]
        for lane in range(LANES):
            total += net.hidden[mover, unit, lane] * np.int64(position.sums[lane])
        # The first unit has no limits.
        if unit > 0:
            total = min(max(total, np.int64(0)), np.int64(1 << UNIT_BITS))
        value += net.outputs[unit] * total
    value >>= UNIT_BITS
    value += -position.centrality[0] if mover else position.centrality[0]
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
