"""`GET /metrics`: what Prometheus is told, by one process and by several, living and dead."""

import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
import requests
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse_open

from service import __version__
from service.api.app import create_app
from service.api.telemetry import metrics
from service.api.telemetry.access_log import METHODS
from service.api.telemetry.metrics_folder import PREFIX
from service.settings import Settings
from service.solver import Method, Solver
from tests.api.events import streaming
from tests.api.questions import EMPTY, HARD, ask, results_in
from tests.api.telemetry.scrapes import Scrape, at_rest, scrape, scrape_when
from tests.support.live_server import LiveServer, serving
from tests.support.programs import run
from tests.support.project import ROOT
from tests.support.waiting import PATIENCE_SECONDS, wait_until


@pytest.fixture(scope="module")
def alone() -> Iterator[LiveServer]:
    """Provide a server with one worker that nobody else asks."""
    with serving(WORKERS="1") as live:
        yield live


@pytest.fixture(scope="module", autouse=True)
def first(alone: LiveServer) -> Scrape:
    """Provide what it tells before anybody has asked anything."""
    return scrape(alone)


def test_every_answer_is_counted(alone: LiveServer) -> None:
    before = scrape(alone)
    answers = [
        ask(alone.url, **question).json()
        for question in (EMPTY, EMPTY, EMPTY | {"seed": 3}, HARD | {"node_limit": 500})
    ]
    batch = {"requests": [EMPTY, {"board": ["XX", "O."], "row_length": 2, "to_move": "O"}, {}]}
    results = results_in(requests.post(f"{alone.url}/moves", json=batch, timeout=60))
    answers += results[:2]
    assert ask(alone.url).status_code == 422
    after = at_rest(alone)

    def gained(name: str, **labels: str) -> float:
        return after(name, **labels) - before(name, **labels)

    assert gained("kinarow_requests_total", route="/move", method="POST", status="200") == 4
    assert gained("kinarow_requests_total", route="/moves", method="POST", status="200") == 1
    assert gained("kinarow_request_duration_seconds_count", route="/move") == 5
    for outcome in ("win", "draw", "loss", "unknown"):
        count = sum(answer["outcome"] == outcome for answer in answers)
        assert gained("kinarow_answers_total", outcome=outcome) == count
    for method in {answer["proof"]["method"] for answer in answers}:
        count = sum(answer["proof"]["method"] == method for answer in answers)
        assert gained("kinarow_answers_total", method=method or "none") == count
    searches = [answer["search"] for answer in answers]
    assert gained("kinarow_nodes_searched_total") == sum(each["nodes"] for each in searches)
    assert gained("kinarow_table_hits_total") == sum(each["table_hits"] for each in searches)
    # The empty board alone and in the batch, once it was known.
    assert gained("kinarow_answers_recalled_total") == 2
    assert after("kinarow_build_info", version=__version__) == 1


def test_durations_are_those_of_the_answers(alone: LiveServer) -> None:
    before = scrape(alone)
    for limit in (200, 600):
        ask(alone.url, **HARD, time_limit_ms=limit)
    name = "kinarow_request_duration_seconds"
    after = at_rest(alone)
    assert after(f"{name}_sum", route="/move") - before(f"{name}_sum", route="/move") > 0.5
    for bucket, count in (("0.1", 0), ("60.0", 2)):
        labels = {"route": "/move", "le": bucket}
        assert after(f"{name}_bucket", **labels) - before(f"{name}_bucket", **labels) == count


def test_the_occupancy_is_that_of_the_table(alone: LiveServer, first: Scrape) -> None:
    assert first("kinarow_table_occupancy_ratio") == 0
    board = ["........", "...X....", *["........"] * 5, "O......."]

    def occupied() -> float:
        ask(alone.url, board=board, row_length=5, seed=1, time_limit_ms=500)
        return scrape(alone)("kinarow_table_occupancy_ratio")

    assert wait_until(occupied) < 1


def test_all_workers_are_counted_together(server: LiveServer) -> None:
    workers = server.workers()

    def all_have_counted() -> bool:
        # A new connection each time, which either worker may take.
        ask(server.url, **EMPTY)
        return all(posted(counter_of(pid)) for pid in workers)

    wait_until(all_have_counted)
    at_rest(server)
    total = sum(posted(counter_of(pid)) for pid in workers)
    for _ in range(10):
        assert scrape(server)("kinarow_requests_total", method="POST") == total


def counter_of(pid: int) -> str | None:
    """Return the file in which a process counts, once it has begun to."""
    found = re.search(r"/\S*/counter_\d+\.db", Path(f"/proc/{pid}/maps").read_text())
    return found[0] if found else None


def posted(file: str | None) -> float:
    """Return the requests that one file counts."""
    if file is None:
        return 0.0
    samples = [each for family in MultiProcessCollector.merge([file]) for each in family.samples]
    return sum(
        float(each.value)
        for each in samples
        if each.name == "kinarow_requests_total" and each.labels["method"] == "POST"
    )


