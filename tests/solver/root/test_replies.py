"""How likely a weak opponent errs agrees with the level that half of them play as."""

import random
from fractions import Fraction

import numpy as np
import pytest

from service.solver.root.kernels.replies import CERTAIN, COUNT_UNITS, weigh
from tests.players.levels.test_lines import best_cells
from tests.support.positions import Position, random_positions
from tests.support.reference import other, put

SHAPES = {
    (3, 3, 3): (2, 9), (4, 4, 4): (4, 14), (5, 4, 3): (9, 16), (5, 5, 4): (6, 20),
    (9, 1, 3): (3, 9), (7, 7, 5): (20, 49),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_half_reply_anywhere_and_half_as_lines_does(shape: tuple[int, int, int]) -> None:
    chance, compared = random.Random(shape[0]), 0
    for position in random_positions(shape, SHAPES[shape], 25, seed=61):
        game, cells, mover = position.game, position.cells, position.to_move
        empty = [cell for cell, mark in enumerate(cells) if mark == "."]
        moves = [cell for cell in empty if not game.completes(put(cells, cell, mover), cell, mover)]
        mistakes = np.zeros((len(moves), len(cells)), np.bool_)
        expected = []
        for row, move in zip(mistakes, moves, strict=True):
            replies = [cell for cell in empty if cell != move]
            wrong = {cell for cell in replies if chance.random() < 0.5}
            row[list(wrong)] = True
            natural = best_cells(Position(game, put(cells, move, mover), other(mover)))
            both = Fraction(len(wrong), len(replies)), Fraction(len(wrong & natural), len(natural))
            expected.append((float(sum(both)), len(wrong)))
        board = position.board
        found = np.zeros(len(moves), np.int64)
        weigh(board.geometry.lines, board.contents, np.array(moves, np.int64), mistakes, found)
        for likelihood, (likely, count) in zip(found.tolist(), expected, strict=True):
            assert likelihood % COUNT_UNITS == count
            assert likelihood // COUNT_UNITS == pytest.approx(likely * CERTAIN, abs=1)
            compared += 1
    assert compared > 15
