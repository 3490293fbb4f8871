"""The first estimate of every move is the balance of the lines after it."""

from fractions import Fraction

import numpy as np
import pytest

from service.solver.root.kernels.estimate import estimate
from tests.solver.checks import contents_of
from tests.support.positions import Position, random_positions
from tests.support.reference import Reference, other

SHAPES = [((3, 3, 3), (1, 9)), ((5, 4, 3), (2, 20)), ((7, 7, 5), (5, 49)), ((9, 2, 4), (3, 18)),
          ((3, 3, 5), (1, 9)), ((4, 4, 1), (16, 16))]  # fmt: skip


def balance(game: Reference, cells: str, mover: str) -> Fraction:
    """Return the worth of the mover's open lines less that of the opponent's."""
    total = Fraction()
    for line in game.lines:
        marks = [cells[cell] for cell in line]
        worth = Fraction(1, 4 ** marks.count("."))
        total += worth * (other(mover) not in marks) - worth * (mover not in marks)
    return total


def expected(position: Position, cell: int) -> float:
    """Return the balance after the move, between -1 and 1."""
    cells, mover = position.cells, position.to_move
    after = balance(position.game, cells[:cell] + mover + cells[cell + 1 :], mover)
    return float(after / (1 + abs(after)))


@pytest.mark.parametrize(("shape", "empty"), SHAPES, ids=str)
def test_estimates_are_the_balance_after_the_move(
    shape: tuple[int, int, int], empty: tuple[int, int]
) -> None:
    scores = np.full(shape[0] * shape[1], np.nan)
    for position in random_positions(shape, empty, 40, seed=61):
        contents = contents_of(position.cells, position.to_move)
        lines = np.array(position.game.lines, np.int32).reshape(-1, shape[2])
        estimate(lines, contents, scores)
        for cell, mark in enumerate(position.cells):
            if mark == ".":
                assert scores[cell] == pytest.approx(expected(position, cell)), position.rows
                assert -1 < scores[cell] < 1
