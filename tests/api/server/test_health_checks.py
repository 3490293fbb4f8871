"""Whoever asks how the service is gets an answer at once, however many others wait for theirs."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask.testing import FlaskClient

from service.api.app import create_app
from service.settings import Settings
from service.solver import Solver
from tests.api.questions import EMPTY, LARGE
from tests.api.raw import connect, connections, has_answer, post, read_answer
from tests.support.live_server import ONE_SLOT, LiveServer, serving

CROWD, FLOOD = 40, 300
ENDLESS = LARGE | {"time_limit_ms": 60_000}
"""This is searched until its client leaves."""


@pytest.fixture(scope="module")
def crowded() -> Iterator[LiveServer]:
    """Provide a server that searches for one answer at a time, and has room for all who wait."""
    with serving(**ONE_SLOT, QUEUE_LENGTH="64", QUICK_THREADS="1") as live:
        yield live


PROBES = [
    "GET /healthz",
    "HEAD /healthz",
    "GET /healthz?x=1",
    "GET /readyz",
    "HEAD /readyz?x",
    f"GET /readyz?{'x' * 2000}",
]


def test_probes_overtake_a_crowd(crowded: LiveServer) -> None:
    with connections(crowded, CROWD) as crowd:
        for each in crowd:
            each.sendall(post(ENDLESS))
        for asked in (*PROBES, "GET /metrics", "HEAD /metrics?x"):
            answer = probe(crowded, asked)
            assert answer.startswith(b"HTTP/1.1 200 OK\r\n"), asked
            assert b"\r\nx-request-id: mine\r\n" in answer
        assert not any(has_answer(each) for each in crowd)


def probe(server: LiveServer, asked: str) -> bytes:
    """Return the answer to a probe whose connection ends with it."""
    head = f"{asked} HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\nConnection: close\r\n\r\n"
    return server.exchange(head.encode())


def test_a_flood_of_scrapes_keeps_no_probe_waiting(crowded: LiveServer) -> None:
    with connections(crowded, FLOOD) as crowd:
        for each in crowd:
            each.sendall(b"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n")
        assert probe(crowded, "GET /healthz").startswith(b"HTTP/1.1 200 OK\r\n")
        assert not all(has_answer(each) for each in crowd)
        assert {read_answer(each)[0] for each in crowd} == {200}


@pytest.mark.thorough
def test_any_number_of_probes_may_come_at_once(crowded: LiveServer) -> None:
    """Thousands of short ones arrive as one piece, and none waits inside another."""
    asked = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    last = asked.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    with connect(crowded) as connection, ThreadPoolExecutor(1) as pool:
        sending = pool.submit(connection.sendall, asked * 5000 + last)
        answers = connection.makefile("rb").read()
        sending.result()
    assert answers.count(b"HTTP/1.1 200 OK\r\n") == 5001


def refuse(client: FlaskClient, path: str) -> str:
    """Return the code with which a check is refused, for now."""
    refused = client.get(path)
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) >= 1
    code: str = refused.get_json()["code"]
    return code


def test_a_process_tells_whether_it_is_well_and_ready() -> None:
    """A server that is going to stop serves on; one in which a request hangs is to be replaced."""
    solver = Solver(1)
    app = create_app(Settings.model_construct(), solver)
    client, lifecycle = app.test_client(), app.extensions["lifecycle"]
    assert refuse(client, "/readyz") == "not_ready"
    assert client.get("/healthz").status_code == 200
    solver.warm_up()
    assert client.get("/readyz").get_json() == {"status": "ready"}
    lifecycle.drain()
    assert refuse(client, "/readyz") == "not_ready"
    assert client.post("/move", json=EMPTY).get_json()["outcome"] == "draw"
    assert client.post("/moves", json={"requests": [EMPTY]}).status_code == 200
    for path in ("/healthz", "/openapi.yaml", "/openapi.json", "/docs", "/"):
        assert client.get(path).status_code == 200
    lifecycle.stuck = True
    assert refuse(client, "/healthz") == refuse(client, "/readyz") == "stuck"
