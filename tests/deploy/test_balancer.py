"""nginx with the shipped configuration in front of real replicas: no request fails."""

import gzip
import json
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from email.message import Message
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
from pydantic import TypeAdapter
from werkzeug.http import HTTP_STATUS_CODES

from service.api.http.problems import CODES, problem_body
from service.api.schemas import Problem
from tests.api.events import STREAM
from tests.api.questions import EMPTY, JSON, ask, check_problem
from tests.deploy.balancer import NGINX, Balancer, balancing
from tests.deploy.defaults import default
from tests.deploy.replicas import HOSTS, Replica, new_replicas
from tests.support.http_server import served_by
from tests.support.load import Load
from tests.support.nginx import nginx_command
from tests.support.programs import run
from tests.support.waiting import wait_until

LONGER = {"board": ["......"] * 6, "row_length": 5, "time_limit_ms": 150}
QUESTIONS = [EMPTY, EMPTY, LONGER]

BODY_LIMIT = default("max_body_bytes")
LONG = {"board": ["." * 9] * 9, "row_length": 6, "time_limit_ms": 2000}
problem_type = TypeAdapter(Problem)


@pytest.fixture(scope="module")
def replicas() -> Iterator[list[Replica]]:
    """Provide two replicas that run."""
    found = new_replicas()
    try:
        for replica in found:
            replica.start()
        yield found
    finally:
        for replica in found:
            replica.stop()


@pytest.fixture(scope="module")
def balancer(
    replicas: list[Replica], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Balancer]:
    """Provide a balancer that leads to both."""
    with balancing(HOSTS, replicas[0].port, tmp_path_factory.mktemp("nginx")) as running:
        wait_until(lambda: ask(running.url, **EMPTY).ok)
        yield running


def wait_until_asked(replica: Replica, times: float = 0) -> None:
    """Return once a replica has been asked more than so many questions."""
    wait_until(lambda: replica.asked > times)


def left_alone(replica: Replica, load: Load) -> bool:
    """Return whether twenty more requests all go elsewhere."""
    before = replica.asked
    load.go_on(20)
    return replica.asked == before


@pytest.mark.thorough
def test_no_question_fails_while_replicas_come_and_go(
    replicas: list[Replica], tmp_path: Path
) -> None:
    first, second = replicas
    with balancing([first.host], first.port, tmp_path) as balancer:
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
    first.start()
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


@contextmanager
def streamed(url: str, question: dict[str, Any]) -> Iterator[Iterator[bytes]]:
    """Provide the lines that are streamed in answer to a question, as they come."""
    with requests.post(
        f"{url}/move", json=question, headers=STREAM, stream=True, timeout=60
    ) as response:
        yield response.iter_lines(chunk_size=1)


def test_events_go_out_as_they_come(balancer: Balancer) -> None:
    with streamed(balancer.url, LONG | {"time_limit_ms": 60_000}) as lines:
        # Were they held back, none would come before the search of a minute ends.
        assert b"event: progress" in (next(lines) for _ in range(20))


def test_it_lets_requests_finish_when_it_has_to_end(
    replicas: list[Replica], tmp_path: Path
) -> None:
    with balancing(HOSTS, replicas[0].port, tmp_path) as balancer:
        wait_until(lambda: ask(balancer.url, **EMPTY).ok)
        with streamed(balancer.url, LONG) as lines:
            assert b"event: progress" in lines
            balancer.process.send_signal(signal.SIGQUIT)
            assert b"event: result" in lines
        assert balancer.process.wait(timeout=30) == 0


def asked_plainly(balancer: Balancer, path: str, **fields: Any) -> tuple[HTTPResponse, bytes]:
    """Return the response to a client that takes gzip, and its body as it came."""
    connection = HTTPConnection(urlsplit(balancer.url).netloc, timeout=60)
    body = json.dumps(fields) if fields else None
    headers = {"Accept-Encoding": "gzip", **(JSON if fields else {})}
    connection.request("POST" if fields else "GET", path, body, headers)
    response = connection.getresponse()
    body_sent = response.read()
    connection.close()
    return response, body_sent


