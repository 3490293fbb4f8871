"""What a position of the search is answered with at once, against what is proven of it."""

from __future__ import annotations

from collections import Counter

import pytest

from service.solver import Budget, Solver
from service.solver.heuristic.heuristic import evaluated
from service.solver.heuristic.kernels.frames import seen
from service.solver.heuristic.kernels.score_table import MATE
from tests.positions import random_positions
from tests.sampling import enough
from tests.solver.checks import board_of


@pytest.mark.parametrize("shape", [(9, 9, 5), (10, 10, 5)], ids=str)
def test_what_is_plain_to_see_is_so(shape: tuple[int, int, int]) -> None:
    """A win at once, by a row that cannot be stopped, or by a fork; or a loss by two rows."""
    cells, solver, found = shape[0] * shape[1], Solver(1), Counter[int]()
    for each in random_positions(shape, (cells // 2, cells - 5), 2000, 31):
        board = board_of(each.game, each.cells, each.to_move)
        score = int(seen(evaluated(board), 0, int(board.to_move == "O")))
        if score == 0:
            continue
        value = 1 if score > 0 else -1
        known = solver.analyse(board, Budget(nodes=200_000, best_only=True)).assessment
        assert known.value == value, each.rows
        found[value * (MATE - abs(score))] += 1
    assert min(found[plies] for plies in (1, -2, 3, 5)) >= enough(6), found
