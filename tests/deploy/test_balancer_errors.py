"""What nginx refuses with the shipped configuration: as problems like those of the service."""

import json
import re
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
import requests
from pydantic import TypeAdapter
from werkzeug.http import HTTP_STATUS_CODES

from service.questions.refusals import CODES, problem_body
from service.questions.schemas import Problem
from tests.api.questions import BODY_LIMIT, EMPTY, JSON, ask, check_problem
from tests.api.raw import whole_answer
from tests.deploy.balancer import HOSTS, LONG, NGINX, Balancer, balanced, balancing, streamed
from tests.support.http_server import served_by
from tests.support.live_server import LiveServer
from tests.support.nginx import ACCESS_LOG
from tests.support.waiting import wait_until

HEADS = 5000
"""More unfinished requests than one address should be able to shut a balancer with."""
problem_type = TypeAdapter(Problem)

OWN_ERRORS = {
    "no HTTP": (b"GET / HTTP\r\n\r\n", 400, "bad_request"),
    "another HTTP": (b"GET / HTTP/3.0\r\nHost: a\r\n\r\n", 400, "bad_request"),
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
    "metrics": (b"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not_found"),
    "metrics in other words": (
        b"GET //x/..//%6detrics?a HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not_found",
    ),
}  # fmt: skip
"""What is sent, and the status and code of what nginx itself answers."""


@pytest.mark.parametrize(("sent", "status", "code"), OWN_ERRORS.values(), ids=OWN_ERRORS)
def test_what_it_refuses_itself_is_a_problem_like_all_others(
    balancer: Balancer, sent: bytes, status: int, code: str
) -> None:
    told, headers, body = whole_answer(balancer.address, sent)
    problem = json.loads(body)
    assert (told, problem["status"], problem["code"]) == (status, status, code)
    problem_type.validate_python(problem, strict=True)
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["X-Request-Id"] == problem["request_id"]
    assert headers["Cache-Control"] == "no-store"
    answer = requests.get(f"{balancer.url}/healthz", timeout=60)
    for name in ("Access-Control-Allow-Origin", "Access-Control-Expose-Headers"):
        shown, own = (
            {each.strip().lower() for each in value.split(",")}
            for value in (headers[name], answer.headers[name])
        )
        assert shown == own, "browsers may see the same of it as of the service's own answers"


def check_refused(refused: requests.Response, code: str, reason: str) -> None:
    """Check that a request is refused for a moment, for this reason."""
    assert check_problem(refused, 503, code)["detail"].startswith(reason)
    assert refused.headers["Retry-After"] == "1"


def test_requests_of_one_address_can_be_limited(server: LiveServer, tmp_path: Path) -> None:
    switched_on = {"# limit_req zone=": "limit_req zone=", "rate=20r/s": "rate=1r/m"}
    with balancing([server.host], server.port, tmp_path, **switched_on) as balancer:
        burst = int(re.findall(r"limit_req zone=\w+ burst=(\d+) nodelay;", NGINX)[0])
        with requests.Session() as session:
            answers = [session.get(f"{balancer.url}/healthz", timeout=60) for _ in range(burst + 2)]
        # It may not know the names of its replicas yet, which is another reason for 503.
        assert all(answer.ok or answer.json()["code"] == "not_ready" for answer in answers[:-1])
        check_refused(answers[-1], "overloaded", "Too many requests")
        assert requests.get(balancer.health, timeout=60).ok
        over = requests.post(f"{balancer.url}/move", b" " * (BODY_LIMIT + 1), timeout=60)
        check_problem(over, 413, "body_too_large")


@pytest.mark.parametrize(
    ("first", "same", "other"),
    [("192.0.2.1", "192.0.2.1", "192.0.2.2"),
     ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")],
    ids=["an address", "a network that one client has"],
)  # fmt: skip
def test_few_requests_of_one_client_are_answered_at_once(
    server: LiveServer, tmp_path: Path, first: str, same: str, other: str
) -> None:
    changes = {
        "limit_conn at_once 64;": "limit_conn at_once 1;",
        "server_tokens off;": "set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;",
    }
    with (
        balanced(server, tmp_path, **changes) as balancer,
        streamed(balancer, LONG, first) as lines,
    ):
        assert next(lines), "it has begun"
        refused, answered = (
            requests.post(
                f"{balancer.url}/move", json=EMPTY, headers={"X-Forwarded-For": each}, timeout=60
            )
            for each in (same, other)
        )
        check_refused(refused, "overloaded", "Too many requests")
        assert answered.status_code == 200


@pytest.fixture
def many_files() -> Iterator[None]:
    """Let this process, and those that it starts, have as many files open as they may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("many_files")
def test_thousands_of_unfinished_heads_shut_nobody_out(server: LiveServer, tmp_path: Path) -> None:
    """Not even as long as it waits for them, which is longer here."""
    longer = {"client_header_timeout 5s;": "client_header_timeout 600s;"}
    with balanced(server, tmp_path, **longer) as balancer, ExitStack() as stack:
        for _ in range(HEADS):
            connection = stack.enter_context(socket.create_connection(balancer.address, timeout=60))
            connection.sendall(b"GET / HTTP/1.1\r\nHost:")
        assert ask(balancer.url, **EMPTY).ok


def test_it_tells_who_sent_what_it_answers_itself_and_nothing_else(
    server: LiveServer, tmp_path: Path
) -> None:
    with balanced(server, tmp_path) as balancer:
        log = tmp_path / ACCESS_LOG
        log.write_bytes(b"")
        assert requests.get(f"{balancer.url}/healthz", timeout=60).ok
        refused = requests.post(
            f"{balancer.url}/move?secret", b" " * (BODY_LIMIT + 1), headers=JSON, timeout=60
        )
        line = json.loads(wait_until(log.read_text))
    assert line.pop("timestamp")
    assert line == {
        "level": "warning", "event": "request", "status": 413, "address": "127.0.0.1",
        "request_id": refused.headers["X-Request-Id"],
    }  # fmt: skip


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
    """Be it that no names are known yet, that all replicas break off, or that there are none."""
    with ExitStack() as stack:
        broken = stack.enter_context(served_by(BreakingOff, HOSTS[0]))
        port = int(broken.rpartition(":")[2])
        with balancing(HOSTS, port, tmp_path) as balancer:
            check_refused(ask(balancer.url, **EMPTY), "not_ready", "No replica answers")
            wait_until(lambda: ask(balancer.url, **EMPTY).status_code == 503 and BreakingOff.asked)
            check_refused(ask(balancer.url, **EMPTY), "not_ready", "No replica answers")
            stack.close()
            check_refused(ask(balancer.url, **EMPTY), "not_ready", "No replica answers")


def test_its_problems_are_those_of_the_contract() -> None:
    found = re.findall(r'"title":"([^"]+)","status":(\d+),.*"code":"(\w+)"', NGINX)
    assert {status for _, status, _ in found} >= {"413", "500", "503"}
    for title, status, code in found:
        assert CODES[code][0] == int(status)
        assert HTTP_STATUS_CODES[int(status)] == title
