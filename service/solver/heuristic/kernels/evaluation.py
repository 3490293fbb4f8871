"""How good a position looks, by what further stones would make; see `lines.kernels.pattern_board`.

A small net, kept up to date stone by stone ("efficiently updatable": Nasu, 2018): what each empty
cell counts, by what a stone of either side would make there, is limited and added up in lanes; of
these sums units, limited and squared, make a logit, in thousandths, of the chance that the side to
move wins. Sums of units are in float32, in a fixed order: the same on every machine.
"""

from __future__ import annotations

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel, inlined_kernel
from service.solver.lines.kernels.lanes import become_weighted_sums
from service.solver.lines.kernels.pattern_board import OWN, RIVAL
from service.solver.lines.kernels.trail import put, undo

MOST = 1 << 17
"""No evaluation is more."""
FINER_BITS = 10
"""Units add so much finer numbers."""


@inlined_kernel
def promise(position, mover, cell):
    """How promising a move looks before any search, in hundredths of a logit: what it makes, and
    what it keeps the opponent from. 0 where nobody can make a row."""
    promises = position.network.promises
    own, rival = position.forms[mover, cell], position.forms[1 - mover, cell]
    return np.int64(promises[own, OWN]) + promises[rival, RIVAL]


@inlined_kernel
def evaluate(position, mover):
    """The evaluation for the side to move, in thousandths of a logit, at most `MOST`."""
    net, said = position.network, position.said
    become_weighted_sums(said, net.offsets, net.hidden[mover], position.sums)
    # The first unit has no limits, and is not squared.
    value = np.int64(said[0] * net.outputs[0])
    for unit in range(1, said.shape[0]):
        limited = min(max(said[unit], np.float32(0)), np.float32(1))
        value += np.int32(net.outputs[unit] * limited * limited)
    value >>= FINER_BITS
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
        put(position, cells[option], mover)
        values[option] = first - evaluate(position, 1 - mover)
        undo(position)
