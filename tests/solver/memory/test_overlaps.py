"""The same position asked several times at once: what is said of it follows from the options."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from service.game import Board, Rules, parse
from service.solver import Analysis, Budget, Look, Solver
from tests.support.sampling import chance_of, enough, samples

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
    assert analysis.principal_variation[0] == analysis.options[0].cell, context
    assert not analysis.whole or len(analysis.principal_variation) == said.plies_to_end, context


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
