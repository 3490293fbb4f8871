"""A real nginx with the shipped configuration, its addresses alone changed, and its name server."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests
from dnslib import RR, A, DNSRecord
from dnslib.server import BaseResolver, DNSLogger, DNSServer

from tests.api.events import STREAM
from tests.api.questions import EMPTY, ask
from tests.support.live_server import LiveServer
from tests.support.nginx import running_nginx
from tests.support.ports import free_port
from tests.support.project import ROOT
from tests.support.waiting import wait_until

NGINX = (ROOT / "deploy" / "nginx.conf").read_text()
HOSTS = [f"127.0.0.{number}" for number in range(2, 7)]
"""Addresses of replicas, which have one port."""
LONG = {"board": ["." * 9] * 9, "row_length": 6, "time_limit_ms": 2000}
"""A question whose answer takes all of its time."""


class Names(BaseResolver):  # type: ignore[misc]
    """Says that every name means the same addresses, which may change."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.addresses = addresses

    def resolve(self, request: DNSRecord, handler: object) -> DNSRecord:
        """Return the reply to a question about any name."""
        reply = request.reply()
        reply.add_answer(*(RR(request.q.qname, rdata=A(each)) for each in self.addresses))
        return reply


@dataclass(frozen=True)
class Balancer:
    """Where it answers, and for its own health; its process; what leads it to replicas."""

    url: str
    health: str
    process: subprocess.Popen[bytes]
    names: Names

    @property
    def address(self) -> tuple[str, int]:
        """Return the host and port."""
        host, _, port = self.url.removeprefix("http://").partition(":")
        return host, int(port)


@contextmanager
def balancing(
    hosts: Sequence[str], replica_port: int, folder: Path, **changes: str
) -> Iterator[Balancer]:
    """Provide a balancer in front of all that the name of the replicas means, at first these hosts.

    Of its configuration strings may be changed further, as by `changed`.
    """
    port, alive = free_port(), free_port()
    names = Names(hosts)
    server = DNSServer(names, "127.0.0.1", 0, logger=DNSLogger(logf=lambda _: None))
    server.start_thread()
    configuration = changed(
        NGINX,
        **{
            "listen 8000;": f"listen 127.0.0.1:{port};",
            "listen 127.0.0.1:8001;": f"listen 127.0.0.1:{alive};",
            "resolver 127.0.0.11 ": f"resolver 127.0.0.1:{server.server.server_address[1]} ",
            "server move:8000 ": f"server move:{replica_port} ",
            **changes,
        },
    )
    try:
        with running_nginx(configuration, folder, port) as process:
            url, health = (f"http://127.0.0.1:{each}" for each in (port, alive))
            yield Balancer(url, health, process, names)
    finally:
        server.stop()
        server.server.server_close()


@contextmanager
def balanced(server: LiveServer, folder: Path, **changes: str) -> Iterator[Balancer]:
    """Provide a balancer that leads to this server, once it does."""
    with balancing([server.host], server.port, folder, **changes) as running:
        wait_until(lambda: ask(running.url, **EMPTY).ok)
        yield running


def changed(text: str, **changes: str) -> str:
    """Return a text in which each of the strings, which it holds once, is replaced."""
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@contextmanager
def streamed(
    balancer: Balancer, question: dict[str, Any], forwarded: str | None = None
) -> Iterator[Iterator[bytes]]:
    """Provide the lines that are streamed in answer to a question, as they come."""
    headers = {**STREAM, "X-Forwarded-For": forwarded}
    with requests.post(
        f"{balancer.url}/move", json=question, headers=headers, stream=True, timeout=60
    ) as response:
        yield response.iter_lines(chunk_size=1)