def test_large_answers_are_sent_compressed(balancer: Balancer) -> None:
    large = LONG | {"node_limit": 1}
    response, body = asked_plainly(balancer, "/move", **large)
    assert response.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in ", ".join(response.headers.get_all("Vary", []))
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


OWN_ERRORS = {
    "no HTTP": (b"GET / HTTP\r\n\r\n", 400, "bad_request"),
    "a header that is none": (b"GET / HTTP/1.1\r\nHost\r\n\r\n", 400, "bad_request"),
    "a method for proxies": (b"TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", 405, "method_not_allowed"),
    "a body without end": (
        b"POST /move HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n",
        413, "body_too_large",
    ),
    "a long path": (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", 414, "uri_too_long"),
    "a long header": (
        b"GET / HTTP/1.1\r\nHost: a\r\nA: " + b"a" * 9000 + b"\r\n\r\n",
        431, "headers_too_large",
    ),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400, "bad_request"),
    "an unknown coding": (
        b"POST /move HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x\r\n\r\n", 501, "not_implemented",
    ),
    "its own address for problems": (
        b"GET /.problem HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not_found",
    ),
}  # fmt: skip
"""What is sent, and the status and code of what nginx itself answers."""


@pytest.mark.parametrize("name", OWN_ERRORS)
def test_what_it_refuses_itself_is_a_problem_like_all_others(balancer: Balancer, name: str) -> None:
    sent, status, code = OWN_ERRORS[name]
    host, port = urlsplit(balancer.url).hostname, urlsplit(balancer.url).port
    with socket.create_connection((host, port), timeout=60) as connection:
        connection.sendall(sent)
        received = HTTPResponse(connection)
        received.begin()
        body, headers = received.read(), received.headers
    problem = json.loads(body)
    assert (received.status, problem["status"], problem["code"]) == (status, status, code)
    problem_type.validate_python(problem, strict=True)
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["X-Request-Id"] == problem["request_id"]
    assert headers["Cache-Control"] == "no-store"
    check_origins(balancer, headers)


def test_a_client_of_http_1_0_needs_to_name_no_host(balancer: Balancer) -> None:
    """The configuration names one to the replicas, to which nginx speaks HTTP/1.1."""
    address = urlsplit(balancer.url)
    with socket.create_connection((address.hostname, address.port), timeout=60) as connection:
        connection.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
        assert connection.makefile("rb").readline() == b"HTTP/1.1 200 OK\r\n"


def check_origins(balancer: Balancer, headers: Message) -> None:
    """Check that browsers may see the same of an answer of nginx as of the service's own."""
    answer = requests.get(f"{balancer.url}/healthz", timeout=60)
    for name in ("Access-Control-Allow-Origin", "Access-Control-Expose-Headers"):
        told, own = (
            {each.strip().lower() for each in value.split(",")}
            for value in (headers[name], answer.headers[name])
        )
        assert told == own


def check_too_many(refused: requests.Response) -> None:
    """Check that a request is refused because one address has sent too many."""
    problem = check_problem(refused, 503, "overloaded")
    assert problem["detail"].startswith("Too many requests")
    assert refused.headers["Retry-After"] == "1"


def test_requests_of_one_address_can_be_limited(replicas: list[Replica], tmp_path: Path) -> None:
    switched_on = {"# limit_req zone=": "limit_req zone=", "rate=20r/s": "rate=1r/m"}
    with balancing(HOSTS, replicas[0].port, tmp_path, **switched_on) as balancer:
        burst = int(re.findall(r"limit_req zone=\w+ burst=(\d+) nodelay;", NGINX)[0])
        with requests.Session() as session:
            answers = [session.get(f"{balancer.url}/healthz", timeout=60) for _ in range(burst + 2)]
        # It may not know the names of its replicas yet, which is another reason for 503.
        assert all(answer.ok or answer.json()["code"] == "not_ready" for answer in answers[:-1])
        check_too_many(answers[-1])
        assert requests.get(balancer.health, timeout=60).ok
        over = requests.post(f"{balancer.url}/move", b" " * (BODY_LIMIT + 1), timeout=60)
        check_problem(over, 413, "body_too_large")


