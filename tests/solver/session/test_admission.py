"""What passes an admission and what need not, within how many nodes; no value gets wrong."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from threading import Thread
from typing import TypeVar

import pytest

from service.game import Board, Rules, parse
from service.solver import Analysis, Budget, Look, Solver
from service.solver.lines import CELLS
from service.solver.proven_options import ProvenOptions
from service.solver.session import Session
from service.solver.session.session import TURN_NODES
from service.solver.session.slice_timer import FIRST_SLICE
from tests.solver.checks import without_seconds
from tests.solver.engines import crowded, nothing_proven

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
    """An admission that lets everything pass, or nothing, and keeps count of it and of nodes."""

    opens: bool = True
    passed: int = 0
    sessions: list[Session] = field(default_factory=list)
    within_turns: list[int] = field(default_factory=list)
    """The nodes that a session has spent after each part that is worked out in a turn."""

    def briefly(self, work: Callable[[], Found]) -> Found:
        """Run it here, and see that nothing else is admitted meanwhile."""
        passed = self.passed
        found = work()
        assert self.passed == passed
        if isinstance(found, tuple):
            self.sessions.append(found[0])
        if self.sessions:
            self.within_turns.append(self.sessions[-1]._portfolio.nodes)
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
    whole = Solver(4).analyse(board, budget)
    halves = Solver(4).analyse(board, budget, admission=admission)
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
    solver.analyse(HARD, Budget(nodes=20_000), admission=admission)
    solver.analyse(Board(Rules(6, 4, 4)), Budget(seed=1), admission=admission)
    solver.analyse(Board(Rules(3, 3, 3)), Budget(), admission=admission)
    assert admission.passed == 2
    assert not store.kept


KNOWN = [
    Board(Rules(5, 5, 4)),
    Board(Rules(5, 4, 4, exact=True)),
    Board(Rules(5, 5, 4, gravity=True)),
    Board(Rules(4, 4, 4, misere=True)),
]
"""Boards whose values take a while to prove, and then a line of play does."""


def most_nodes(board: Board) -> int:
    """Return the nodes that a conclusion takes within a turn at most; see `Conclusion.within`."""
    return 2 * (TURN_NODES * CELLS // max(CELLS, board.rules.cells)) + FIRST_SLICE


@cache
def known(board: Board) -> tuple[ProvenOptions, Analysis]:
    """Return what there is to know of the options, and an analysis whose line of play may vary."""
    proven = nothing_proven(board)
    analysis = Solver(1).analyse(board, Budget(seed=1), proven=proven)
    assert analysis.search.complete
    return proven, analysis


def solver_that_knows(board: Board) -> Solver:
    """Return a solver that knows the values of the options, and has no table to find a line."""
    solver, told = Solver(1), nothing_proven(board)
    proven, analysis = known(board)
    told.tighten(proven)
    solver._kept.share(told)
    solver._kept.put(analysis, Budget(seed=1))
    solver.table.wide_entries = solver.table.wide_entries[:1]
    return crowded(solver)


@pytest.mark.parametrize("size", [13, 15, 20, 30])
@pytest.mark.parametrize("row_length", [8, 9])
@pytest.mark.parametrize("seed", [None, 1])
def test_a_glance_at_a_draw_that_is_known(size: int, row_length: int, seed: int | None) -> None:
    """The line of play of such a draw is no search of this world."""
    solver, board = Solver(1), Board(Rules(size, size, row_length))
    known = solver.analyse(board, Budget(best_only=True, seed=seed))
    assert known.assessment.value == 0
    # A theorem says nothing of the moves.
    assert known.proof is not None
    told = known.proof.method != "tiling"
    assert known.whole == told
    glance = solver.glance(board, Budget())
    assert glance.search.nodes <= most_nodes(board)
    assert glance.assessment.value == 0
    assert glance.search.complete
    assert (glance.search.stopped_by is None) == glance.whole
    assert glance.whole or seed is not None or not told


def test_a_line_of_play_that_takes_long_is_worked_out_in_a_slot() -> None:
    """It is the same in two parts as in one."""
    passed, budget = 0, Budget(nodes=1 << 30)
    for board in KNOWN:
        admission = Bookkeeper()
        analysis = solver_that_knows(board).analyse(board, budget, admission=admission)
        assert admission.within_turns[0] <= most_nodes(board)
        assert admission.passed == (analysis.search.nodes > admission.within_turns[0])
        assert analysis.whole
        at_once = solver_that_knows(board).analyse(board, budget)
        assert without_seconds(analysis) == without_seconds(at_once)
        passed += admission.passed
    assert passed, "some line takes long"


@pytest.mark.parametrize("board", KNOWN, ids=str)
def test_what_a_glance_or_one_without_a_slot_says_of_it(board: Board) -> None:
    admission = Bookkeeper(opens=False)
    solver = solver_that_knows(board)
    glance = solver.glance(board, Budget())
    refused = solver_that_knows(board).analyse(board, Budget(seconds=60), admission=admission)
    assert glance.search.nodes <= most_nodes(board)
    assert max(admission.within_turns) <= 2 * most_nodes(board)
    for analysis in (glance, refused):
        assert analysis.assessment.value is not None
        assert analysis.principal_variation[0] == analysis.options[0].cell
        assert (analysis.search.stopped_by is None) == analysis.whole


def test_who_leaves_while_a_line_of_play_is_worked_out_is_noticed() -> None:
    looks: list[Look] = []

    def leaves(look: Look) -> bool:
        looks.append(look)
        return True

    board = KNOWN[1]
    analysis = solver_that_knows(board).analyse(board, Budget(), leaves, Bookkeeper())
    assert len(looks) == 1
    assert analysis.search.complete
    assert analysis.search.stopped_by == "interrupt"
    assert not analysis.whole


def test_small_boards_keep_their_lines() -> None:
    """What a table knows is told to the end, at once."""
    for shape in ((3, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 5)):
        solver, admission, board = Solver(4), Bookkeeper(opens=False), Board(Rules(*shape))
        solver.analyse(board, Budget(seed=1))
        analysis = solver.analyse(board, Budget(nodes=1 << 30), admission=admission)
        assert admission.passed == 0
        assert analysis.whole
