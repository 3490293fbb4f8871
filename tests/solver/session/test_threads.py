"""Searches in several threads: the answers of one thread, and nobody stays behind."""

import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from service.game import Board, Rules
from service.solver import Budget, Look, Solver
from service.solver.any_rules import MaskDeepening
from service.solver.lines.encodings import whole_position
from service.solver.memory.transposition import TranspositionTable
from service.solver.proof_number.proven_play import ProvenPlay
from service.solver.proven_options import ProvenOptions
from service.solver.session.engines import Engine, Engines
from service.solver.session.portfolio import Portfolio
from service.solver.session.threads import ThreadPool
from service.solver.threats.threats import Threats
from tests.solver.checks import Values, values
from tests.solver.engines import BitboardDeepening, crowded, proofs_beside
from tests.support.positions import random_positions
from tests.support.sampling import samples
from tests.support.waiting import wait_until

SHAPES = [
    (3, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 5, 4), (6, 6, 4), (7, 7, 5),
    (2, 9, 3), (9, 9, 5), (12, 1, 3),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _helpers_at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Call helpers before anything is settled, and have threads change places all the time."""
    monkeypatch.setattr("service.solver.session.session.ALONE_SECONDS", 0.0)
    monkeypatch.setattr("service.solver.session.engines.FIRST_SLICE", 16)
    monkeypatch.setattr("service.solver.session.slice_timer.FIRST_SLICE", 8)
    # Few empty cells are left to the engines, too.
    monkeypatch.setattr("service.solver.endgame.endgame.MOST_NODES", 0)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def boards() -> list[Board]:
    """Return dozens of positions of many shapes, and a few empty boards."""
    found = [Board(Rules(*shape)) for shape in [(3, 3, 3), (4, 4, 4), (4, 4, 3), (7, 7, 6)]]
    for shape in SHAPES:
        most = min(shape[0] * shape[1], 14)
        found += [each.board for each in random_positions(shape, (most - 2, most), 6, seed=1)]
    return found


BOARDS = boards()


@pytest.fixture(scope="module")
def alone() -> list[Values]:
    """Provide what one thread says of the boards."""
    solver = Solver(16)
    return [values(solver.analyse(board, Budget(nodes=1 << 40))) for board in BOARDS]


@pytest.mark.parametrize("threads", [1, 2, 3, 4])
def test_several_threads_say_what_one_says(threads: int, alone: list[Values]) -> None:
    solver, nodes = Solver(1, threads), 0
    for board, expected in zip(BOARDS, alone, strict=True):
        analysis = solver.analyse(board, Budget())
        assert values(analysis) == expected, board
        assert len(analysis.principal_variation) == analysis.assessment.plies_to_end
        nodes += analysis.search.nodes
    assert nodes > 2_000


@pytest.mark.parametrize("buckets", [1, 1 << 12])
def test_many_analyses_share_the_helpers(buckets: int, alone: list[Values]) -> None:
    """Six at once and two helpers, on tables so small that all collide, and on a larger one."""
    solver = crowded(Solver(1, threads=3), buckets)
    orders = [np.random.default_rng(seed).permutation(len(BOARDS)).tolist() for seed in range(6)]

    def answers(order: list[int]) -> dict[int, Values]:
        return {index: values(solver.analyse(BOARDS[index], Budget(seed=1))) for index in order}

    with ThreadPoolExecutor(6) as pool:
        for found in pool.map(answers, orders):
            assert found == dict(enumerate(alone))


@pytest.mark.parametrize("threads", [2, 4])
def test_bounds_are_true_when_time_runs_out(threads: int, alone: list[Values]) -> None:
    for index, (board, expected) in enumerate(zip(BOARDS, alone, strict=True)):
        analysis = Solver(1, threads).analyse(board, Budget(seconds=0.001 * (index % 4)))
        for option in analysis.options:
            bounds = option.assessment.bounds
            assert bounds.lower <= (expected[option.cell][0] or 0) <= bounds.upper
        assert (analysis.search.stopped_by is None) == analysis.whole
    hard = Solver(1, threads).analyse(Board(Rules(8, 8, 5)), Budget(seconds=0.003))
    assert hard.search.stopped_by == "time"
    assert hard.assessment.bounds.lower <= 0 <= hard.assessment.bounds.upper


@pytest.mark.parametrize("threads", [2, 3])
def test_nodes_alone_decide_an_answer_with_a_node_limit(threads: int) -> None:
    """No helper comes, so that the same limit gives the same answer."""
    for board in BOARDS[::4]:
        one, several = (
            Solver(1, count).analyse(board, Budget(nodes=300)) for count in (1, threads)
        )
        assert one.options == several.options
        assert one.search.nodes == several.search.nodes


class Counted(BitboardDeepening):
    """A deepening that knows who works on it."""

    def __init__(self, board: Board, table: TranspositionTable) -> None:
        self.inside = self.most_inside = self.calls = 0
        self.workers: set[str] = set()
        empty = np.array(board.legal_moves, np.int64)
        super().__init__(whole_position(board, empty), empty, table, best_only=False)

    def advance(self, node_limit: int) -> bool:
        self.inside += 1
        self.calls += 1
        self.most_inside = max(self.most_inside, self.inside)
        self.workers.add(threading.current_thread().name)
        ended = super().advance(node_limit)
        self.inside -= 1
        return ended


LONG = Board(Rules(8, 8, 5))
"""More than a test can wait for."""


def long_search(deepening: Counted, table: TranspositionTable) -> Portfolio:
    """Return a search with four engines that does not end."""
    proofs = [proofs_beside(deepening, table, weak) for weak in (True, False)]
    play = ProvenPlay(deepening.position, deepening, table)
    bounds = deepening.lower, deepening.upper
    threats = Threats(LONG, deepening.position.empty, bounds, best_only=False)
    turns: list[tuple[Engine, int]] = [
        (deepening, 16),
        (threats, 16),
        *((each, 16) for each in proofs),
    ]
    engines = Engines(deepening, table, iter(turns), play)
    return Portfolio(engines, ProvenOptions(LONG, deepening.position.empty))


def busy(search: Portfolio, milliseconds: int) -> None:
    """Advance for a while beside the helpers."""
    end = time.monotonic() + milliseconds / 1000
    while time.monotonic() < end:
        search.advance(search.nodes + 50)


@pytest.mark.parametrize("helpers", [1, 2, 3])
def test_no_helper_stays_behind(helpers: int) -> None:
    """After they are joined nobody works on the search, and each engine had one at a time."""
    pool, workers = ThreadPool(helpers), set()
    for round_ in range(samples(40)):
        table = TranspositionTable(1)
        deepening = Counted(LONG, table)
        search = long_search(deepening, table)
        called = pool.help(search)
        assert 1 <= len(called) <= helpers
        busy(search, round_ % 7)
        pool.join(search, called)
        calls, nodes = deepening.calls, search.nodes
        assert all(each.done() for each in called)
        assert deepening.inside == 0
        assert deepening.most_inside <= 1
        workers |= deepening.workers
        time.sleep(0.002)
        assert (deepening.calls, search.nodes) == (calls, nodes)
        assert not search.help()
        assert search.nodes == nodes
    assert len(workers) > 1, "somebody has helped"


def test_helpers_that_are_not_free_yet_never_begin() -> None:
    """One helper, and two searches that call it."""
    pool, table = ThreadPool(1), TranspositionTable(1)
    deepenings = [Counted(LONG, table) for _ in range(2)]
    searches = [long_search(deepening, table) for deepening in deepenings]
    first = pool.help(searches[0])
    wait_until(first[0].running)
    second = pool.help(searches[1])
    assert not second[0].running()
    pool.join(searches[1], second)
    assert second[0].cancelled()
    pool.join(searches[0], first)
    assert searches[1].nodes == 0


def test_what_fails_in_a_helper_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, and not when the time is over."""

    class FailingBeside(MaskDeepening):
        def advance(self, node_limit: int) -> bool:
            if threading.current_thread() is not threading.main_thread():
                raise ArithmeticError("out of order")
            return super().advance(node_limit)

    monkeypatch.setattr("service.solver.session.engines.MaskDeepening", FailingBeside)
    with pytest.raises(ArithmeticError, match="out of order"):
        Solver(1, threads=2).analyse(LONG, Budget())


def test_helpers_leave_when_the_thread_that_advances_fails() -> None:
    solver = Solver(1, threads=2)
    helpers = solver._pool._pool

    def fail_beside_a_helper(look: Look) -> bool:
        if helpers._threads and not helpers._work_queue.qsize():
            raise ArithmeticError("out of order")
        return False

    with pytest.raises(ArithmeticError, match="out of order"):
        solver.analyse(LONG, Budget(seconds=20), fail_beside_a_helper)
    helpers.submit(int).result(timeout=10)


def test_an_unlimited_search_never_ends_unfinished() -> None:
    """Whatever the threads do when, what ends without a budget is complete."""
    solver = Solver(1, threads=4)
    for seed in range(samples(300)):
        board = BOARDS[seed % len(BOARDS)]
        solver.forget()
        analysis = solver.analyse(board, Budget(seed=seed, best_only=seed % 2 == 0))
        assert analysis.search.complete
        assert analysis.search.stopped_by is None
