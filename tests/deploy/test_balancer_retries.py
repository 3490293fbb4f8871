"""How often nginx with the shipped configuration sends a request that replicas do not answer."""

from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import ClassVar

import pytest
import requests

from tests.deploy.balancer import HOSTS, Balancer, balancing
from tests.support.http_server import served_by
from tests.support.ports import free_port
from tests.support.waiting import wait_until

DEADLY = "/move?deadly"


class Mortal(BaseHTTPRequestHandler):
    """A replica that keeps connections, and whose worker dies of some requests."""

    protocol_version = "HTTP/1.1"
    deaths: ClassVar[list[str]] = []
    """The address of each that has died."""

    def do_GET(self) -> None:
        self.do_POST()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == DEADLY:
            self.deaths.append(self.connection.getsockname()[0])
            self.close_connection = True
            return
        self.send_response(200)
        self.send_header("Content-Length", "0")
        # As the service does; else nginx would keep a connection that ends.
        self.send_header("Connection", self.headers.get("Connection", "keep-alive"))
        self.end_headers()


def wait_until_answered(balancer: Balancer, is_answered: bool = True) -> None:
    """Wait until requests are answered by a replica, or by none."""
    wait_until(lambda: requests.get(balancer.url, timeout=60).ok == is_answered)


@pytest.fixture
def mortals(tmp_path: Path) -> Iterator[Balancer]:
    """Provide a balancer that leads to five of them, and has led to each already."""
    Mortal.deaths.clear()
    port = free_port(HOSTS[0])
    with ExitStack() as stack:
        for host in HOSTS:
            stack.enter_context(served_by(Mortal, host, port))
        balancer = stack.enter_context(balancing(HOSTS, port, tmp_path))
        wait_until_answered(balancer)
        for method in ("GET", "POST") * 2 * len(HOSTS):
            assert requests.request(method, balancer.url, timeout=60).ok
        yield balancer


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_a_replica_dies_of_kills_one_other_at_most(mortals: Balancer, method: str) -> None:
    answer = requests.request(method, f"{mortals.url}{DEADLY}", timeout=60)
    assert answer.json()["code"] == "not_ready"
    assert len(Mortal.deaths) == len(set(Mortal.deaths)) == 2


def test_replicas_that_are_gone_cost_no_request(tmp_path: Path) -> None:
    """Three of four, as when several are taken away at the same time."""
    port = free_port(HOSTS[0])
    with served_by(Mortal, HOSTS[0], port), balancing(HOSTS[:1], port, tmp_path) as balancer:
        for addresses, is_answered in ((HOSTS[:1], True), (HOSTS[1:4], False), (HOSTS[:4], True)):
            balancer.names.addresses = addresses
            wait_until_answered(balancer, is_answered)
        for method in ("GET", "POST") * 20:
            assert requests.request(method, balancer.url, timeout=60).ok
