"""What takes minutes: a large sample of the positions of 4x4 with four in a row."""

from __future__ import annotations

import pytest

from service.solver import Budget, Solver
from tests.positions import random_positions
from tests.solver.checks import board_of, check_exact


@pytest.mark.long
def test_twenty_thousand_positions_of_four_by_four(solver: Solver) -> None:
    for position in random_positions((4, 4, 4), (1, 11), 20_000, seed=4):
        board = board_of(position.game, position.cells, position.to_move)
        check_exact(solver.analyse(board, Budget()), position.game, position.cells)
