"""What the solver refuses."""

from __future__ import annotations

import pytest

from service.game import Board, Rules
from service.solver import Budget, Proof, Solver


def test_a_board_beyond_measure_is_refused() -> None:
    with pytest.raises(ValueError, match="more than 65535 cells"):
        Solver(1).analyse(Board(Rules(256, 256, 5)), Budget(nodes=1))


def test_a_row_length_beyond_measure_is_a_draw_at_once() -> None:
    for side in (3, 9):
        analysis = Solver(1).analyse(Board(Rules(side, side, 10**30)), Budget())
        assert (analysis.assessment.value, analysis.assessment.plies_to_end) == (0, side * side)
        assert analysis.proof == Proof("no_open_lines")
