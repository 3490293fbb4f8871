"""The pairing of the 8x8 torus, which serves every row of nine stones or more on any board.

The torus has 32 rings, 8 in each direction: lines of 8 cells that close. Each ring gets one pair of
neighbours along it, and the 32 pairs fill the 64 cells. Rolled out over a plane, any 9 cells in a
row hold every pair of neighbours of their ring, so the one that is paired (A. W. Hales and R. I.
Jewett, "Regularity and positional games", 1963).
"""

from functools import lru_cache

import numpy as np

from service.game import Rules
from service.solver.static_proofs.kernels.pair_cover import NOTHING

PARTNERS = (
    "→←↓↓↓↘↖↗", "→←↑↑↑↓↖↓", "↓→←↘↘↑↓↑", "↑→←↘↖↖↑↘",
    "↖↓→←↖↙↙↙", "↙↑→←↗↗↗↙", "↙↘↙→←↘↗↗", "↙↗↖→←↘↖↗",
)  # fmt: skip
"""Where the partner of each cell of the torus lies, row by row."""
SIDE = len(PARTNERS)
"""The rows and columns of the torus."""
STEPS = {
    "→": (0, 1), "←": (0, -1), "↓": (1, 0), "↑": (-1, 0),
    "↘": (1, 1), "↖": (-1, -1), "↙": (1, -1), "↗": (-1, 1),
}  # fmt: skip
TORUS_STEPS = np.array([[STEPS[mark] for mark in row] for row in PARTNERS])
"""The row and column step from each cell of the torus to its partner, shape (SIDE, SIDE, 2)."""


def torus_partners(rules: Rules, contents: np.ndarray) -> np.ndarray:
    """Return the pairs of the torus laid over a board, without those that a stone breaks.

    `contents`, shape (cells,), is 0 where a cell is empty. Returns the partner of each cell, or
    NOTHING, shape (cells,), int32.
    """
    partners = _on_empty_board(rules).copy()
    partners[contents != 0] = NOTHING
    partners[contents[partners] != 0] = NOTHING
    return partners


@lru_cache(maxsize=8)
def _on_empty_board(rules: Rules) -> np.ndarray:
    """Return the partner of each cell of an empty board, or NOTHING, shape (cells,), int32."""
    rows, columns = np.divmod(np.arange(rules.cells), rules.width)
    steps = TORUS_STEPS[rows % SIDE, columns % SIDE]
    rows, columns = rows + steps[:, 0], columns + steps[:, 1]
    inside = (rows >= 0) & (rows < rules.height) & (columns >= 0) & (columns < rules.width)
    return np.where(inside, rows * rules.width + columns, NOTHING).astype(np.int32)
