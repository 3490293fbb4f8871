"""Answers that are kept: the same as when first given, only for nothing, and never too many."""

import tracemalloc
from copy import deepcopy

import pytest

from service.game import Board, Rules, parse
from service.solver import Budget, Solver
from tests.solver.checks import without_cost, without_seconds
from tests.support.positions import random_positions
from tests.support.sampling import samples

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


def test_what_is_incomplete_is_not_the_answer() -> None:
    solver, board = Solver(1), Board(Rules(5, 5, 4))
    assert not solver.analyse(board, Budget(nodes=50)).search.complete
    assert solver.analyse(board, Budget(nodes=60)).search.nodes > 0


def test_all_options_answer_which_is_best() -> None:
    solver, board = Solver(1), Board(Rules(4, 4, 4))
    every = solver.analyse(board, Budget())
    assert without_cost(solver.analyse(board, Budget(best_only=True))) == without_cost(every)


@pytest.mark.parametrize("shape", [(5, 5, 4), (6, 5, 4), (7, 6, 4), (9, 9, 5)], ids=str)
def test_a_cheaper_question_is_told_no_less(shape: tuple[int, int, int]) -> None:
    """That holds without time, with few nodes or a seed, and when the table has forgotten all."""
    cheaper = [Budget(seconds=0.0), Budget(nodes=20), Budget(nodes=20, best_only=True)]
    cheaper += [Budget(nodes=20, seed=seed) for seed in range(3)]
    told = 0
    for position in random_positions(shape, (14, 22), samples(12), seed=31):
        solver, board = Solver(1), position.board
        for budget in cheaper:
            solver.forget()
            before = solver.analyse(board, Budget(nodes=10_000, best_only=position.to_move == "O"))
            solver.table.clear()
            known = {option.cell: option.assessment for option in before.options}
            for option in (after := solver.analyse(board, budget)).options:
                one, other = known[option.cell], option.assessment
                told += one.value is not None
                assert one.bounds.lower <= other.bounds.lower, position.rows
                assert one.bounds.upper >= other.bounds.upper, position.rows
                if one.value is not None:
                    assert (one.plies_to_end, one.shortest) == (other.plies_to_end, other.shortest)
            if before.assessment.value is not None:
                assert after.assessment.plies_to_end == before.assessment.plies_to_end
                assert after.assessment.shortest == before.assessment.shortest
            if after.options[0] == before.options[0]:
                assert len(after.principal_variation) >= len(before.principal_variation)
                assert after.proof == before.proof
    assert told


def test_a_line_that_was_cut_short_is_told_of() -> None:
    """All is proven, and the nodes run out before the line of play has ended."""
    board = parse(["X...", ".O..", "....", "...."], 3, "X")
    analyses = (Solver(1).analyse(board, Budget(nodes=nodes)) for nodes in range(10, 1000))
    analysis = next(each for each in analyses if each.search.complete)
    assert analysis.search.stopped_by == "nodes"
    assert 0 < len(analysis.principal_variation) < (analysis.assessment.plies_to_end or 0)
    whole = Solver(1).analyse(board, Budget(nodes=10_000))
    assert whole.search.stopped_by is None
    assert len(whole.principal_variation) == whole.assessment.plies_to_end


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
