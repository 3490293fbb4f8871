"""`solve --cluster` with a real scheduler and real workers, some of which die."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from distributed import Client
from pydantic import TypeAdapter

from service.api.schemas import MoveResponse
from service.research.cluster import conclusion, coordinator
from tests.cli.commands import COMMAND, ENVIRONMENT, OPEN, SECONDS, invoke, run, start
from tests.cli.test_certificate import checked
from tests.research.cluster.jobs import scheduler, worker
from tests.support import programs
from tests.support.live_server import children
from tests.support.waiting import wait_until

RESPONSE = TypeAdapter(MoveResponse)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Provide the address of a scheduler with two workers."""
    folders = [tmp_path_factory.mktemp("worker") for _ in range(2)]
    with scheduler() as running, ExitStack() as stack:
        for folder in folders:
            stack.enter_context(worker(running.address, folder))
        wait_until(lambda: len(running.workers) == len(folders))
        yield running.address


def solve(*arguments: str) -> Any:
    """Return the answer, as JSON."""
    done = invoke("solve", *arguments, "--json", "--table-mib", "8")
    assert done.exit_code == 0, done.stderr
    RESPONSE.validate_json(done.stdout, strict=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("arguments", "value", "claim"),
    [
        pytest.param(["5", "5", "4"], 0, "draw; 5x5, 4", marks=pytest.mark.thorough),
        pytest.param(["6", "4", "4"], 0, "draw; 6x4, 4 in a row", marks=pytest.mark.thorough),
        pytest.param(["6", "5", "4"], 1, r"X wins within", marks=pytest.mark.thorough),
        (["4", "--board", "....../....../..X.../....../......", "--to-move", "O"], -1, "X wins"),
        pytest.param(
            ["4", "--board", "...../...../..X../...../.....", "--to-move", "O"], 0, "draw; 5x5",
            marks=pytest.mark.thorough,
        ),
    ],
)  # fmt: skip
def test_values_are_proven_with_certificates_joined_from_the_jobs(
    address: str, tmp_path: Path, arguments: list[str], value: int, claim: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(conclusion, "NODES", 1)
    path = tmp_path / "proof.txt"
    answer = solve(*arguments, "--cluster", address, "--certificate", str(path))
    assert (answer["value"], answer["bounds"]) == (value, {"lower": value, "upper": value})
    assert answer["search"]["complete"]
    assert answer["run"]["threads"] == 2
    assert checked(path).startswith(f"PROVEN: {claim}")


def test_when_the_time_is_over_what_is_known_is_told_and_the_workers_rest(
    address: str, tmp_path: Path
) -> None:
    path = tmp_path / "trees"
    options = ["--cluster", address, "--checkpoint", str(path)]
    answer = solve(*OPEN, *options, "--seconds", "2")
    assert (answer["value"], answer["bounds"]) == (None, {"lower": -1, "upper": 1})
    assert answer["search"]["stopped_by"] == "time"
    with Client(address, set_as_default=False) as client:
        wait_until(lambda: not any(client.processing().values()))
    assert path.exists()
    limited = solve(*OPEN, *options, "--nodes", "1")
    assert limited["search"]["stopped_by"] == "nodes"
    assert limited["search"]["nodes"] >= answer["search"]["nodes"] - 20_000, "but for both looks"


def test_damage_of_a_checkpoint_is_found_before_anything_else(tmp_path: Path) -> None:
    path = tmp_path / "trees"
    path.write_text("damaged")
    arguments = ["solve", *OPEN, "--cluster", "127.0.0.1:1", "--checkpoint", str(path)]
    done = invoke(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "or it is damaged. Name another file to start anew." in done.stderr


def test_what_is_seen_at_once_needs_no_job(address: str) -> None:
    answer = solve("4", "3", "3", "--cluster", address)
    assert (answer["value"], answer["search"]["complete"]) == (1, True)
    over = solve("3", "--board", "XXX/OO./...", "--cluster", address)
    assert (over["status"], over["winner"]) == ("won", "X")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([*OPEN, "--cluster", "127.0.0.1:1"], "No scheduler of Dask answers at 127.0.0.1:1: "),
        (["--cluster", *OPEN], "'4' is no address of a scheduler, such as tcp://10.0.0.1:8786; "),
        ([*OPEN, "--cluster", "http://a:1"], "'http://a:1' is no address of a scheduler"),
        ([*OPEN, "--cluster", "tcp://[::1"], "'tcp://[::1' is no address of a scheduler"),
        (["9", "9", "5", "--cluster"], "of up to 64 cells; this board has 81"),
        (["8", "8", "4", "--cluster"], "it has too many lines"),
    ],
)
def test_what_cannot_be_is_refused(
    arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coordinator, "CONNECT_SECONDS", 0.2)
    done = invoke("solve", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


def test_without_its_extra_it_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['distributed'] = None\n"
        "from service.cli import main; main(['solve', '3', '3', '3', '--cluster'])"
    )
    done = programs.run(sys.executable, "-c", program)
    assert done.returncode == 2
    install = f"{sys.executable} -m pip install distributed"
    advice = f"needs distributed, which is not installed: {install}"
    assert f"--cluster {advice}" in done.stderr


