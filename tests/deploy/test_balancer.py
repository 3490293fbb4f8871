"""nginx with the shipped configuration in front of real replicas: no request fails."""

import gzip
import json
import re
import signal
import socket
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests

from tests.api.events import STREAM
from tests.api.questions import EMPTY, JSON, ask, check_problem
from tests.api.telemetry.scrapes import scrape
from tests.deploy.balancer import HOSTS, LONG, NGINX, Balancer, balancing, streamed
from tests.deploy.conftest import Balanced
from tests.deploy.defaults import default
from tests.support.live_server import SERVE, LiveServer, serving
from tests.support.load import Load
from tests.support.nginx import nginx_command
from tests.support.ports import free_port
from tests.support.programs import run
from tests.support.waiting import wait_until

LONGER = {"board": ["......"] * 6, "row_length": 5, "time_limit_ms": 150}
QUESTIONS = [EMPTY, EMPTY, LONGER]

BODY_LIMIT = default("max_body_bytes")


class Replica:
    """A real server that can be stopped and started again at its address."""

    live: LiveServer

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self._running = ExitStack()

    @property
    def asked(self) -> float:
        """Return how many questions it has been asked since it started."""
        return scrape(self.live)("kinarow_requests_total", route="/move")

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        starting = serving(None, SERVE, (self.host, self.port), WORKERS="1", SEARCH_THREADS="1")
        self.live = self._running.enter_context(starting)

    def stop(self) -> None:
        """Send it SIGTERM, and wait until it has ended."""
        self._running.close()


def wait_until_asked(replica: Replica, times: float = 0) -> None:
    """Return once a replica has been asked more than so many questions."""
    wait_until(lambda: replica.asked > times)


def left_alone(replica: Replica, load: Load) -> bool:
    """Return whether twenty more requests all go elsewhere."""
    before = replica.asked
    load.go_on(20)
    return replica.asked == before


@pytest.mark.thorough
def test_no_question_fails_while_replicas_come_and_go(tmp_path: Path) -> None:
    port = free_port(HOSTS[0])
    first, second = replicas = [Replica(host, port) for host in HOSTS[:2]]
    with ExitStack() as stack:
        for replica in replicas:
            stack.callback(replica.stop)
            replica.start()
        balancer = stack.enter_context(balancing([first.host], port, tmp_path))
        wait_until(lambda: ask(balancer.url, **EMPTY).ok)
        before = second.asked
        with Load(balancer.url, QUESTIONS, pause_seconds=0.01).running() as load:
            load.go_on(20)
            assert second.asked == before
            balancer.names.addresses = [first.host, second.host]
            wait_until_asked(second, before)
            for replica in replicas:
                load.go_on(20)
                replica.stop()
                load.go_on(20)
                replica.start()
                wait_until_asked(replica)
            balancer.names.addresses = [second.host]
            # nginx gives up on a request that it would ask elsewhere just when the names change.
            wait_until(lambda: left_alone(first, load))
            first.stop()
            load.go_on(20)
    assert load.seen == {200}


def test_all_else_is_as_if_it_were_not_there(balancer: Balancer) -> None:
    url = balancer.url
    assert requests.get(balancer.health, timeout=60).status_code == 200
    for sent, same in (("find-me", True), ('"', False), ("", False)):
        got = requests.get(f"{url}/healthz", headers={"X-Request-Id": sent}, timeout=60)
        assert got.ok
        assert (got.headers["X-Request-Id"] == sent) == same
    headers = {**JSON, "Content-Length": str(BODY_LIMIT)}
    just = requests.post(f"{url}/move", b" " * BODY_LIMIT, headers=headers, timeout=60)
    check_problem(just, 400, "invalid_json")
    over = requests.post(f"{url}/move", b" " * (BODY_LIMIT + 1), headers=JSON, timeout=60)
    problem = check_problem(over, 413, "body_too_large")
    assert str(BODY_LIMIT) in problem["detail"]


def test_events_go_out_as_they_come(balancer: Balancer) -> None:
    with streamed(balancer, LONG | {"time_limit_ms": 60_000}) as lines:
        # Were they held back, none would come before the search of a minute ends.
        assert b"event: progress" in (next(lines) for _ in range(20))


def test_it_lets_requests_finish_when_it_has_to_end(balanced: Balanced) -> None:
    with balanced() as balancer:
        with streamed(balancer, LONG) as lines:
            assert b"event: progress" in lines
            balancer.process.send_signal(signal.SIGQUIT)
            assert b"event: result" in lines
        assert balancer.process.wait(timeout=30) == 0


def asked_plainly(balancer: Balancer, path: str, **fields: Any) -> tuple[requests.Response, bytes]:
    """Return the response to a client that takes gzip, and its body as it came."""
    response = requests.request(
        "POST" if fields else "GET", f"{balancer.url}{path}", json=fields or None,
        headers={"Accept-Encoding": "gzip"}, stream=True, timeout=60,
    )  # fmt: skip
    return response, response.raw.read()


def test_large_answers_are_sent_compressed(balancer: Balancer) -> None:
    large = LONG | {"node_limit": 1}
    response, body = asked_plainly(balancer, "/move", **large)
    assert response.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in response.headers["Vary"]
    whole = gzip.decompress(body)
    assert len(json.loads(whole)["options"]) == 81
    assert len(body) < len(whole) / 5
    for path, fields in (("/healthz", {}), ("/move", EMPTY | {"max_options": 0})):
        response, body = asked_plainly(balancer, path, **fields)
        assert "Content-Encoding" not in response.headers
        assert len(body) == int(response.headers["Content-Length"])
        json.loads(body)
    plain = requests.post(
        f"{balancer.url}/move", json=large, headers={"Accept-Encoding": "identity"}, timeout=60
    )
    assert "Content-Encoding" not in plain.headers
    events = requests.post(f"{balancer.url}/move", json=large, headers=STREAM, timeout=60)
    assert events.headers["Content-Type"] == "text/event-stream"
    assert "Content-Encoding" not in events.headers


def test_a_client_of_http_1_0_needs_to_name_no_host(balancer: Balancer) -> None:
    """The configuration names one to the replicas, to which nginx speaks HTTP/1.1."""
    address = urlsplit(balancer.url)
    with socket.create_connection((address.hostname, address.port), timeout=60) as connection:
        connection.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
        assert connection.makefile("rb").readline() == b"HTTP/1.1 200 OK\r\n"


def test_the_shipped_file_is_valid_as_it_is(tmp_path: Path) -> None:
    done = run(*nginx_command(NGINX, tmp_path), "-t")
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr.lower()


def test_its_times_fit_those_of_replicas() -> None:
    """It waits longer than any search."""
    (patience,) = re.findall(r"proxy_read_timeout (\d+)s;", NGINX)
    assert int(patience) > default("max_time_limit_ms") / 1000
