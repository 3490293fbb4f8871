"""Real balancers with the shipped configurations in front of real replicas: no request fails."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
import requests

from tests.api.events import STREAM
from tests.api.questions import EMPTY, JSON, ask, check_problem
from tests.deploy.balancers import (
    HAPROXY,
    NGINX,
    HAProxy,
    Names,
    nginx_command,
    running_nginx,
)
from tests.deploy.defaults import default
from tests.deploy.load import load_on
from tests.deploy.replicas import HOSTS, Replica, new_replicas
from tests.ports import free_port
from tests.programs import program
from tests.waiting import wait_until

BODY_LIMIT = default("max_body_bytes")
BALANCERS = ["nginx", "haproxy"]


@pytest.fixture(scope="module")
def replicas() -> Iterator[list[Replica]]:
    """Two replicas that run."""
    found = new_replicas()
    try:
        for replica in found:
            replica.start()
        yield found
    finally:
        for replica in found:
            replica.stop()


@contextmanager
def balancing(balancer: str, port: int, folder: Path) -> Iterator[str]:
    """The address of a balancer in front of both hosts at a port."""
    if balancer == "nginx":
        with running_nginx([(host, port) for host in HOSTS], folder) as url:
            yield url
        return
    names = Names("move", folder)
    names.point_to(HOSTS)
    with names.answering(), HAProxy(names, port, folder).running() as url:
        yield url


def test_no_question_fails_behind_nginx_while_replicas_are_replaced(
    replicas: list[Replica], tmp_path: Path
) -> None:
    with balancing("nginx", replicas[0].port, tmp_path) as url, load_on(url) as load:
        for replica in replicas:
            load.go_on()
            replica.stop()
            load.go_on()
            replica.start()
        load.go_on()
    assert set(load.outcomes) == {"200"}, load.outcomes


def test_no_question_fails_behind_haproxy_while_replicas_come_and_go(
    replicas: list[Replica], tmp_path: Path
) -> None:
    names = Names("move", tmp_path)
    names.point_to(HOSTS[:1])
    haproxy = HAProxy(names, replicas[0].port, tmp_path)
    with names.answering(), haproxy.running() as url:
        wait_until(lambda: ask(url, **EMPTY).ok)
        with load_on(url) as load:
            load.go_on()
            names.point_to(HOSTS)
            wait_until(lambda: haproxy.has_found(HOSTS[1]))
            for replica in replicas:
                load.go_on()
                replica.stop()
                load.go_on()
                replica.start()
                wait_until(lambda: haproxy.content)
            load.go_on()
    assert set(load.outcomes) == {"200"}, load.outcomes


@pytest.mark.parametrize("balancer", BALANCERS)
def test_all_else_is_as_if_it_were_not_there(
    replicas: list[Replica], balancer: str, tmp_path: Path
) -> None:
    with balancing(balancer, replicas[0].port, tmp_path) as url:
        wait_until(lambda: ask(url, **EMPTY).ok)
        for sent, same in (("find-me", True), ('"', False), ("", False)):
            got = requests.get(f"{url}/healthz", headers={"X-Request-Id": sent}, timeout=10)
            assert got.ok
            assert (got.headers["X-Request-Id"] == sent) == same
        headers = {**JSON, "Content-Length": str(BODY_LIMIT)}
        just = requests.post(f"{url}/move", b" " * BODY_LIMIT, headers=headers, timeout=10)
        check_problem(just, 400, "invalid_json")
        over = requests.post(f"{url}/move", b" " * (BODY_LIMIT + 1), headers=JSON, timeout=10)
        problem = check_problem(over, 413, "body_too_large")
        assert str(BODY_LIMIT) in problem["detail"]


@pytest.mark.parametrize("balancer", BALANCERS)
def test_events_go_out_as_they_come(replicas: list[Replica], balancer: str, tmp_path: Path) -> None:
    long = {"board": ["." * 9] * 9, "row_length": 6, "time_limit_ms": 60_000}
    with balancing(balancer, replicas[0].port, tmp_path) as url:
        wait_until(lambda: ask(url, **EMPTY).ok)
        with requests.post(
            f"{url}/move", json=long, headers=STREAM, stream=True, timeout=60
        ) as response:
            # Were they held back, none would come before the search of a minute ends.
            lines = response.iter_lines()
            assert b"event: progress" in (next(lines) for _ in range(20))


class BreakingOff(BaseHTTPRequestHandler):
    """A replica that is well but breaks off every answer."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def do_POST(self) -> None:
        self.close_connection = True

    def log_message(self, *args: object) -> None:
        pass


@pytest.mark.parametrize("balancer", BALANCERS)
@pytest.mark.parametrize("way", ["break off", "nobody there"])
def test_where_nobody_answers_that_is_a_problem_like_all_others(
    balancer: str, way: str, tmp_path: Path
) -> None:
    if way == "nobody there":
        with balancing(balancer, free_port(HOSTS[0]), tmp_path) as url:
            problem = check_problem(ask(url, **EMPTY), 503, "not_ready")
            assert ask(url, **EMPTY).headers["Retry-After"] == "1"
        return
    with ThreadingHTTPServer((HOSTS[0], 0), BreakingOff) as broken:
        Thread(target=broken.serve_forever, daemon=True).start()
        with balancing(balancer, broken.server_port, tmp_path) as url:
            if balancer == "haproxy":
                wait_until(lambda: requests.get(url, timeout=10).ok)
            problem = check_problem(ask(url, **EMPTY), 503, "not_ready")
            assert problem["detail"].startswith("No replica answers")
        broken.shutdown()


@pytest.mark.parametrize("balancer", BALANCERS)
def test_the_shipped_files_are_valid_as_they_are(balancer: str, tmp_path: Path) -> None:
    if balancer == "nginx":
        command = [*nginx_command(NGINX, tmp_path), "-t"]
    else:
        path = tmp_path / "haproxy.cfg"
        path.write_text(HAPROXY)
        command = [program("haproxy"), "-c", "-f", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr.lower()


@pytest.mark.parametrize("shipped", [NGINX, HAPROXY], ids=BALANCERS)
def test_they_wait_longer_than_any_search(shipped: str) -> None:
    longest = default("max_time_limit_ms") / 1000
    waits = [line.split() for line in shipped.splitlines() if "timeout" in line]
    named = {
        " ".join(words[:-1]): float(words[-1].strip("s;"))
        for words in waits
        if words[-1].strip("s;").isdigit()
    }
    chosen = {"proxy_read_timeout", "timeout server", "timeout client"} & named.keys()
    assert chosen
    assert all(named[name] > longest for name in chosen)
