"""The memory that a burst of work takes is small, and given back."""

import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests

from service.cli.commands.serve import ALLOCATOR
from service.solver.compiling import cache_folder
from tests.api.questions import LARGE
from tests.api.raw import PROBE, connect, reset
from tests.support.live_server import AN_HOUR, LiveServer, memory, serving
from tests.support.waiting import wait_until

MEBIBYTE = 1 << 20
BATCHES, BOARDS = 4, 60


def own(server: LiveServer) -> int:
    """Return the MiB that the one worker has of its own."""
    (size,) = server.memory().values()
    return size // MEBIBYTE


@pytest.mark.thorough
def test_answers_to_batches_take_little_and_give_it_back() -> None:
    """Together they are 100 MB of JSON."""
    body = {"requests": [LARGE] * BOARDS, "time_limit_ms": 3_600_000}

    def ask(_: int) -> int:
        answer = requests.post(f"{lone.url}/moves", json=body, timeout=300)
        assert len(answer.json()["results"]) == BOARDS
        return len(answer.content)

    with (
        serving(WORKERS="1", TABLE_MEBIBYTES="1", **AN_HOUR) as lone,
        ThreadPoolExecutor(BATCHES) as pool,
    ):
        before, seen = own(lone), []
        tasks = [pool.submit(ask, index) for index in range(BATCHES)]
        while not all(task.done() for task in tasks):
            seen.append(own(lone))
            time.sleep(0.02)
        size = sum(task.result() for task in tasks) // MEBIBYTE
        assert max(seen) - before < size
        wait_until(lambda: own(lone) - before < size / 2)


@pytest.mark.thorough
def test_connections_that_are_reset_leave_nothing_behind() -> None:
    """uvicorn has a timer for each one that rests, and stops it only if the client closes it."""

    def connect_and_reset(times: int) -> int:
        for _ in range(times):
            client = connect(lone, PROBE)
            assert client.recv(1)
            reset(client)
        return max(lone.memory().values())

    with serving(WORKERS="1") as lone:
        assert connect_and_reset(500) + MEBIBYTE > connect_and_reset(4000)


@pytest.mark.thorough
def test_a_table_takes_memory_only_as_it_fills(server: LiveServer) -> None:
    """The user has the last word on its size, and on what the allocator is told."""
    with serving(WORKERS="1", TABLE_MEBIBYTES="1024", MALLOC_ARENA_MAX="7") as other:
        assert own(other) < 128
        assert memory(other.process.pid) // MEBIBYTE < 256
        for each, arenas in ((server, ALLOCATOR["MALLOC_ARENA_MAX"]), (other, "7")):
            for pid in each.workers():
                variables = Path(f"/proc/{pid}/environ").read_text().split("\0")
                assert f"MALLOC_ARENA_MAX={arenas}" in variables


@pytest.mark.thorough
def test_the_master_never_compiles(tmp_path: Path) -> None:
    """A cold start has processes of its own for that, which leave a note for the next."""
    folder = shutil.copytree(cache_folder(), tmp_path / cache_folder().name)
    for kept in [folder / "counters.done", *folder.rglob("counters.*.kernel")]:
        kept.unlink()
    with serving(WORKERS="1", NUMBA_CACHE_DIR=str(tmp_path)) as cold:
        assert (folder / "counters.done").exists()
        most_of_cold = memory(cold.process.pid)
    with serving(WORKERS="1", NUMBA_CACHE_DIR=str(tmp_path)) as warm:
        assert most_of_cold < memory(warm.process.pid) + 8 * MEBIBYTE
