"""Answers that are kept: the same as when first given, only for nothing, and never too many."""

import tracemalloc
from copy import deepcopy

import pytest

from service.game import Board, Rules
from service.solver import Budget, Solver
from tests.solver.checks import without_cost, without_seconds

EMPTY = Board(Rules(3, 3, 3))


@pytest.mark.parametrize("best_only", [False, True])
def test_asking_again_gives_the_same_answer_for_nothing(best_only: bool) -> None:
    solver = Solver(1)
    first, second = (solver.analyse(EMPTY, Budget(best_only=best_only)) for _ in range(2))
    assert without_cost(first) == without_cost(second)
    assert first.search.nodes > 0 == second.search.nodes
    assert second.search.table_hits == 1


def test_all_options_and_the_best_are_different_questions() -> None:
    solver, board = Solver(1), Board(Rules(4, 4, 4))
    best = solver.analyse(board, Budget(best_only=True))
    every = solver.analyse(board, Budget())
    assert any(option.assessment.value is None for option in best.options)
    assert all(option.assessment.value == 0 for option in every.options)


def test_a_seed_is_answered_anew_and_alike() -> None:
    solver = Solver(1)
    plain = solver.analyse(EMPTY, Budget())
    orders = {tuple(each.cell for each in plain.options)}
    for seed in range(20):
        analysis, again = (solver.analyse(EMPTY, Budget(seed=seed)) for _ in range(2))
        assert again.options == analysis.options
        orders.add(tuple(each.cell for each in analysis.options))
    assert len(orders) > 10


def test_what_is_incomplete_is_not_kept() -> None:
    solver, board = Solver(1), Board(Rules(5, 5, 4))
    assert not solver.analyse(board, Budget(nodes=50)).search.complete
    assert solver.analyse(board, Budget(nodes=60)).search.nodes > 0


def test_forgetting_makes_it_a_first_time() -> None:
    solver = Solver(1)
    first = solver.analyse(EMPTY, Budget())
    solver.forget()
    second = solver.analyse(EMPTY, Budget())
    assert without_seconds(first) == without_seconds(second)


@pytest.mark.parametrize("shape", [(3, 3, 3), (4, 4, 4), (14, 14, 8), (50, 50, 26)], ids=str)
def test_an_analysis_takes_no_more_than_it_says(shape: tuple[int, int, int]) -> None:
    analysis = Solver(1).analyse(Board(Rules(*shape)), Budget(nodes=100_000))
    assert analysis.whole
    tracemalloc.start()
    copied = deepcopy(analysis)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0 < taken <= copied.nbytes
