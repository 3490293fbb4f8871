"""Answers that are kept: as at first, for nothing, never too many; several at once agree."""

import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest

from service.game import Board, Rules, parse
from service.solver import Analysis, Budget, Look, Solver
from service.solver.root import told_bounds
from tests.solver.checks import check_line, without_cost, without_seconds
from tests.solver.engines import nothing_proven
from tests.solver.session.test_admission import Bookkeeper, KeepingStore, Search
from tests.support.positions import random_positions
from tests.support.sampling import chance_of, enough, samples

EMPTY = Board(Rules(3, 3, 3))


@pytest.mark.parametrize("best_only", [False, True])
def test_asking_again_gives_the_same_answer_for_nothing(best_only: bool) -> None:
    solver = Solver(1)
    first, second = (solver.analyse(EMPTY, Budget(best_only=best_only)) for _ in range(2))
    assert without_cost(first) == without_cost(second)
    assert first.search.nodes > 0 == second.search.nodes
    assert second.search.table_hits == 1


def test_the_best_is_no_answer_for_all_options_but_they_are_one_for_the_best() -> None:
    solver, board = Solver(1), Board(Rules(4, 4, 4))
    best = solver.analyse(board, Budget(best_only=True))
    every = solver.analyse(board, Budget())
    assert any(option.assessment.value is None for option in best.options)
    assert all(option.assessment.value == 0 for option in every.options)
    assert without_cost(solver.analyse(board, Budget(best_only=True))) == without_cost(every)


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


def check_told_no_less(before: Analysis, after: Analysis) -> int:
    """Check that a later analysis tells no less; return how many options had a value before."""
    known = {option.cell: option.assessment for option in before.options}
    pairs = [(known[option.cell], option.assessment) for option in after.options]
    for one, other in [(before.assessment, after.assessment), *pairs]:
        assert one.bounds.lower <= other.bounds.lower, after.board.rows
        assert one.bounds.upper >= other.bounds.upper, after.board.rows
        if one.plies_to_end is not None and other.plies_to_end is not None:
            same = (one.plies_to_end, one.shortest) == (other.plies_to_end, other.shortest)
            assert same or (not one.shortest and other.plies_to_end <= one.plies_to_end)
    return sum(one.value is not None for one, _ in pairs)


CHEAP = [Budget(seconds=0.0), Budget(nodes=20), Budget(nodes=20, best_only=True)]
CHEAP += [Budget(nodes=20, seed=seed) for seed in range(3)]
COSTLY = [Budget(nodes=10_000), Budget(nodes=10_000, best_only=True)]
BEST = [Budget(best_only=True, seed=seed) for seed in (None, 1, None)]
FEW = [Budget(), Budget(best_only=True), Budget(nodes=60), Budget(nodes=300)]


@pytest.mark.parametrize(
    ("shape", "empty", "first", "later"),
    [*((shape, (14, 22), COSTLY, CHEAP) for shape in [(5, 5, 4), (6, 5, 4), (7, 6, 4), (9, 9, 5)]),
     *((shape, (6, 12), FEW, [*BEST, Budget(nodes=1)])
       for shape in [(3, 3, 3), (4, 4, 4), (5, 5, 4)])],
)  # fmt: skip
def test_a_cheaper_question_is_told_no_less(
    shape: tuple[int, int, int], empty: tuple[int, int], first: list[Budget], later: list[Budget]
) -> None:
    """That holds without time, with few nodes or a seed, and when the table has forgotten all.

    Among few empty cells the best option alone takes another search than a part of the nodes.
    """
    solver, told = Solver(1), 0
    for position in random_positions(shape, empty, 24, seed=31):
        for budget in first:
            solver.forget()
            before = solver.analyse(position.board, budget)
            for cheaper in later:
                solver.table.clear()
                after = solver.analyse(position.board, cheaper)
                told += check_told_no_less(before, after)
                if after.options[0] == before.options[0]:
                    assert len(after.principal_variation) >= len(before.principal_variation)
                    assert after.proof == before.proof
                before = after
    assert told


@dataclass
class Overlapped(Bookkeeper):
    """An admission that answers another question between the end of a search and its answer."""

    ask: Callable[[], Analysis] = field(kw_only=True)
    answer: Analysis | None = None

    def search(self, search: Search, deadline: float) -> Analysis | None:
        analysis = search()
        self.answer = self.ask()
        return analysis


