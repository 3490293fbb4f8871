"""Heavy work goes on in one thread at a time, and whoever came first goes first."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from service.api.admission.turns import Turns
from service.api.http.problems import ProblemError
from tests.waiting import wait_until

MOST = 3


def waiting(turns: Turns, count: int) -> None:
    """Wait until so many are in line, with the one whose turn it is."""
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
                waiting(turns, index + 2)
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


def test_a_crowd_is_refused() -> None:
    turns, end = Turns(MOST), Event()

    def hold() -> None:
        with turns.one():
            end.wait()

    with ThreadPoolExecutor() as pool:
        for count in range(MOST):
            turns.refuse_crowd()
            pool.submit(hold)
            waiting(turns, count + 1)
        with pytest.raises(ProblemError, match="3 questions") as refused:
            turns.refuse_crowd()
        end.set()
    assert refused.value.code == "overloaded"
    turns.refuse_crowd()
