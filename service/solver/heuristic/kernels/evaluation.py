"""The static evaluation of a position, and the policy that orders its moves.

The evaluation is an efficiently updatable neural network (NNUE: Nasu, 2018). Its features are what
a stone of either side would make on each empty cell. Its first layer, the accumulator, is the sum
of the clipped activations of all cells; stones that are placed and taken back keep it up to date
(see `lines.kernels.trail`). One hidden layer of clipped and squared units follows. The output is a
logit, in thousandths, of the probability that the side to move wins. The hidden layer is computed
in float32 and in a fixed order, so that the result is the same on every machine.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel, inlined_kernel
from service.solver.lines.kernels.lanes import compute_hidden_layer
from service.solver.lines.kernels.trail import put, undo

MOST_EVALUATION = 1 << 17
"""The greatest absolute value of an evaluation."""
OUTPUT_BITS = 10
"""Output weights are scaled by `1 << OUTPUT_BITS`, so that rounding loses little."""


@inlined_kernel
def policy(position, mover, cell):
    """Return how promising a move is before any search, in hundredths of a logit.

    It is what a stone of the mover makes there plus what it keeps the opponent from making; 0 on a
    cell where neither side can ever complete a row.
    """
    own, opposing = position.forms[mover, cell], position.forms[1 - mover, cell]
    weights = position.network.policy
    return np.int64(weights[own].own) + weights[opposing].opposing


@inlined_kernel
def evaluate(position, mover):
    """Return the static evaluation for the side to move, in thousandths of a logit."""
    network, hidden = position.network, position.hidden
    weights = network.hidden_weights[mover]
    compute_hidden_layer(hidden, network.hidden_biases, weights, position.accumulator)
    # The first unit is linear.
    value = np.int64(hidden[0] * network.output_weights[0])
    for unit in range(1, hidden.shape[0]):
        clipped = min(max(hidden[unit], np.float32(0)), np.float32(1))
        value += np.int32(network.output_weights[unit] * clipped * clipped)
    value >>= OUTPUT_BITS
    value += -position.centrality[0] if mover else position.centrality[0]
    return min(max(value, -MOST_EVALUATION), MOST_EVALUATION)


@bare_kernel
def evaluate_options(position, mover, cells, scores):
    """Fill `scores` with the evaluation after each option, for the side that moves there.

    `cells` and `scores` have shape (options,), int64. The policy counts as well, by as many logits.
    """
    for option in range(cells.shape[0]):
        prior = 10 * policy(position, mover, cells[option])
        put(position, cells[option], mover)
        scores[option] = prior - evaluate(position, 1 - mover)
        undo(position)
