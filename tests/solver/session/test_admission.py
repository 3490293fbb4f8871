"""What passes a admission and what need not, and that neither it nor a store makes values wrong."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Thread
from typing import TypeVar

import pytest

from service.game import Board, Rules, parse
from service.solver import Analysis, Budget, Look, Solver
from tests.solver.checks import without_seconds

HARD = Board(Rules(7, 7, 5))
EASY = [
    Board(Rules(3, 3, 3)),
    Board(Rules(50, 50, 99)),
    Board(Rules(5, 5, 5)),
    parse(["." * 40] * 18 + ["." * 5 + "XXXX" + "." * 31] + ["O" * 3 + "." * 37], 5, "O"),
]
Search = Callable[[], Analysis]
Found = TypeVar("Found")


@dataclass
class Bookkeeper:
    """An admission that lets everything pass, or nothing, and keeps count."""

    opens: bool = True
    passed: int = 0

    def briefly(self, work: Callable[[], Found]) -> Found:
        """Run it here, and see that nothing else is admitted meanwhile."""
        passed = self.passed
        found = work()
        assert self.passed == passed
        return found

    def search(self, search: Search, deadline: float) -> Analysis | None:
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
class KeepingStore:
    """A store in this process."""

    kept: dict[tuple[Board, bool], Analysis] = field(default_factory=dict)

    def recall(self, board: Board, *, best_only: bool) -> Analysis | None:
        """Return what was kept."""
        return self.kept.get((board, best_only))

    def keep(self, board: Board, analysis: Analysis, *, best_only: bool) -> None:
        """Keep it."""
        self.kept[board, best_only] = analysis


@pytest.mark.parametrize("board", EASY, ids=str)
def test_a_quick_probe_is_enough_for_what_is_easy(board: Board) -> None:
    admission, solver = Bookkeeper(opens=False), Solver(1)
    # Loading kernels takes longer than a quick probe.
    solver.analyse(board, Budget(best_only=True))
    solver.forget()
    analysis = solver.analyse(board, Budget(seconds=60, best_only=True), admission=admission)
    assert admission.passed == 0
    assert analysis.search.complete


@pytest.mark.parametrize("board", [HARD, Board(Rules(12, 12, 5)), Board(Rules(8, 8, 4))], ids=str)
@pytest.mark.parametrize("seed", [None, 1])
def test_a_search_in_two_stages_says_what_one_in_one_says(board: Board, seed: int | None) -> None:
    admission, budget = Bookkeeper(), Budget(nodes=60_000, seed=seed)
    whole, halves = (
        Solver(4).analyse(board, budget),
        Solver(4).analyse(board, budget, admission=admission),
    )
    assert admission.passed == 1
    assert without_seconds(whole) == without_seconds(halves)


def test_what_is_not_let_through_has_what_the_quick_probe_has_seen() -> None:
    admission = Bookkeeper(opens=False)
    analysis = Solver(4).analyse(HARD, Budget(seconds=60), admission=admission)
    assert admission.passed == 1
    assert not analysis.search.complete
    assert analysis.search.stopped_by == "time"
    assert analysis.search.nodes > 0
    assert len(analysis.options) == 49
    assert analysis.assessment.bounds.lower == 0, "by strategy stealing"


def test_a_refusal_is_raised() -> None:
    class Refusing(Bookkeeper):
        def search(self, search: Search, deadline: float) -> Analysis | None:
            raise PermissionError

    with pytest.raises(PermissionError):
        Solver(4).analyse(HARD, Budget(seconds=60), admission=Refusing())


def test_a_quick_probe_is_not_observed() -> None:
    looks: list[Look] = []

    def observe(look: Look) -> bool:
        looks.append(look)
        return False

    for admission in (Bookkeeper(opens=False), Bookkeeper()):
        Solver(4).analyse(HARD, Budget(nodes=60_000), observe, admission)
        assert bool(looks) is admission.opens


def test_what_is_complete_goes_to_the_store_and_comes_from_it() -> None:
    store, admission, board = KeepingStore(), Bookkeeper(), Board(Rules(6, 4, 4))
    first = Solver(4, store=store).analyse(board, Budget(), admission=admission)
    assert store.kept == {(board, False): first}
    second = Solver(4, store=store).analyse(board, Budget(), admission=admission)
    assert admission.passed == 1
    assert second.search.nodes == 0 < first.search.nodes
    cost = replace(first.search, nodes=0, table_hits=1, seconds=second.search.seconds)
    assert second == replace(first, search=cost)


def test_only_what_is_complete_and_has_no_seed_goes_to_the_store() -> None:
    store, admission = KeepingStore(), Bookkeeper()
    solver = Solver(4, store=store)
    solver.analyse(HARD, Budget(nodes=60_000), admission=admission)
    solver.analyse(Board(Rules(6, 4, 4)), Budget(seed=1), admission=admission)
    solver.analyse(Board(Rules(3, 3, 3)), Budget(), admission=admission)
    assert admission.passed == 2
    assert not store.kept