def test_a_search_that_ends_late_does_not_hide_what_another_has_proven(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("service.solver.session.session.QUICK_PROBE_SECONDS", 0)
    told = 0
    for position in random_positions((5, 5, 4), (16, 20), samples(40), seed=34):
        board, solver, best = position.board, Solver(1), Budget(best_only=True)
        admission = Overlapped(ask=partial(solver.analyse, board, Budget(nodes=10_000)))
        late = solver.analyse(board, best, admission=admission)
        if admission.answer is not None and not admission.answer.search.complete:
            told += admission.answer.options != late.options
            check_told_no_less(admission.answer, solver.analyse(board, best))
    assert told


def test_what_a_store_recalls_is_told_with_what_is_known_already(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another replica knows more of the best option, and this one of another."""
    monkeypatch.setattr("service.solver.session.session.QUICK_PROBE_SECONDS", 0)
    tried = 0
    for position in random_positions((5, 5, 4), (13, 16), samples(40), seed=33):
        board, store, proven = position.board, KeepingStore(), nothing_proven(position.board)
        best, every = (Solver(1).analyse(board, Budget(best_only=only)) for only in (True, False))
        store.keep(board, best, best_only=True)
        truth = {option.cell: option.assessment for option in every.options}
        untold = {each.cell for each in best.options if each.assessment.value is None}
        for index, cell in enumerate(proven.cells.tolist()):
            if cell in untold:
                proven.lower[index], proven.upper[index] = told_bounds(truth[cell])
                solver = Solver(1, store=store)
                recalled = solver.analyse(
                    board, Budget(best_only=True), admission=Bookkeeper(), proven=proven
                )
                told = {option.cell: option.assessment for option in recalled.options}
                assert told[cell] == truth[cell]
                assert recalled.assessment == best.assessment
                tried += 1
                break
    assert tried


def test_forgetting_makes_it_a_first_time() -> None:
    solver = Solver(1)
    first = solver.analyse(EMPTY, Budget())
    solver.forget()
    second = solver.analyse(EMPTY, Budget())
    assert without_seconds(first) == without_seconds(second)


@pytest.mark.parametrize("shape", [(3, 3, 3), (4, 4, 4), (14, 14, 9), (50, 50, 26)], ids=str)
def test_an_analysis_takes_no_more_than_it_says(shape: tuple[int, int, int]) -> None:
    analysis = Solver(1).analyse(Board(Rules(*shape)), Budget(nodes=100_000))
    assert analysis.whole
    tracemalloc.start()
    copied = deepcopy(analysis)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0 < taken <= copied.nbytes


GAMES: list[tuple[tuple[int, int, int], dict[str, Any]]] = [
    ((5, 5, 4), {}),
    ((7, 6, 4), {}),
    ((5, 5, 4), {"gravity": True}),
    ((7, 6, 4), {"gravity": True}),
    ((5, 5, 4), {"misere": True}),
    ((6, 6, 5), {"wrap": "both"}),
    ((6, 6, 5), {"exact": True}),
]


def check_whole(analysis: Analysis) -> None:
    """Check what is said of a position against what is said of its options."""
    said, options = analysis.assessment, [option.assessment for option in analysis.options]
    best, context = options[0], (analysis.board.rows, analysis.board.rules)
    assert said.bounds.lower == max(each.bounds.lower for each in options), context
    assert said.bounds.upper == max(each.bounds.upper for each in options), context
    if said.value is not None:
        assert best.value == said.value, context
        assert best.plies_to_end == said.plies_to_end, context
        assert best.shortest or not said.shortest, context
    assert (said.value is None) == (analysis.proof is None), context
    assert not analysis.whole or len(analysis.principal_variation) == said.plies_to_end, context
    check_line(analysis)


@dataclass
class Asking:
    """An observer that asks about the same position at one of its calls, and stops at another."""

    ask: partial[Analysis]
    asks_at: int
    stops_at: int
    calls: int = 0
    answer: Analysis | None = None

    def __call__(self, look: Look) -> bool:
        self.calls += 1
        if self.calls == self.asks_at:
            self.answer = self.ask()
        return self.calls >= self.stops_at


@pytest.mark.parametrize(("shape", "switches"), GAMES, ids=str)
def test_an_analysis_within_another_leaves_both_consistent(
    shape: tuple[int, int, int], switches: dict[str, Any]
) -> None:
    """One begins and ends while the other goes on, and so they may take over from each other."""
    chance, overlaps = chance_of(f"overlaps on {shape} {switches}"), 0
    for _ in range(samples(300)):
        board = Board(Rules(*shape, **switches))
        for _ in range(chance.randrange(4, 14)):
            after = board.play(chance.choice(board.legal_moves))
            board = after if after.status == "in_progress" else board
        solver, asks_at = Solver(1), chance.randrange(1, 4)
        inner = Budget(
            nodes=chance.choice([300, 3_000, 30_000]),
            best_only=chance.random() < 0.5,
            seed=chance.choice([None, 1]),
        )
        outer = Budget(nodes=chance.choice([3_000, 30_000]), best_only=chance.random() < 0.5)
        stops_at = asks_at + chance.randrange(5)
        asking = Asking(partial(solver.analyse, board, inner), asks_at, stops_at)
        check_whole(solver.analyse(board, outer, asking))
        if asking.answer is not None:
            check_whole(asking.answer)
            overlaps += 1
    assert overlaps >= enough(60)


def test_analyses_in_several_threads_are_each_consistent() -> None:
    """Among them are some that have helpers, and some that end early."""
    rows = [".....", ".O...", "XX...", "XOO..", "OOXXO"]
    board = parse(rows, 4, "X", misere=True)
    budgets = [Budget(), Budget(best_only=True), Budget(seconds=0.005), Budget(seconds=0.02)]
    budgets += [Budget(nodes=200), Budget(nodes=3_000, seed=1)]
    with ThreadPoolExecutor(len(budgets)) as pool:
        for _ in range(samples(100)):
            solver = Solver(1, threads=2)
            for analysis in pool.map(partial(solver.analyse, board), budgets):
                check_whole(analysis)
            for seed in (None, 1):
                check_whole(solver.analyse(board, Budget(seconds=0.01, seed=seed)))