def test_a_dead_worker_is_in_no_gauge_but_in_every_count(alone: LiveServer) -> None:
    ask(alone.url, **EMPTY)
    with streaming(alone, HARD | {"time_limit_ms": 50_000}) as (_, received):
        before = scrape_when(lambda now: now("kinarow_requests_in_flight") == 2, alone)
        kill_worker(alone)
        received.read()
    after = at_rest(alone)
    for name, labels in (
        ("kinarow_requests_total", {"route": "/move"}),
        ("kinarow_request_duration_seconds_count", {"route": "/move"}),
        ("kinarow_nodes_searched_total", {}),
    ):
        assert after(name, **labels) == before(name, **labels) > 0, name
    ask(alone.url, **EMPTY)
    assert moves(alone) == after("kinarow_requests_total", route="/move") + 1


def test_a_worker_that_is_replaced_is_counted(alone: LiveServer) -> None:
    before = scrape(alone)("kinarow_worker_starts_total")
    kill_worker(alone)
    scrape_when(lambda now: now("kinarow_worker_starts_total") == before + 1, alone)


def moves(server: LiveServer) -> float:
    """Return how many requests for a move it has answered."""
    return at_rest(server)("kinarow_requests_total", route="/move")


def test_workers_take_over_the_files_of_those_that_ended(alone: LiveServer) -> None:
    """Whoever asks meanwhile sees no count go backwards."""
    folder, name = folder_of(alone), "kinarow_request_duration_seconds_count"
    counted, timed = moves(alone), at_rest(alone)(name, route="/move")
    for ended in range(1, 8):
        assert ask(alone.url, **EMPTY).ok
        expect_moves(alone, counted + ended)
        if ended % 2:
            kill_worker(alone)
        else:
            reload(alone)
    assert at_rest(alone)(name, route="/move") == timed + ended
    numbers = {path.stem.rpartition("_")[2] for path in folder.glob("*.db")}
    assert numbers == {"0", "1", "2"}, "two workers at once, and the process that makes them"


def reload(server: LiveServer) -> None:
    """Have its only worker be replaced (SIGHUP), and wait until the former one has ended."""
    before = server.workers()
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: server.workers() and not server.workers() & before)


def expect_moves(server: LiveServer, number: float) -> None:
    """Wait until so many requests are counted: each is when its answer has been sent."""
    wait_until(lambda: moves(server) == number)


def kill_worker(server: LiveServer) -> None:
    """Kill its only worker, and wait for the next one."""
    before = server.workers()
    os.kill(min(before), signal.SIGKILL)
    wait_until(lambda: server.workers() - before)


def folder_of(server: LiveServer) -> Path:
    """Return the folder of its metrics."""
    return Path(counter_of(server.process.pid) or "").parent


def test_a_server_that_is_told_to_end_before_it_serves_leaves_no_folder() -> None:
    """Until gunicorn handles signals, as while kernels are compiled, nobody else does."""
    program = """
import os, signal
from service.api.telemetry.metrics_folder import FOLDER_VARIABLE, provide_folder
provide_folder(1)
print(os.environ[FOLDER_VARIABLE], flush=True)
os.kill(os.getpid(), signal.SIGTERM)
"""
    done = run(sys.executable, "-c", program, PYTHONPATH=str(ROOT))
    assert done.returncode == -signal.SIGTERM
    assert Path(done.stdout.strip()).name.startswith(PREFIX)
    assert not Path(done.stdout.strip()).exists()


def test_names_follow_the_conventions(server: LiveServer) -> None:
    ask(server.url, **EMPTY)
    families = scrape(server).families
    assert {family.name for family in families} == {
        each.name for each in metrics.registry.collect()
    }
    for family in families:
        assert family.name.startswith("kinarow_")
        assert family.documentation.endswith(".")
        for sample in family.samples:
            if family.type == "counter":
                assert sample.name == f"{family.name}_total"
        if family.type == "histogram":
            assert family.name.endswith("_seconds")


def test_clients_make_no_new_series(server: LiveServer) -> None:
    routes = {rule.rule for rule in create_app(Settings(), Solver(1)).url_map.iter_rules()}
    for index in range(5):
        for method in ("GET", "POST", f"METHOD{index}"):
            requests.request(method, f"{server.url}/nowhere/{index}", timeout=60)
            requests.request(method, f"{server.url}/web/{index}", timeout=60)
    server.exchange(b"nonsense\r\n\r\n")
    now = at_rest(server)
    assert now.labels("route") <= routes | {"unmatched"}
    assert "/web/<name>" in now.labels("route")
    assert now.labels("method") <= METHODS | {"OTHER", "none", *get_args(Method)}
    assert now("kinarow_requests_total", route="unmatched", method="OTHER") >= 6


def test_open_metrics_are_told_to_those_who_ask(server: LiveServer) -> None:
    accept = {"Accept": "application/openmetrics-text;version=1.0.0,text/plain;q=0.5"}
    response = requests.get(f"{server.url}/metrics", headers=accept, timeout=60)
    assert response.headers["Content-Type"].startswith("application/openmetrics-text")
    assert "kinarow_requests" in {family.name for family in parse_open(response.text)}


def test_what_may_be_counted_is_there_from_the_start(first: Scrape) -> None:
    assert first.labels("reason") == set(metrics.REASONS)
    assert first.labels("event") == set(metrics.CACHE_EVENTS)


def test_a_server_that_ends_leaves_nothing_behind(alone: LiveServer) -> None:
    """This test stops the server, so it is the last one that asks it."""
    ask(alone.url, **EMPTY)
    folder = folder_of(alone)
    assert folder.is_dir()
    alone.process.terminate()
    assert alone.process.wait(timeout=PATIENCE_SECONDS) == 0
    assert not folder.exists()
