"""The line of play on large boards: to the end where it is known, and soon."""

import numpy as np
import pytest

from service.game import parse
from service.solver import Budget, Solver
from service.solver.session import variation
from tests.solver.checks import check_variation, played
from tests.solver.engines import BY_ENGINES, ENGINES_FOR, counter_engines
from tests.support.positions import random_positions
from tests.support.sampling import enough

LOST = [
    "..............X", "...............", ".....X.........", "......O........", ".......O.......",
    "......X...O....", ".......X.X.....", ".....O.O.......", "......XO.......", ".....X.........",
    "..OO.X.X.......", "...XOOO........", "..X............", "...............", "...............",
]  # fmt: skip
NODES = 100_000


@pytest.mark.parametrize("best_only", [False, True])
def test_a_finished_proof_is_told_at_once_and_to_its_end(best_only: bool) -> None:
    """The winner's moves are known from the proof: only the loser's replies are searched."""
    board = parse(LOST, 5, "O")
    analysis = Solver(1).analyse(board, Budget(nodes=NODES, best_only=best_only))
    assert analysis.search.complete
    assert (analysis.assessment.value, analysis.assessment.plies_to_end) == (-1, 10)
    assert analysis.assessment.shortest
    assert analysis.whole
    assert analysis.search.nodes < NODES / 2


def test_a_proven_line_is_played_to_its_end_with_no_node_left() -> None:
    board = parse(LOST, 5, "O")
    known = Solver(1).analyse(board, Budget(nodes=NODES)).search.nodes
    for nodes in range(known - 400, known + 1, 40):
        analysis = Solver(1).analyse(board, Budget(nodes=nodes))
        assert analysis.search.nodes <= nodes
        assert analysis.assessment.value == -1
        assert len(analysis.principal_variation) == analysis.assessment.plies_to_end
        assert played(board, analysis.principal_variation).winner == "X"


@pytest.mark.parametrize("least", [0, 1 << 13])
@pytest.mark.parametrize(
    ("shape", "empty"), [((5, 5, 4), (7, 9)), ((6, 5, 4), (7, 9)), ((5, 4, 3), (7, 9))], ids=str
)
def test_lines_of_small_boards_by_the_search_of_large_ones(
    monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int, int], empty: tuple[int, int], least: int
) -> None:
    """Best play of both to the end, whether the proof by threats helps or not."""
    monkeypatch.setattr(ENGINES_FOR, counter_engines)
    monkeypatch.setattr(variation, "LEAST_NODES", least)
    ended = 0
    for position in random_positions(shape, empty, 60, seed=21):
        board = position.board
        analysis = Solver(1).analyse(board, Budget(nodes=BY_ENGINES))
        assert analysis.search.complete
        if analysis.whole or least:
            check_variation(analysis, position)
            ended += 1
    assert ended >= enough(30)


def test_a_line_is_found_however_often_its_search_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one slice has begun the next goes on with, though the table keeps nothing."""
    monkeypatch.setattr("service.solver.session.slice_timer.FIRST_SLICE", 1)
    monkeypatch.setattr("service.solver.session.slice_timer.LEAST_SLICE", 1)
    monkeypatch.setattr(variation, "SLICE_SECONDS", 0.0)
    for shape in [(4, 4, 4), (5, 4, 4), (6, 5, 4), (3, 3, 3)]:
        for position in random_positions(shape, (8, 11), 5, seed=3):
            solver = Solver(1)
            solver.table.entries = np.zeros((1, solver.table.entries.shape[1]), np.uint64)
            board = position.board
            analysis = solver.analyse(board, Budget(nodes=BY_ENGINES))
            assert len(analysis.principal_variation) == analysis.assessment.plies_to_end