def test_few_requests_of_one_address_are_answered_at_once(
    replicas: list[Replica], tmp_path: Path
) -> None:
    fewer = {"limit_conn at_once 64;": "limit_conn at_once 1;"}
    with balancing(HOSTS, replicas[0].port, tmp_path, **fewer) as balancer:
        wait_until(lambda: ask(balancer.url, **EMPTY).ok)
        with streamed(balancer.url, LONG) as lines:
            assert next(lines), "it has begun"
            check_too_many(ask(balancer.url, **EMPTY))
            address = urlsplit(balancer.url).netloc
            other = HTTPConnection(address, timeout=60, source_address=("127.0.0.2", 0))
            other.request("POST", "/move", json.dumps(EMPTY), JSON)
            assert other.getresponse().status == 200
            other.close()


class Overloaded(BaseHTTPRequestHandler):
    """A replica that refuses every question."""

    asked = 0
    forwarded: str | None = None
    """For whom it was asked last."""
    problem = problem_body("overloaded", "Too much waits already.", "7f3a")

    def do_POST(self) -> None:
        Overloaded.asked += 1
        Overloaded.forwarded = self.headers["X-Forwarded-For"]
        body = json.dumps(self.problem).encode()
        self.send_response(503)
        for name, value in (("Retry-After", "7"), ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def test_what_a_busy_replica_says_goes_out_as_it_is_and_once(tmp_path: Path) -> None:
    with (
        served_by(Overloaded, HOSTS[0]) as busy,
        balancing(HOSTS[:1] * 2, int(busy.rpartition(":")[2]), tmp_path) as balancer,
    ):
        wait_until(lambda: ask(balancer.url, **EMPTY).headers.get("Retry-After") == "7")
        before = Overloaded.asked
        url, claimed = f"{balancer.url}/move", {"X-Forwarded-For": "192.0.2.1"}
        answer = requests.post(url, json=EMPTY, headers=claimed, timeout=60)
        assert (answer.status_code, answer.json()) == (503, Overloaded.problem)
        assert Overloaded.asked == before + 1
        assert Overloaded.forwarded == "127.0.0.1", "as nginx has seen it"


class BreakingOff(BaseHTTPRequestHandler):
    """A replica that breaks off every answer."""

    asked = 0

    def do_POST(self) -> None:
        BreakingOff.asked += 1
        self.close_connection = True


def test_where_nobody_answers_that_is_a_problem_like_all_others(tmp_path: Path) -> None:
    def check(url: str) -> None:
        response = ask(url, **EMPTY)
        problem = check_problem(response, 503, "not_ready")
        assert problem["detail"].startswith("No replica answers")
        assert response.headers["Retry-After"] == "1"

    with ExitStack() as stack:
        broken = stack.enter_context(served_by(BreakingOff, HOSTS[0]))
        port = int(broken.rpartition(":")[2])
        with balancing(HOSTS, port, tmp_path) as balancer:
            check(balancer.url)
            wait_until(lambda: ask(balancer.url, **EMPTY).status_code == 503 and BreakingOff.asked)
            check(balancer.url)
            stack.close()
            check(balancer.url)


def test_the_shipped_file_is_valid_as_it_is(tmp_path: Path) -> None:
    done = run(*nginx_command(NGINX, tmp_path), "-t")
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr.lower()


def test_its_problems_are_those_of_the_contract() -> None:
    found = re.findall(r'"title":"([^"]+)","status":(\d+),.*"code":"(\w+)"', NGINX)
    assert {status for _, status, _ in found} >= {"413", "500", "503"}
    for title, status, code in found:
        assert CODES[code][0] == int(status)
        assert HTTP_STATUS_CODES[int(status)] == title


def test_its_times_fit_those_of_replicas() -> None:
    """It gives up connections sooner than replicas close them, and waits longer than any search."""
    (kept,) = re.findall(r"keepalive_timeout (\d+)s;", NGINX.partition("upstream ")[2])
    assert int(kept) < default("keepalive_seconds")
    (patience,) = re.findall(r"proxy_read_timeout (\d+)s;", NGINX)
    assert int(patience) > default("max_time_limit_ms") / 1000
