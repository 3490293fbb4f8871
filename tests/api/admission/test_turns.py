"""Heavy work goes on in one thread at a time, and whoever came first goes first."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event

import pytest

from service.api.admission.turns import CROWDED_LATE_SECONDS, Turns
from service.api.http.problems import ProblemError
from tests.support.waiting import wait_until

MOST = 3


def waiting(turns: Turns, count: int) -> None:
    """Wait until so many are in line."""
    wait_until(lambda: len(turns._line) == count)


def test_one_works_at_a_time_in_the_order_of_coming() -> None:
    turns, order, at_work = Turns(MOST), list[int](), list[int]()

    def work(index: int) -> None:
        with turns.one():
            at_work.append(index)
            assert at_work == [index]
            order.append(index)
            at_work.remove(index)

    with ThreadPoolExecutor(9) as pool:
        with turns.one():
            tasks = []
            for index in range(9):
                tasks.append(pool.submit(work, index))
                waiting(turns, index + 1)
        for task in tasks:
            task.result()
    assert order == list(range(9))


def test_a_turn_within_a_turn_is_an_error_and_ends_both() -> None:
    turns = Turns(MOST)

    def nest() -> None:
        with turns.one(), turns.one():
            pass

    for _ in range(2):
        with pytest.raises(RuntimeError, match="a turn within a turn"):
            nest()
    with turns.one():
        pass


@contextmanager
def taken(turns: Turns, waiting_too: int = 0) -> Iterator[None]:
    """Meanwhile another thread has its turn, and so many wait for theirs."""
    end = Event()

    def hold() -> None:
        with turns.one():
            end.wait()

    with ThreadPoolExecutor() as pool:
        pool.submit(hold)
        wait_until(lambda: turns._holders)
        for count in range(waiting_too):
            pool.submit(hold)
            waiting(turns, count + 1)
        try:
            yield
        finally:
            end.set()


def test_several_have_their_turns_at_once_where_they_may() -> None:
    turns = Turns(MOST, at_once=2)
    with ThreadPoolExecutor() as pool, taken(turns), turns.one():
        third = pool.submit(turns.one().__enter__)
        waiting(turns, 1)
    third.result()


def test_whoever_says_until_when_is_refused_by_a_crowd() -> None:
    turns = Turns(MOST)
    with taken(turns, waiting_too=MOST):
        with pytest.raises(ProblemError, match="3 questions wait") as refused:
            turns.one(due=math.inf).__enter__()
        assert refused.value.code == "overloaded"
    with turns.one(due=math.inf):
        pass


def test_who_would_wait_in_vain_is_refused_before_or_when_the_turn_comes() -> None:
    turns, now = Turns(MOST), time.monotonic()
    with turns.one(due=now - 60):
        pass  # Nobody is in the way.
    turns._mean_seconds = 10.0
    with taken(turns, 1), pytest.raises(ProblemError, match=r"would come 1\d\.\d s late"):
        turns.one(due=now + 5).__enter__()
    turns._mean_seconds = 0.0
    with ThreadPoolExecutor() as pool:
        with taken(turns):
            late = pool.submit(turns.one(due=time.monotonic()).__enter__)
            waiting(turns, 1)
            time.sleep(2 * CROWDED_LATE_SECONDS)
        with pytest.raises(ProblemError, match=r"would come 0\.\d s late"):
            late.result()
    with turns.one():
        pass  # It has been left.
