"""The pairing of the 8x8 torus, which serves every row of nine stones or more on any board.

The torus has 32 rings, 8 in each direction: lines of 8 cells that close. Each ring gets one pair of
neighbours along it, and the 32 pairs fill the 64 cells. Rolled out over a plane, any 9 cells in a
row hold every pair of neighbours of their ring, so the one that is paired (A. W. Hales and R. I.
Jewett, "Regularity and positional games", 1963).
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache

import numpy as np

from service.game import Rules
from service.game.geometry import DIRECTIONS
from service.solver.static_draws.kernels.pair_cover import NOTHING

SIDE = 8
"""The rows and columns of the torus."""

Choice = tuple[int, int, int]
"""A cell, its neighbour in a direction, and the number of their ring after those of all cells."""


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
    steps = torus_steps()[rows % SIDE, columns % SIDE]
    rows, columns = rows + steps[:, 0], columns + steps[:, 1]
    inside = (rows >= 0) & (rows < rules.height) & (columns >= 0) & (columns < rules.width)
    return np.where(inside, rows * rules.width + columns, NOTHING).astype(np.int32)


@cache
def torus_steps() -> np.ndarray:
    """Return the row and column step from each cell of the torus to its partner, (8, 8, 2)."""
    cells, rings = SIDE * SIDE, len(DIRECTIONS) * SIDE
    choices: list[Choice] = []
    for direction, (down, right) in enumerate(DIRECTIONS):
        for row in range(SIDE):
            for column in range(SIDE):
                neighbour = (row + down) % SIDE * SIDE + (column + right) % SIDE
                ring = (row * right - column * down) % SIDE
                choices.append((row * SIDE + column, neighbour, cells + direction * SIDE + ring))
    steps = np.zeros((cells, 2), np.int64)
    for cell, neighbour, ring in _exact_cover(range(cells + rings), choices) or []:
        steps[cell] = DIRECTIONS[(ring - cells) // SIDE]
        steps[neighbour] = -steps[cell]
    return steps.reshape(SIDE, SIDE, 2)


def _exact_cover(items: range | list[int], choices: list[Choice]) -> list[Choice] | None:
    """Return choices that hold each item exactly once, or None; the scarcest item comes first."""
    if not items:
        return []
    uses = Counter(item for choice in choices for item in choice)
    scarcest = min(items, key=lambda item: uses[item])
    for chosen in choices:
        if scarcest in chosen:
            left = [item for item in items if item not in chosen]
            fitting = [choice for choice in choices if not set(choice) & set(chosen)]
            found = _exact_cover(left, fitting)
            if found is not None:
                return [chosen, *found]
    return None
