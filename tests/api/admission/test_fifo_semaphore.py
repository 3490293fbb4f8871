"""Threads get the permits in the order in which they ask, and those that wait in vain give up."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from service.api.admission.analysis_service import AnalysisService
from service.api.admission.fifo_semaphore import FifoSemaphore
from service.api.admission.lifecycle import Lifecycle
from service.api.admission.places import Places
from service.api.admission.policy import CROWDED_LATE_SECONDS, LATE_SECONDS
from service.api.telemetry.request_stats import open_stats
from service.game import Board, Rules
from service.questions.refusals import RefusedError
from service.solver import Budget, Solver
from tests.support.waiting import wait_until

THREADS = 9
ENOUGH_SECONDS = 60
"""After so long a thread waits no more, so that a test that fails ends."""
LARGE, TINY = Board(Rules(50, 50, 5)), Board(Rules(4, 4, 4))


def waiting(semaphore: FifoSemaphore, count: int) -> None:
    """Wait until so many threads wait."""
    wait_until(lambda: semaphore.waiting == count)


def test_one_thread_works_at_a_time_in_the_order_of_asking() -> None:
    semaphore, order, at_work = FifoSemaphore(1), list[int](), list[int]()

    def work(index: int) -> None:
        assert semaphore.acquire(ENOUGH_SECONDS)
        at_work.append(index)
        assert at_work == [index]
        order.append(index)
        at_work.remove(index)
        semaphore.release()

    with ThreadPoolExecutor(THREADS) as pool:
        semaphore.acquire()
        tasks = []
        for index in range(THREADS):
            tasks.append(pool.submit(work, index))
            waiting(semaphore, index + 1)
        semaphore.release()
        for task in tasks:
            task.result()
    assert order == list(range(THREADS))


def test_as_many_threads_work_at_once_as_there_are_permits() -> None:
    semaphore = FifoSemaphore(2)
    assert all(semaphore.acquire(timeout=0) for _ in range(2))
    with ThreadPoolExecutor() as pool:
        third = pool.submit(semaphore.acquire, ENOUGH_SECONDS)
        waiting(semaphore, 1)
        semaphore.release()
        assert third.result()


def test_a_thread_that_gives_up_leaves_the_queue_to_the_others() -> None:
    semaphore = FifoSemaphore(1)
    semaphore.acquire()
    with ThreadPoolExecutor() as pool:
        hasty = pool.submit(semaphore.acquire, timeout=0.5)
        waiting(semaphore, 1)
        patient = pool.submit(semaphore.acquire, ENOUGH_SECONDS)
        waiting(semaphore, 2)
        assert not hasty.result()
        assert not semaphore.acquire(timeout=0)
        semaphore.release()
        assert patient.result()
    semaphore.release()
    assert semaphore.acquire(timeout=0)


@pytest.fixture
def service() -> AnalysisService:
    """Provide a service with one turn of each kind, for which one question may wait.

    This thread may have answered a batch before, whose questions are not refused: it forgets that.
    """
    open_stats(None, heavy=False)
    return AnalysisService(Solver(1), Places(1, 1, 1), Lifecycle(), most_waiting=1, cores=1)


@contextmanager
def heavy_turn(service: AnalysisService) -> Iterator[ThreadPoolExecutor]:
    """Have another thread hold the heavy turn meanwhile."""
    with ThreadPoolExecutor() as pool:
        pool.submit(service._heavy.acquire).result()
        try:
            yield pool
        finally:
            service._heavy.release()


def have_turn(service: AnalysisService, board: Board, budget: Budget | None) -> None:
    with service.turn(board, budget):
        pass


def test_a_question_that_would_come_late_is_refused_while_it_waits(
    service: AnalysisService,
) -> None:
    with (
        heavy_turn(service),
        pytest.raises(RefusedError, match=r"would come 0\.\d s late") as refused,
    ):
        have_turn(service, LARGE, Budget(0.01))
    assert refused.value.code == "overloaded"
    have_turn(service, LARGE, Budget(0.01))


def test_a_question_whose_time_is_over_is_refused_unless_its_board_is_tiny(
    service: AnalysisService,
) -> None:
    begun = time.monotonic()
    over = Budget(0.0, started=begun - 2 * LATE_SECONDS)
    for board in (LARGE, Board(Rules(5, 5, 5))):
        with pytest.raises(RefusedError, match="has waited"):
            have_turn(service, board, over)
    have_turn(service, TINY, over)
    have_turn(service, LARGE, Budget(0.0, started=begun - CROWDED_LATE_SECONDS))


def test_a_question_that_finds_a_crowd_is_refused_at_once(service: AnalysisService) -> None:
    with heavy_turn(service) as pool:
        patient = pool.submit(have_turn, service, LARGE, Budget(600.0))
        waiting(service._heavy, 1)
        with pytest.raises(RefusedError, match="1 questions wait"):
            have_turn(service, LARGE, Budget(600.0))
        have_turn(service, TINY, Budget(600.0))
    patient.result()
