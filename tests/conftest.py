"""A live server for the tests: gunicorn as `python -m service serve` starts it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests

from tests.api.telemetry.log_lines import WatchedServer
from tests.ports import free_port

START_SECONDS = 300
"""A first start compiles every kernel."""


@dataclass(frozen=True)
class LiveServer:
    """Where the server listens and which process it is."""

    url: str
    host: str
    port: int
    process: subprocess.Popen[bytes]

    def workers(self) -> set[int]:
        """The process ids of its workers."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        return {int(pid) for pid in children.split()}

    def processor_seconds(self) -> float:
        """The processor time that its workers have used."""
        return sum(map(processor_seconds, self.workers()))

    def memory(self) -> dict[int, int]:
        """The memory that each worker has of its own, in bytes."""
        return {pid: memory(pid) for pid in self.workers()}

    def exchange(self, sent: bytes) -> bytes:
        """Everything the server answers to raw bytes until it closes the connection."""
        with socket.create_connection((self.host, self.port), timeout=30) as connection:
            connection.sendall(sent)
            received = b""
            while data := connection.recv(1 << 16):
                received += data
        return received


def memory(pid: int) -> int:
    """The memory that a process has of its own, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("RssAnon:")[2].split()[0]) * 1024


def processor_seconds(pid: int) -> float:
    """The processor time that a process has used."""
    # The name, in parentheses, may hold spaces; user and system time are fields 14 and 15.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(log: Path | None = None, /, **settings: str) -> Iterator[LiveServer]:
    """A server with these settings, ready, on a free port of the loopback interface."""
    with serving_at("127.0.0.1", free_port(), log, **settings) as live:
        yield live


@contextmanager
def serving_at(
    host: str, port: int, log: Path | None = None, /, **settings: str
) -> Iterator[LiveServer]:
    """The same at an address of one's choice.

    It writes what it logs into a new file `log`, if one is wanted.
    """
    # A line for each request would bury what a failing test has to say.
    defaults = {"HOST": host, "TABLE_MEBIBYTES": "16", "LOG_LEVEL": "warning", "DRAIN_SECONDS": "0"}
    environment = {**os.environ, **defaults, **settings}
    command = [sys.executable, "-m", "service", "serve", "--port", str(port)]
    with (
        nullcontext() if log is None else log.open("xb") as stderr,
        subprocess.Popen(command, env=environment, stderr=stderr) as process,
    ):
        live = LiveServer(f"http://{host}:{port}", host, port, process)
        try:
            _wait_until_ready(live, int(settings.get("WORKERS", "2")))
            yield live
        finally:
            process.terminate()
            process.wait(timeout=90)


@pytest.fixture(scope="session")
def server() -> Iterator[LiveServer]:
    """A server with two workers."""
    with serving(WORKERS="2") as live:
        yield live


@pytest.fixture(scope="session")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WatchedServer]:
    """A server with two workers that logs all it can, and its log."""
    log = tmp_path_factory.mktemp("log") / "stderr"
    with serving(log, WORKERS="2", LOG_LEVEL="debug") as live:
        yield WatchedServer(live, log)


@pytest.fixture(scope="session")
def base_url(server: LiveServer) -> str:
    """Where the live server answers."""
    return server.url


def _wait_until_ready(live: LiveServer, workers: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        assert live.process.poll() is None, "the server ended before it was ready"
        try:
            ready = requests.get(f"{live.url}/readyz", timeout=5).status_code == 200
            if ready and len(live.workers()) == workers:
                return
        except requests.ConnectionError:
            pass
        time.sleep(0.1)
    raise AssertionError("the server did not get ready")
