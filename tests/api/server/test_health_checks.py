"""Whoever asks how the service is gets an answer at once, however many others wait for theirs."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import requests
from flask.testing import FlaskClient

from service.api.app import create_app
from service.settings import Settings
from service.solver import Solver
from tests.api.questions import EMPTY, LARGE
from tests.api.raw import PROBE, connect, connections, has_answer, post, read_answer
from tests.support.live_server import LiveServer

CROWD, FLOOD = 10, 300
"""More than there are threads for either, and of the first no more than may wait."""
ENDLESS = LARGE | {"time_limit_ms": 60_000}
"""This is searched until its client leaves."""


PROBES = [
    "GET /healthz",
    "HEAD /healthz",
    "GET /healthz?x=1",
    "GET /readyz",
    "HEAD /readyz?x",
    f"GET /readyz?{'x' * 2000}",
]


def test_probes_overtake_a_crowd(patient: LiveServer) -> None:
    with connections(patient, CROWD, post(ENDLESS)) as crowd:
        for asked in (*PROBES, "GET /metrics", "HEAD /metrics?x"):
            head = f"{asked} HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\nConnection: close\r\n\r\n"
            answer = patient.exchange(head.encode())
            assert answer.startswith(b"HTTP/1.1 200 OK\r\n"), asked
            assert b"\r\nx-request-id: mine\r\n" in answer
        assert not any(has_answer(each) for each in crowd)


def test_a_flood_of_scrapes_keeps_no_probe_waiting(patient: LiveServer) -> None:
    with connections(patient, FLOOD, b"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n") as crowd:
        assert requests.get(f"{patient.url}/healthz", timeout=60).ok
        assert not all(has_answer(each) for each in crowd)
        assert {read_answer(each)[0] for each in crowd} == {200}


@pytest.mark.thorough
def test_any_number_of_probes_may_come_at_once(patient: LiveServer) -> None:
    """Thousands of short ones arrive as one piece, and none waits inside another."""
    last = PROBE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    with connect(patient) as connection, ThreadPoolExecutor(1) as pool:
        sending = pool.submit(connection.sendall, PROBE * 5000 + last)
        answers = connection.makefile("rb").read()
        sending.result()
    assert answers.count(b"HTTP/1.1 200 OK\r\n") == 5001


def refuse(client: FlaskClient, path: str) -> str:
    """Return the status and the code with which a check is refused, for now."""
    refused = client.get(path)
    assert int(refused.headers["Retry-After"]) >= 1
    code: str = refused.get_json()["code"]
    return f"{refused.status_code} {code}"


def test_a_process_tells_whether_it_is_well_and_ready() -> None:
    """A server that is going to stop serves on; one in which a request hangs is to be replaced."""
    solver = Solver(1)
    app = create_app(Settings.model_construct(), solver)
    client, lifecycle = app.test_client(), app.extensions["lifecycle"]
    assert refuse(client, "/readyz") == "503 not_ready"
    assert client.get("/healthz").status_code == 200
    solver.warm_up()
    assert client.get("/readyz").get_json() == {"status": "ready"}
    lifecycle.drain()
    assert refuse(client, "/readyz") == "503 not_ready"
    assert client.post("/move", json=EMPTY).get_json()["outcome"] == "draw"
    assert client.post("/moves", json={"requests": [EMPTY]}).status_code == 200
    for path in ("/healthz", "/openapi.yaml", "/openapi.json", "/docs", "/"):
        assert client.get(path).status_code == 200
    lifecycle.stuck = True
    assert refuse(client, "/healthz") == refuse(client, "/readyz") == "503 stuck"
