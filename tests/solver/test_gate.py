"""What passes a gate and what need not, and that neither it nor a store makes values wrong."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Thread

import pytest

from service.game import Board, Rules, parse
from service.solver import Analysis, Budget, Look, Solver

HARD = Board(Rules(7, 7, 5))
EASY = [
    Board(Rules(3, 3, 3)),
    Board(Rules(50, 50, 99)),
    Board(Rules(5, 5, 5)),
    parse(["." * 40] * 18 + ["." * 5 + "XXXX" + "." * 31] + ["O" * 3 + "." * 37], 5, "O"),
]
Search = Callable[[], Analysis]


@dataclass
class Bookkeeper:
    """A gate that lets everything pass, or nothing, and keeps count."""

    opens: bool = True
    passed: int = 0

    def __call__(self, search: Search, deadline: float) -> Analysis | None:
        """Run the search in a thread of its own."""
        assert deadline > time.monotonic() - 60
        self.passed += 1
        found: list[Analysis] = []
        if self.opens:
            thread = Thread(target=lambda: found.append(search()))
            thread.start()
            thread.join()
        return found[0] if found else None


@dataclass
class Shelf:
    """A store in this process."""

    kept: dict[tuple[Board, bool], Analysis] = field(default_factory=dict)

    def recall(self, board: Board, best_only: bool) -> Analysis | None:
        """What was kept."""
        return self.kept.get((board, best_only))

    def keep(self, board: Board, best_only: bool, analysis: Analysis) -> None:
        """Keep it."""
        self.kept[board, best_only] = analysis


def without_seconds(analysis: Analysis) -> Analysis:
    return replace(analysis, search=replace(analysis.search, seconds=0.0))


@pytest.mark.parametrize("board", EASY, ids=str)
def test_a_glance_is_enough_for_what_is_easy(board: Board) -> None:
    gate, solver = Bookkeeper(opens=False), Solver(1)
    # Loading kernels takes longer than a glance.
    solver.analyse(board, Budget(best_only=True))
    solver.forget()
    analysis = solver.analyse(board, Budget(seconds=60, best_only=True), gate=gate)
    assert gate.passed == 0
    assert analysis.search.complete


@pytest.mark.parametrize("board", [HARD, Board(Rules(12, 12, 5)), Board(Rules(8, 8, 4))], ids=str)
@pytest.mark.parametrize("seed", [None, 1])
def test_a_search_in_two_stages_says_what_one_in_one_says(board: Board, seed: int | None) -> None:
    gate, budget = Bookkeeper(), Budget(nodes=60_000, seed=seed)
    whole, halves = Solver(4).analyse(board, budget), Solver(4).analyse(board, budget, gate=gate)
    assert gate.passed == 1
    assert without_seconds(whole) == without_seconds(halves)


def test_what_is_not_let_through_has_what_a_glance_has_seen() -> None:
    gate = Bookkeeper(opens=False)
    analysis = Solver(4).analyse(HARD, Budget(seconds=60), gate=gate)
    assert gate.passed == 1
    assert not analysis.search.complete
    assert analysis.search.stopped_by == "time"
    assert analysis.search.nodes > 0
    assert len(analysis.options) == 49
    assert analysis.assessment.bounds.lower == 0, "by strategy stealing"


def test_a_refusal_is_raised() -> None:
    def refuse(search: Search, deadline: float) -> Analysis | None:
        raise PermissionError

    with pytest.raises(PermissionError):
        Solver(4).analyse(HARD, Budget(seconds=60), gate=refuse)


def test_a_glance_is_not_observed() -> None:
    looks: list[Look] = []

    def observe(look: Look) -> bool:
        looks.append(look)
        return False

    for gate in (Bookkeeper(opens=False), Bookkeeper()):
        Solver(4).analyse(HARD, Budget(nodes=60_000), observe, gate)
        assert bool(looks) is gate.opens


def test_what_is_complete_goes_to_the_store_and_comes_from_it() -> None:
    shelf, gate, board = Shelf(), Bookkeeper(), Board(Rules(5, 4, 4))
    first = Solver(4, store=shelf).analyse(board, Budget(), gate=gate)
    assert shelf.kept == {(board, False): first}
    second = Solver(4, store=shelf).analyse(board, Budget(), gate=gate)
    assert gate.passed == 1
    assert second.search.nodes == 0 < first.search.nodes
    cost = replace(first.search, nodes=0, table_hits=1, seconds=second.search.seconds)
    assert second == replace(first, search=cost)


def test_only_what_is_complete_and_has_no_seed_goes_to_the_store() -> None:
    shelf, gate = Shelf(), Bookkeeper()
    solver = Solver(4, store=shelf)
    solver.analyse(HARD, Budget(nodes=60_000), gate=gate)
    solver.analyse(Board(Rules(5, 4, 4)), Budget(seed=1), gate=gate)
    solver.analyse(Board(Rules(3, 3, 3)), Budget(), gate=gate)
    assert gate.passed == 2
    assert not shelf.kept
