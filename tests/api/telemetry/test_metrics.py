"""`GET /metrics`: what Prometheus is told, by one process and by several, living and dead."""

import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import get_args

import pytest
import requests
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse_open

from service import __version__
from service.api.app import create_app
from service.api.contract.operations import OPERATIONS
from service.api.telemetry import metrics
from service.api.telemetry.access_log import METHODS
from service.api.telemetry.metrics_folder import PREFIX
from service.settings import Settings
from service.solver import Method, Solver
from tests.api.events import streaming
from tests.api.questions import EMPTY, HARD, ask, results_in
from tests.api.raw import connect, post, read_answer, worker_of
from tests.api.telemetry.scrapes import Scrape, at_rest, scrape, scrape_when
from tests.deploy.test_alerts import RULES
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
    answers += results_in(requests.post(f"{alone.url}/moves", json=batch, timeout=60))[:2]
    assert ask(alone.url).status_code == 422
    gained = partial(at_rest(alone).since, before)
    for route, count in (("/move", 4), ("/moves", 1)):
        labels = {"route": route, "method": "POST", "status": "200"}
        assert gained("kinarow_requests_total", **labels) == count
    assert gained("kinarow_request_duration_seconds_count", route="/move") == 5
    outcomes = Counter(answer["outcome"] for answer in answers)
    for outcome in ("win", "draw", "loss", "unknown"):
        assert gained("kinarow_answers_total", outcome=outcome) == outcomes[outcome]
    for method, count in Counter(answer["proof"]["method"] for answer in answers).items():
        assert gained("kinarow_answers_total", method=method or "none") == count
    for name, field in (("nodes_searched", "nodes"), ("table_hits", "table_hits")):
        total = sum(answer["search"][field] for answer in answers)
        assert gained(f"kinarow_{name}_total") == total
    # The empty board alone and in the batch, once it was known.
    assert gained("kinarow_answers_recalled_total") == 2
    assert scrape(alone)("kinarow_build_info", version=__version__) == 1


def test_durations_are_those_of_the_answers(alone: LiveServer) -> None:
    before = scrape(alone)
    for limit in (200, 600):
        ask(alone.url, **HARD, time_limit_ms=limit)
    gained, name = partial(at_rest(alone).since, before), "kinarow_request_duration_seconds"
    assert gained(f"{name}_sum", route="/move") > 0.5
    for bucket, count in (("0.1", 0), ("60.0", 2)):
        assert gained(f"{name}_bucket", route="/move", le=bucket) == count


def test_the_occupancy_is_that_of_the_table(alone: LiveServer, first: Scrape) -> None:
    assert first("kinarow_table_occupancy_ratio") == 0
    board = ["........", "...X....", *["........"] * 5, "O......."]

    def occupied() -> float:
        ask(alone.url, board=board, row_length=5, seed=1, time_limit_ms=500)
        return scrape(alone)("kinarow_table_occupancy_ratio")

    assert wait_until(occupied) < 1


def test_all_workers_are_counted_together(server: LiveServer) -> None:
    before, asked, workers = at_rest(server), 0, set[int]()
    while workers != server.workers():
        # A new connection each time, which either worker may take.
        with connect(server, post(EMPTY)) as client:
            assert read_answer(client)[0] == 200
            workers.add(worker_of(server, client))
        asked += 1
    at_rest(server)
    for _ in range(10):
        assert scrape(server).since(before, "kinarow_requests_total", method="POST") == asked


def replace_worker(server: LiveServer, process: int, how: signal.Signals) -> None:
    """Send a signal to a process, and wait for another worker in the place of the only one."""
    before = server.workers()
    os.kill(process, how)
    wait_until(lambda: server.workers() and not server.workers() & before)


def kill_worker(server: LiveServer) -> None:
    replace_worker(server, min(server.workers()), signal.SIGKILL)


def moves(server: LiveServer) -> float:
    """Return how many requests for a move it has answered."""
    return at_rest(server)("kinarow_requests_total", route="/move")


def expect_moves(server: LiveServer, number: float) -> None:
    """Wait until so many requests are counted: each is when its answer has been sent."""
    wait_until(lambda: moves(server) == number)


def folder_of(server: LiveServer) -> Path:
    """Return the folder of its metrics."""
    maps = Path(f"/proc/{server.process.pid}/maps").read_text()
    return Path(re.findall(r"/\S*/counter_\d+\.db", maps)[0]).parent


def test_a_dead_worker_is_in_no_gauge_but_in_every_count(alone: LiveServer) -> None:
    ask(alone.url, **EMPTY)
    with streaming(alone, HARD | {"time_limit_ms": 50_000}) as (_, received):
        before = at_rest(alone, asking=1)
        kill_worker(alone)
        received.read()
    scrape_when(lambda now: now.since(before, "kinarow_worker_starts_total") == 1, alone)
    after = at_rest(alone)
    for name, labels in (
        ("kinarow_requests_total", {"route": "/move"}),
        ("kinarow_request_duration_seconds_count", {"route": "/move"}),
        ("kinarow_nodes_searched_total", {}),
    ):
        assert after(name, **labels) == before(name, **labels) > 0, name
    ask(alone.url, **EMPTY)
    assert moves(alone) == after("kinarow_requests_total", route="/move") + 1


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
            replace_worker(alone, alone.process.pid, signal.SIGHUP)
    assert at_rest(alone)(name, route="/move") == timed + ended
    numbers = {path.stem.rpartition("_")[2] for path in folder.glob("*.db")}
    assert numbers == {"0", "1", "2"}, "two workers at once, and the process that makes them"


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
        if family.type == "counter":
            assert {sample.name for sample in family.samples} <= {f"{family.name}_total"}
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


def test_what_alerts_count_is_counted_from_zero(first: Scrape) -> None:
    """Else the first event would be a series that comes to be, which is no rise."""
    counted = [
        (name, dict(re.findall(r'(\w+)="([^"]*)"', labels)))
        for rule in RULES
        for name, labels in re.findall(r"\((\w+_total)(?:{(.*?)})?\[", rule["expr"])
    ]
    assert {labels.get("status") for _, labels in counted} >= {"500", "503"}
    routes = {operation.path for operation in OPERATIONS} | {"unmatched"}
    for name, labels in counted:
        told = first.having(name, **labels)
        assert told, name
        assert "status" not in labels or {sample.labels["route"] for sample in told} >= routes
        # Its worker has started, and has been asked whether it is ready.
        if name != "kinarow_worker_starts_total":
            others = [sample for sample in told if sample.labels.get("route") != "/readyz"]
            assert not any(sample.value for sample in others)


def test_a_server_that_ends_leaves_nothing_behind(alone: LiveServer) -> None:
    """This test stops the server, so it is the last one that asks it."""
    ask(alone.url, **EMPTY)
    folder = folder_of(alone)
    assert folder.is_dir()
    alone.process.terminate()
    assert alone.process.wait(timeout=PATIENCE_SECONDS) == 0
    assert not folder.exists()
