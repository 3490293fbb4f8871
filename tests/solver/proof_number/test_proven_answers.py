"""Answers of the whole solver that proofs of the weak and the strong game settle."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

from service.game import Board, Rules
from service.solver import Analysis, Budget, Solver
from tests.solver.checks import (
    board_of,
    check_bounds,
    check_drawn_line,
    check_exact,
    check_variation,
)
from tests.solver.proof_number.asking import SOLVED_SHAPES
from tests.support.maker_breaker import maker_wins, open_sets
from tests.support.positions import Position, random_positions
from tests.support.reference import Reference

DRAWN_BOARDS = [
    ((5, 4, 4), True, 40_000), ((5, 4, 4), False, 100_000), ((6, 4, 4), True, 200_000),
    ((6, 6, 5), True, 40_000), ((6, 6, 5), False, 40_000), ((7, 7, 6), True, 5_000),
    ((9, 6, 6), True, 20_000),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "best_only", "nodes"), DRAWN_BOARDS, ids=str)
def test_drawn_boards(shape: tuple[int, int, int], best_only: bool, nodes: int) -> None:
    board = Board(Rules(*shape))
    analysis = Solver(16).analyse(board, Budget(nodes=nodes, best_only=best_only))
    assert analysis.search.complete
    assert analysis.search.nodes <= nodes
    assert (analysis.assessment.value, analysis.assessment.plies_to_end) == (0, board.rules.cells)
    assert analysis.assessment.shortest is True
    if not best_only:
        assert {option.assessment.value for option in analysis.options} <= {0, -1}
    check_drawn_line(analysis)


def check_answer(analysis: Analysis, position: Position) -> None:
    """All options, or only the best, as the reference has it, and a line of best play."""
    game, cells, mover = position.game, position.cells, position.to_move
    outcome = (analysis.assessment.value, analysis.assessment.plies_to_end)
    assert outcome == game.solve(cells, mover), position.rows
    check_bounds(analysis, game, cells)
    check_variation(analysis, game, cells)


@pytest.mark.parametrize("best_only", [False, True])
@pytest.mark.parametrize(("shape", "empty_cells"), SOLVED_SHAPES, ids=str)
def test_proofs_first_through_the_door(
    monkeypatch: pytest.MonkeyPatch,
    solver: Solver,
    shape: tuple[int, int, int],
    empty_cells: tuple[int, int],
    best_only: bool,
) -> None:
    """With hardly a node for the deepening's slices, so that the proofs have theirs."""
    monkeypatch.setattr("service.solver.session.engines.FIRST_SLICE", 4)
    for position in random_positions(shape, empty_cells, 20, seed=14):
        board = board_of(position.game, position.cells, position.to_move)
        analysis = solver.analyse(board, Budget(best_only=best_only))
        assert analysis.search.complete
        check_answer(analysis, position)
        if not best_only:
            check_exact(analysis, position.game, position.cells)


def test_every_option_of_tic_tac_toe(solver: Solver) -> None:
    """Maker wins it, and yet every option is a draw."""
    game = Reference(3, 3, 3)
    assert maker_wins(open_sets(game, "." * 9, "X"), "Maker")
    check_exact(solver.analyse(Board(Rules(3, 3, 3)), Budget()), game, "." * 9)


def test_threads_share_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """What eight threads answer at once is what one answers alone."""
    monkeypatch.setattr("service.solver.session.engines.FIRST_SLICE", 64)
    shapes = [(5, 4, 4), (6, 4, 4), (6, 6, 5), (4, 4, 3), (5, 5, 5), (7, 7, 6)]
    boards = [Board(Rules(*shape)) for shape in shapes]
    for shape in [(5, 5, 4), (9, 9, 5)]:
        boards += [
            board_of(each.game, each.cells, each.to_move)
            for each in random_positions(shape, (8, 14), 20, seed=15)
        ]

    def answers(solver: Solver, order: NDArray[np.int64]) -> dict[int, tuple[object, object]]:
        found: dict[int, tuple[object, object]] = {}
        for index in order.tolist():
            analysis = solver.analyse(boards[index], Budget(best_only=True))
            assert analysis.search.complete
            assert len(analysis.principal_variation) == analysis.assessment.plies_to_end
            if analysis.assessment.value == 0:
                check_drawn_line(analysis)
            found[index] = analysis.assessment.value, analysis.assessment.plies_to_end
        return found

    alone = answers(Solver(16), np.arange(len(boards)))
    shared = Solver(1)
    orders = [np.random.default_rng(seed).permutation(len(boards)) for seed in range(8)]
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda order: answers(shared, order), orders):
            assert found == alone
