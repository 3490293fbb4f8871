"""However the server is stopped, what it has accepted is answered."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import BinaryIO

import pytest
import requests

from service.api import create_app
from service.settings import Settings
from service.solver import Solver
from tests.api.events import streaming
from tests.api.load import LOST, REFUSED, Load
from tests.api.questions import EMPTY, ask, check_problem
from tests.api.raw import connect, post, read_answer, wait_until
from tests.conftest import LiveServer, serving

CLIENTS = 8
HARD = {"board": ["." * 12] * 12, "row_length": 5, "seed": 1}
"""Nothing is proven here within any time that is asked for."""


def test_who_drains_refuses_work_and_nothing_else() -> None:
    solver = Solver(1)
    solver.warm_up()
    app = create_app(Settings.model_construct(), solver)
    client = app.test_client()
    assert client.get("/readyz").status_code == 200
    app.extensions["lifecycle"].drain()
    for refused in (
        client.post("/move", json=EMPTY),
        client.post("/moves", json={"requests": [EMPTY]}),
        client.get("/readyz"),
    ):
        assert (refused.status_code, refused.get_json()["code"]) == (503, "not_ready")
        assert int(refused.headers["Retry-After"]) >= 1
    for path in ("/healthz", "/openapi.yaml", "/openapi.json", "/docs", "/"):
        assert client.get(path).status_code == 200
    assert client.options("/move").status_code == 200
    assert client.get("/move").status_code == 405


def is_draining(server: LiveServer) -> bool:
    return requests.get(f"{server.url}/readyz", timeout=30).status_code == 503


def ends_well(received: BinaryIO) -> bool:
    """Whether a stream of events goes on to its result."""
    return received.read().split(b"\n\n")[-2].startswith(b"event: result\n")


def test_a_server_that_is_stopped_says_so_before_it_is_gone() -> None:
    """Until then it refuses work on every connection, and lets go of the client."""
    with serving(WORKERS="1", DRAIN_SECONDS="60") as server:
        with connect(server) as kept, connect(server) as unused:
            kept.sendall(post(EMPTY))
            assert read_answer(kept)[0] == 200
            with streaming(server, HARD | {"time_limit_ms": 2000}) as (_, received):
                server.process.terminate()
                wait_until(lambda: is_draining(server))
                for connection in (kept, unused):
                    connection.sendall(post(EMPTY))
                    answer = connection.makefile("rb").read()
                    assert answer.startswith(b"HTTP/1.1 503 ")
                    assert b"\r\nConnection: close\r\n" in answer
                assert ends_well(received)
        refused = ask(server.url, **EMPTY)
        check_problem(refused, 503, "not_ready")
        assert refused.headers["Connection"] == "close"
        assert requests.get(f"{server.url}/healthz", timeout=30).status_code == 200
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(timeout=60) == 0, "at once, for who is in a hurry"


@pytest.mark.parametrize("drain_seconds", ["0", "1"])
def test_stopping_under_load_loses_nothing(drain_seconds: str) -> None:
    with serving(WORKERS="2", DRAIN_SECONDS=drain_seconds) as server:
        load = Load(server, CLIENTS)
        with load.running(), streaming(server, HARD | {"time_limit_ms": 2000}) as (_, received):
            load.go_on(200)
            server.process.terminate()
            assert ends_well(received)
            assert server.process.wait(timeout=60) == 0
            wait_until(lambda: all(REFUSED in each for each in load.outcomes))
    for outcomes in load.outcomes:
        assert outcomes[0] == 200
        assert set(outcomes) <= {200, 503, REFUSED}


def lets_go(server: LiveServer) -> bool:
    """Whether the worker that is asked serves each connection for the last time."""
    answer = requests.get(f"{server.url}/healthz", timeout=5)
    return answer.headers["Connection"] == "close"


def test_workers_may_hear_of_a_stop_before_their_master() -> None:
    """As when a whole group of processes is signalled; here the master learns of it later."""
    with serving(WORKERS="1", DRAIN_SECONDS="1") as server:
        load, master = Load(server, CLIENTS), server.process
        with load.running():
            load.go_on(100)
            master.send_signal(signal.SIGSTOP)
            try:
                for worker in server.workers():
                    os.kill(worker, signal.SIGTERM)
                wait_until(lambda: lets_go(server))
            finally:
                master.terminate()
                master.send_signal(signal.SIGCONT)
            assert master.wait(timeout=60) == 0
            wait_until(lambda: all(REFUSED in each for each in load.outcomes))
    for outcomes in load.outcomes:
        assert set(outcomes) == {200, 503, REFUSED}


def new_workers(server: LiveServer, old: set[int]) -> bool:
    workers = server.workers()
    return len(workers) == 2 and not old & workers


@pytest.fixture(scope="module")
def lasting() -> Iterator[LiveServer]:
    """A server whose workers come and go."""
    with serving(WORKERS="2", DRAIN_SECONDS="60") as live:
        yield live


def test_workers_are_replaced_unnoticed(lasting: LiveServer) -> None:
    """Other workers listen on, so that nobody needs to be refused."""
    load = Load(lasting, CLIENTS)
    with load.running():
        load.go_on(100)
        before = lasting.workers()
        lasting.process.send_signal(signal.SIGHUP)
        wait_until(lambda: new_workers(lasting, before))
        load.go_on(100)
    assert {each for outcomes in load.outcomes for each in outcomes} == {200}


def test_a_worker_that_is_killed_takes_no_more_than_its_requests_along(
    lasting: LiveServer,
) -> None:
    load = Load(lasting, CLIENTS)
    with load.running():
        load.go_on(100)
        before = lasting.workers()
        killed = min(before)
        os.kill(killed, signal.SIGKILL)
        load.go_on(100)
        wait_until(lambda: len(lasting.workers() - {killed}) == 2)
        load.go_on(100)
    assert lasting.workers() > before - {killed}, "the other one has served on"
    for outcomes in load.outcomes:
        assert set(outcomes) <= {200, LOST}
        assert outcomes.count(LOST) <= 1, "what was being asked"
    assert requests.get(f"{lasting.url}/readyz", timeout=30).status_code == 200
    assert ask(lasting.url, **EMPTY).json()["outcome"] == "draw"
    lasting.process.send_signal(signal.SIGQUIT)
    assert lasting.process.wait(timeout=60) == 0
