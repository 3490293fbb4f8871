"""nginx with the shipped configuration in front of real replicas: no request fails."""

import gzip
import json
import signal
from contextlib import ExitStack
from pathlib import Path

import pytest
import requests

from tests.api.questions import BODY_LIMIT, EMPTY, JSON, ask, check_problem
from tests.api.raw import post, whole_answer
from tests.api.telemetry.scrapes import scrape
from tests.deploy.balancer import HOSTS, LONG, NGINX, Balancer, balanced, balancing, streamed
from tests.support.live_server import SERVE, LiveServer, serving
from tests.support.load import Load
from tests.support.nginx import nginx_command
from tests.support.ports import free_port
from tests.support.programs import run
from tests.support.waiting import wait_until

QUESTIONS = [EMPTY, EMPTY, {"board": ["......"] * 6, "row_length": 5, "time_limit_ms": 150}]


class Replica(ExitStack):
    """A real server that can be closed, and started again at its address."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__()
        self.address = (host, port)

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        starting = serving(None, SERVE, self.address, WORKERS="1", SEARCH_THREADS="1")
        self.live = self.enter_context(starting)

    @property
    def asked(self) -> float:
        """Return how many questions it has been asked since it started."""
        return scrape(self.live)("kinarow_requests_total", route="/move")


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
    with (
        Replica(HOSTS[0], port) as first,
        Replica(HOSTS[1], port) as second,
        balancing(HOSTS[:1], port, tmp_path) as balancer,
    ):
        for replica in (first, second):
            replica.start()
        wait_until(lambda: ask(balancer.url, **EMPTY).ok)
        before = second.asked
        with Load(balancer.url, QUESTIONS, pause_seconds=0.01).running() as load:
            load.go_on(20)
            assert second.asked == before
            balancer.names.addresses = HOSTS[:2]
            wait_until_asked(second, before)
            for replica in (first, second):
                load.go_on(20)
                replica.close()
                load.go_on(20)
                replica.start()
                wait_until_asked(replica)
            balancer.names.addresses = HOSTS[1:2]
            # nginx gives up on a request that it would ask elsewhere just when the names change.
            wait_until(lambda: left_alone(first, load))
            first.close()
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


def test_it_lets_requests_finish_when_it_has_to_end(server: LiveServer, tmp_path: Path) -> None:
    with balanced(server, tmp_path) as balancer:
        with streamed(balancer, LONG) as lines:
            assert b"event: progress" in lines
            balancer.process.send_signal(signal.SIGQUIT)
            assert b"event: result" in lines
        assert balancer.process.wait(timeout=30) == 0


def test_large_answers_are_sent_compressed(balancer: Balancer) -> None:
    large, gzipped = LONG | {"node_limit": 1}, ("/move", "Accept-Encoding: gzip")
    _, headers, body = whole_answer(balancer.address, post(large, *gzipped))
    assert headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in headers["Vary"]
    whole = gzip.decompress(body)
    assert len(json.loads(whole)["options"]) == 81
    assert len(body) < len(whole) / 5
    json_, events = "application/json", "text/event-stream"
    for plain, kind in (
        (post(large), json_),
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n", json_),
        (post(EMPTY | {"max_options": 0}, *gzipped), json_),
        (post(large, *gzipped, f"Accept: {events}"), events),
    ):
        _, headers, body = whole_answer(balancer.address, plain)
        assert (headers["Content-Type"], headers["Content-Encoding"]) == (kind, None)
        assert body.decode()


def test_a_client_of_http_1_0_needs_to_name_no_host(balancer: Balancer) -> None:
    """The configuration names one to the replicas, to which nginx speaks HTTP/1.1."""
    assert whole_answer(balancer.address, b"GET /healthz HTTP/1.0\r\n\r\n")[0] == 200


def test_the_shipped_file_is_valid_as_it_is(tmp_path: Path) -> None:
    done = run(*nginx_command(NGINX, tmp_path), "-t")
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr.lower()
