"""`analyse --cluster` with a real scheduler and real workers, one of which dies."""

import os
import signal
from contextlib import ExitStack
from pathlib import Path

import pytest

from service.heaps import cluster
from tests.api.questions import HARD
from tests.cli.commands import invoke
from tests.heaps.heap import heap_of, mixed_cases, question_of
from tests.heaps.test_command import analysing, said_by
from tests.heaps.workers import scheduler, worker
from tests.support.waiting import wait_until

LIMITS = "--nodes", "20000"


def write_whole(heap: Path, path: Path) -> None:
    """Answer a heap without a cluster."""
    with analysing(heap, "--output", path, *LIMITS, "--workers", "1") as process:
        said_by(process)
        assert process.returncode == 0


@pytest.fixture(scope="module")
def heap(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a heap that takes two workers some seconds."""
    questions = [question_of(case) for case in mixed_cases(300, "cluster")]
    path = tmp_path_factory.mktemp("cluster") / "heap"
    path.write_bytes(heap_of([*questions, *[HARD | {"max_options": 1}] * 60, *questions]))
    return path


@pytest.fixture(scope="module")
def whole(heap: Path) -> bytes:
    """Provide its answers."""
    path = heap.with_name("whole")
    write_whole(heap, path)
    return path.read_bytes()


def test_no_scheduler_answers(heap: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.2)
    done = invoke("analyse", str(heap), "--cluster", "127.0.0.1:1")
    assert done.exit_code == 1
    assert "No scheduler of Dask answers at 127.0.0.1:1: " in done.stderr


@pytest.mark.thorough
def test_workers_may_come_and_die_and_the_output_is_the_same(
    heap: Path, whole: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "output"
    folders = [tmp_path / name for name in "abc"]
    for folder in folders:
        folder.mkdir()
    with scheduler() as running, ExitStack() as stack:
        arguments = heap, "--output", output, *LIMITS, "--cluster", running.address
        process = stack.enter_context(analysing(*arguments))
        wait_until(lambda: any(running.tasks))  # It waits for a worker.
        first = stack.enter_context(worker(running.address, folders[0]))
        wait_until(lambda: output.stat().st_size)
        for folder in folders[1:]:
            stack.enter_context(worker(running.address, folder))
        os.kill(first.pid, signal.SIGKILL)
        errors = said_by(process)
    assert process.returncode == 0, errors
    assert output.read_bytes() == whole


@pytest.mark.thorough
def test_without_a_scheduler_it_ends_and_goes_on_elsewhere(
    heap: Path, whole: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "output"
    with (
        scheduler() as running,
        worker(running.address, tmp_path),
        analysing(heap, "--output", output, *LIMITS, "--cluster", running.address) as process,
    ):
        wait_until(lambda: output.exists() and output.stat().st_size)
        running.loop.add_callback(running.close)
        errors = said_by(process)
    assert process.returncode == 1
    assert "The scheduler has gone" in errors
    assert "Traceback" not in errors
    written = output.read_bytes()
    assert written == whole[: len(written)] != whole
    write_whole(heap, output)
    assert output.read_bytes() == whole
