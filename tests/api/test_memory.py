"""The memory that a burst of work takes is small, and given back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests

from service.cli.commands.serve import ALLOCATOR
from tests.api.raw import wait_until
from tests.conftest import LiveServer, memory, serving

MEBIBYTE = 1 << 20
BATCHES, BOARDS = 4, 60
LARGE = {"board": ["." * 50] * 50, "row_length": 5}


@pytest.fixture(scope="module")
def lone() -> Iterator[LiveServer]:
    """A server with one worker."""
    with serving(WORKERS="1", TABLE_MEBIBYTES="1") as live:
        yield live


def own(server: LiveServer) -> int:
    """MiB of the worker's own."""
    (size,) = server.memory().values()
    return size // MEBIBYTE


def test_answers_to_batches_take_little_and_give_it_back(lone: LiveServer) -> None:
    """Together they are 100 MB of JSON."""
    body = {"requests": [LARGE] * BOARDS, "time_limit_ms": 500}

    def ask(_: int) -> int:
        answer = requests.post(f"{lone.url}/moves", json=body, timeout=300)
        assert len(answer.json()["results"]) == BOARDS
        return len(answer.content)

    before = most = own(lone)
    with ThreadPoolExecutor(BATCHES) as pool:
        tasks = [pool.submit(ask, index) for index in range(BATCHES)]
        while not all(task.done() for task in tasks):
            most = max(most, own(lone))
            time.sleep(0.02)
    size = sum(task.result() for task in tasks) // MEBIBYTE
    assert most - before < size
    wait_until(lambda: own(lone) - before < size / 2)


def test_only_workers_pay_for_a_table() -> None:
    with serving(WORKERS="1", TABLE_MEBIBYTES="256") as server:
        assert own(server) > 256 > memory(server.process.pid) // MEBIBYTE


def test_the_allocator_is_told_unless_the_user_has_said_otherwise(lone: LiveServer) -> None:
    with serving(WORKERS="1", MALLOC_ARENA_MAX="7") as other:
        for server, arenas in ((lone, ALLOCATOR["MALLOC_ARENA_MAX"]), (other, "7")):
            (pid,) = server.workers()
            variables = Path(f"/proc/{pid}/environ").read_text().split("\0")
            assert f"MALLOC_ARENA_MAX={arenas}" in variables
