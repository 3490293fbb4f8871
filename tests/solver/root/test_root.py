"""What is worked out at the root: estimates of the options; their order is tested by its effects.

See `test_tie_breaks.py`, and `check_exact` and `check_classes`.
"""

from fractions import Fraction

import numpy as np
import pytest

from service.solver.root.kernels.estimate import estimate
from tests.solver.checks import contents_of
from tests.support.positions import random_positions
from tests.support.reference import Reference, other, put

ESTIMATED = [((3, 3, 3), (1, 9)), ((5, 4, 3), (2, 20)), ((7, 7, 5), (5, 49)), ((9, 2, 4), (3, 18)),
          ((3, 3, 5), (1, 9)), ((4, 4, 1), (16, 16))]  # fmt: skip


def balance(game: Reference, cells: str, mover: str) -> Fraction:
    """Return the worth of the mover's open lines less that of the opponent's."""
    total = Fraction()
    for line in game.lines:
        marks = [cells[cell] for cell in line]
        worth = Fraction(1, 4 ** marks.count("."))
        total += worth * (other(mover) not in marks) - worth * (mover not in marks)
    return total


@pytest.mark.parametrize(("shape", "empty"), ESTIMATED, ids=str)
def test_estimates_are_the_balance_after_the_move_between_minus_one_and_one(
    shape: tuple[int, int, int], empty: tuple[int, int]
) -> None:
    scores = np.full(shape[0] * shape[1], np.nan)
    for position in random_positions(shape, empty, 40, seed=61):
        game, cells, mover = position.game, position.cells, position.to_move
        lines = np.array(game.lines, np.int32).reshape(-1, shape[2])
        estimate(lines, contents_of(cells, mover), scores)
        for cell in game.legal_moves(cells):
            after = balance(game, put(cells, cell, mover), mover)
            assert scores[cell] == pytest.approx(float(after / (1 + abs(after)))), position.rows
