"""What the solver refuses."""

from __future__ import annotations

import pytest

from service.game import Board, Rules
from service.solver import Budget, Solver


def test_a_board_beyond_measure_is_refused() -> None:
    with pytest.raises(ValueError, match="more than 65535 cells"):
        Solver(1).analyse(Board(Rules(256, 256, 5)), Budget(nodes=1))
