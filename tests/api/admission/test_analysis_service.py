"""Questions wait for turns and searches for a slot, if not in vain: then they are refused."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from threading import Event
from typing import Any

import pytest

from service.api.admission.analysis_service import AnalysisService, Asked
from service.api.admission.disconnect import DisconnectDetector
from service.api.admission.lifecycle import Lifecycle
from service.api.admission.places import Places
from service.api.admission.policy import CROWDED_LATE_SECONDS, LATE_SECONDS
from service.api.telemetry.request_stats import open_stats
from service.game import Board, Rules
from service.questions.refusals import RefusedError
from service.solver import Budget, Solver
from tests.support.waiting import wait_until

LARGE, TINY = Board(Rules(50, 50, 5)), Board(Rules(4, 4, 4))


@pytest.fixture
def service() -> AnalysisService:
    """Provide a service with one slot and one turn of each kind; one may wait for each.

    This thread may have answered a batch before, whose questions are not refused: it forgets that.
    """
    open_stats(None, heavy=False)
    return AnalysisService(Solver(1), Places(1, 1, 2), Lifecycle(), most_waiting=1, cores=1)


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


@pytest.mark.parametrize(
    ("side", "late_seconds", "is_refused"),
    [(50, 2 * LATE_SECONDS, True), (5, 2 * LATE_SECONDS, True), (4, 2 * LATE_SECONDS, False),
     (50, CROWDED_LATE_SECONDS, False)],
    ids=["a large board", "a small board", "not a tiny board", "not what is hardly late"],
)  # fmt: skip
def test_a_question_whose_time_is_over_is_refused(
    service: AnalysisService, side: int, late_seconds: float, is_refused: bool
) -> None:
    over = Budget(0.0, started=time.monotonic() - late_seconds)
    with pytest.raises(RefusedError, match="has waited") if is_refused else nullcontext():
        have_turn(service, Board(Rules(side, side, 4)), over)


def test_a_question_that_finds_a_crowd_is_refused_at_once(service: AnalysisService) -> None:
    with heavy_turn(service) as pool:
        patient = pool.submit(have_turn, service, LARGE, Budget(600.0))
        wait_until(lambda: service._heavy.waiting == 1)
        with pytest.raises(RefusedError, match="1 questions wait"):
            have_turn(service, LARGE, Budget(600.0))
        have_turn(service, TINY, Budget(600.0))
    patient.result()


def search(service: AnalysisService, work: Callable[[], Any], seconds: float = 60.0) -> Any:
    """Return what some work gives in the slot, or None if that does not come free in time."""
    asked = Asked(service, TINY, Budget(), DisconnectDetector({}))
    return asked.search(work, time.monotonic() + seconds)


def test_what_a_search_raises_is_raised_and_the_slot_is_free_again(
    service: AnalysisService,
) -> None:
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            search(service, lambda: 1 // 0)
    assert search(service, lambda: "found") == "found"


def test_a_search_that_waits_in_vain_leaves_the_queue(service: AnalysisService) -> None:
    begun, end = Event(), Event()

    def hold() -> None:
        begun.set()
        end.wait()

    with ThreadPoolExecutor() as pool:
        pool.submit(search, service, hold)
        begun.wait()
        assert search(service, int, seconds=0.05) is None
        service.lifecycle.abort_searches()
        assert search(service, int) is None
        end.set()
    assert search(service, lambda: "found") == "found"
