"""The lines through each cell of a board, and what their edges make of their contents."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from service.game import Rules

BLOCKED = 2


@lru_cache(maxsize=8)
def edges(rules: Rules) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """`reach`, `powers` and, of the empty board, `contents`; see `kernels.evaluation.Position`."""
    most = rules.row_length - 1
    row, column = np.divmod(np.arange(rules.cells), rules.width)
    left, right = column, rules.width - 1 - column
    up, down = row, rules.height - 1 - row
    before = [left, np.minimum(up, right), up, np.minimum(up, left)]
    after = [right, np.minimum(down, left), down, np.minimum(down, right)]
    reach = np.minimum(np.stack([np.stack(before, 1), np.stack(after, 1)], 2), most)
    # The cell next before counts least of those before, that next after most of those after.
    powers = np.zeros((2, rules.row_length), np.int64)
    for distance in range(1, rules.row_length):
        powers[0, distance] = 3 ** (most - 1 + distance)
        powers[1, distance] = 3 ** (most - distance)
    blocked = np.zeros((2, rules.row_length), np.int64)
    # By how many cells there are: all further ones are off the board.
    for there in range(most):
        blocked[:, there] = BLOCKED * powers[:, there + 1 :].sum(axis=1)
    outside = blocked[0, reach[:, :, 0]] + blocked[1, reach[:, :, 1]]
    contents = np.repeat(outside[:, :, None], 2, axis=2).astype(np.int32)
    return reach, powers, contents