LONGER = ["7", "4", "4"]
"""The sizes of a drawn game that takes some dozens of jobs."""


@pytest.mark.thorough
def test_workers_may_come_and_go_and_die(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in "abc"]
    for folder in folders:
        folder.mkdir()
    with scheduler() as running, ExitStack() as stack:
        address = running.address
        path = tmp_path / "trees"
        arguments = ["--checkpoint", str(path), "--checkpoint-every", "1", "--json"]
        process = start("solve", *LONGER, "--cluster", address, *arguments)
        stack.callback(process.kill)
        first = stack.enter_context(worker(address, folders[0]))
        wait_until(lambda: any(running.tasks))
        os.kill(first.pid, signal.SIGKILL)
        first.wait()
        wait_until(lambda: not running.workers)
        assert process.poll() is None, "without workers it waits"
        for folder in folders[1:]:
            stack.enter_context(worker(address, folder))
        output, errors = process.communicate(timeout=SECONDS)
        assert process.returncode == 0, errors
        assert json.loads(output)["value"] == 0


@pytest.mark.thorough
def test_a_coordinator_that_was_killed_goes_on_from_its_checkpoint(
    address: str, tmp_path: Path
) -> None:
    path = tmp_path / "trees"
    arguments = ["--cluster", address, "--checkpoint", str(path)]
    process = start("solve", *OPEN, *arguments, "--checkpoint-every", "1")
    try:
        wait_until(lambda: path.exists() and jobs_in(path) > 4)
    finally:
        process.kill()
        process.communicate(timeout=SECONDS)
    jobs = jobs_in(path)
    resumed = solve(*OPEN, *arguments, "--nodes", "1")
    assert resumed["search"]["stopped_by"] == "nodes"
    assert jobs_in(path) == jobs
    more = solve(*OPEN, *arguments, "--seconds", "10")
    assert jobs_in(path) > jobs
    assert more["search"]["nodes"] > resumed["search"]["nodes"]


def jobs_in(path: Path) -> int:
    """Return the jobs that are done, according to a checkpoint."""
    return int(json.loads(path.read_text().splitlines()[-2])["jobs"])


@pytest.mark.thorough
def test_when_the_scheduler_has_gone_what_is_known_is_told_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "trees"
    with scheduler() as running, worker(running.address, tmp_path):
        arguments = ["--cluster", running.address, "--checkpoint", str(path), "--json"]
        process = start("solve", *OPEN, *arguments, "--checkpoint-every", "1")
        wait_until(lambda: path.exists() and jobs_in(path) > 2)
    output, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert "The scheduler has gone" in errors
    assert json.loads(output)["search"]["stopped_by"] == "interrupt"
    assert jobs_in(path) > 2


@pytest.mark.thorough
@pytest.mark.parametrize("at_work", [True, False])
def test_a_cluster_on_this_machine_ends_by_a_signal_to_all_its_processes(at_work: bool) -> None:
    """Ctrl-C sends the signal in this way, be it while workers start."""
    with subprocess.Popen(
        [*COMMAND, "solve", *OPEN, "--cluster", "--progress", "--json", "--table-mib", "4"],
        env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stderr
        if at_work:
            while " 0 jobs" in process.stderr.readline():
                assert process.poll() is None
        else:
            wait_until(lambda: len(children(process.pid)) > 1)  # The tracker, and a worker.
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, errors
    assert "Traceback" not in errors
    answer = json.loads(output)
    assert answer["search"]["stopped_by"] == "interrupt"
    assert answer["bounds"] == {"lower": -1, "upper": 1}


@pytest.mark.thorough
def test_a_cluster_on_this_machine_needs_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "proof.txt"
    done = run("solve", "7", "7", "5", "--cluster", "--certificate", str(path))
    assert done.returncode == 0, done.stderr
    assert "Value:     draw" in done.stdout
    assert checked(path).startswith("PROVEN: draw; 7x7, 5 in a row")
