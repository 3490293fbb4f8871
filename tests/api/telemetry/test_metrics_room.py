"""Metrics without room for their files: they are not told, all of the rest is as it was."""

import resource
import signal
import sys
from pathlib import Path

import pytest

from service.api.telemetry.metrics_folder import PREFIX
from tests.api.questions import EMPTY, ask
from tests.api.telemetry.scrapes import scrape
from tests.support.live_server import SERVE, LiveServer, serving
from tests.support.programs import READ_ONLY, SMALL_MEMORY, lacking_mounts, run_program
from tests.support.waiting import wait_until

LEAST = 1 << 14
"""Bytes: too few for the counts of a process, enough for its log."""
LIMIT = f"""
import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, ({LEAST}, {LEAST}))
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Has no file of the command that follows be larger, as if there were no room."""
EVERY_SERIES = """
import os
from pathlib import Path
from typing import get_args

from service.api.telemetry.metrics_folder import FOLDER_VARIABLE, SIZES, provide_folder

provide_folder(1)

from service.api.app import create_app
from service.questions.refusals import CODES
from service.questions.schemas import OUTCOMES
from service.api.telemetry import metrics
from service.api.telemetry.access_log import METHODS, NO_ROUTE, OTHER_METHOD
from service.settings import Settings
from service.solver import Method, Solver

routes = {rule.rule for rule in create_app(Settings(), Solver(1)).url_map.iter_rules()}
statuses = {status for status, _ in CODES.values()} | {200, 204, 304, 308}
for route in routes | {NO_ROUTE}:
    metrics.duration.labels(route)
    for method in METHODS | {OTHER_METHOD}:
        for status in statuses:
            metrics.requests.labels(route, method, status)
for outcome in OUTCOMES.values():
    for proof in (*get_args(Method), "none"):
        metrics.answers.labels(outcome, proof)
files = Path(os.environ[FOLDER_VARIABLE]).glob("*_0.db")
sizes = {file.stem.rpartition("_")[0]: file.stat().st_size for file in files}
assert sizes == SIZES, sizes
counter = Path(os.environ[FOLDER_VARIABLE], "counter_0.db")
print(int.from_bytes(counter.read_bytes()[:4], "little"))
"""

COMPLAINT = "no room for metrics, so some are not told"

MOUNTING = pytest.mark.skipif(bool(lacking_mounts()), reason=f"left out: {lacking_mounts()}")


@pytest.mark.thorough
def test_the_files_have_room_for_every_series_that_there_can_be() -> None:
    """So none grows while it serves: that takes room which nobody has allocated."""
    assert int(run_program(EVERY_SERIES)) > 1 << 17, "hardly anything was counted"


def complaints(server: LiveServer) -> list[str]:
    """Return what has been said of room for metrics."""
    return [line["event"] for line in server.lines() if "for metrics" in line["event"]]


def serves_on(live: LiveServer) -> None:
    """Have all workers answer, and go on to."""
    before = live.workers()
    for _ in range(20):
        assert ask(live.url, **EMPTY).json()["outcome"] == "draw"
        scrape(live)
    assert live.workers() == before


@MOUNTING
@pytest.mark.thorough
def test_where_memory_is_full_files_are_elsewhere(tmp_path: Path) -> None:
    with serving(tmp_path / "log", (*SMALL_MEMORY, *SERVE), TMPDIR=str(tmp_path)) as live:
        serves_on(live)
        assert scrape(live)("kinarow_answers_total", outcome="draw") == 20
        assert [*tmp_path.glob(f"{PREFIX}*")]
    assert not complaints(live)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "command",
    [
        pytest.param((sys.executable, "-c", LIMIT), id="no room"),
        pytest.param(READ_ONLY, id="read-only", marks=MOUNTING),
    ],
)
def test_without_room_anywhere_it_answers_and_says_so(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    with serving(tmp_path / "log", (*command, *SERVE)) as live:
        serves_on(live)
        assert scrape(live)("kinarow_answers_total") == 0
        live.process.send_signal(signal.SIGTTIN)
        wait_until(lambda: len(live.workers()) == 3)
        serves_on(live)
        # Of the process that makes the workers, and of each worker that has answered.
        wait_until(lambda: len(complaints(live)) >= 2)
    assert set(complaints(live)) == {COMPLAINT}


@pytest.mark.thorough
def test_a_worker_that_finds_no_room_answers_and_says_so(tmp_path: Path) -> None:
    """The file system may have become full meanwhile; here one more worker is asked for."""
    with serving(tmp_path / "log", WORKERS="1") as live:
        serves_on(live)
        counted = scrape(live)("kinarow_answers_total")
        assert not complaints(live)
        resource.prlimit(live.process.pid, resource.RLIMIT_FSIZE, (LEAST, LEAST))
        live.process.send_signal(signal.SIGTTIN)
        wait_until(lambda: len(live.workers()) == 2)
        while not (said := complaints(live)):
            serves_on(live)
        assert said == [COMPLAINT]
        assert scrape(live)("kinarow_answers_total") >= counted
