"""A first estimate of every move from the open lines, where nothing is proven.

A line that lacks m stones of its owner is worth `4**-m`, and nothing if both players are on it.
"""

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.line_board import stones_on


@kernel
def line_worth(missing):
    """Return what an open line is worth to its owner."""
    return 4.0**-missing


@kernel
def squashed(worth):
    """Return a worth as an estimate in (-1, 1)."""
    return worth / (1.0 + abs(worth))


@kernel
def estimate(lines, contents, scores):
    """Fill `scores`, shape (cells,), float64, with an estimate in (-1, 1) for each empty cell.

    `lines` has shape (lines, row length), int32; `contents` has shape (cells,), uint8, 0 where a
    cell is empty, 1 for the mover's stones and 2 for the opponent's. The estimate is the mover's
    balance of line worth after the move, squashed.
    """
    balance = 0.0
    row_length = lines.shape[1]
    scores[:] = 0.0
    for line in range(lines.shape[0]):
        own_stones, opponent_stones = stones_on(lines, line, contents)
        gain = 0.0
        if opponent_stones == 0:
            worth = line_worth(row_length - own_stones)
            balance += worth
            gain += 3.0 * worth
        if own_stones == 0:
            worth = line_worth(row_length - opponent_stones)
            balance -= worth
            gain += worth
        if own_stones == 0 or opponent_stones == 0:
            for index in range(row_length):
                scores[lines[line, index]] += gain
    for cell in range(scores.shape[0]):
        scores[cell] = squashed(balance + scores[cell])
