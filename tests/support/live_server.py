"""A live server for tests and benchmarks: gunicorn as `python -m service serve` starts it."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import requests

from tests.support.ports import free_port
from tests.support.waiting import PATIENCE_SECONDS, wait_until

START_SECONDS = 300
"""A first start compiles every kernel."""


SERVE = (sys.executable, "-m", "service", "serve")
"""The command that starts it."""
AN_HOUR = {"MAX_TIME_LIMIT_MS": "3600000", "GRACEFUL_SECONDS": "3601"}
"""Settings with which a search may outlast every test."""
ONE_SLOT = {"WORKERS": "1", "SLOTS": "1", "SEARCH_THREADS": "1", "SEARCHES_PER_ADDRESS": "1280"}
"""Settings with which a search takes the only slot, and leaves processors to the tests, which may
take all places in the queue though they have one address."""

Line = dict[str, Any]
"""A line of its log."""


@dataclass(frozen=True)
class LiveServer:
    """Where the server listens, which process it is, and the file that it logs into, if any."""

    url: str
    host: str
    port: int
    process: subprocess.Popen[bytes]
    log: Path | None = None

    def workers(self) -> set[int]:
        """Return the process ids of its workers."""
        return children(self.process.pid)

    def processor_seconds(self) -> float:
        """Return the processor time that its workers have used."""
        return sum(map(processor_seconds, self.workers()))

    def memory(self) -> dict[int, int]:
        """Return the memory that each worker has of its own, in bytes."""
        return {pid: own_memory(pid) for pid in self.workers()}

    def lines(self) -> list[Line]:
        """Return all that is logged so far, each line parsed; the last may be half written."""
        assert self.log
        text = self.log.read_text()
        return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]

    def line_of(self, request_id: str) -> Line:
        """Return the line that a request with this id ends with."""
        return self.line_with(event="request", request_id=request_id)

    def line_with(self, **fields: Any) -> Line:
        """Return the first line with these fields, as soon as it is there."""
        # It is written when the answer has ended, which its client may see a little earlier.
        return wait_until(
            lambda: [line for line in self.lines() if fields.items() <= line.items()]
        )[0]

    def exchange(self, sent: bytes) -> bytes:
        """Return everything the server answers to raw bytes until it closes the connection."""
        with socket.create_connection((self.host, self.port), PATIENCE_SECONDS) as connection:
            connection.sendall(sent)
            return connection.makefile("rb").read()


def children(pid: int) -> set[int]:
    """Return the process ids of the children of a process."""
    numbers = set[int]()
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # It has ended.
            numbers.update(map(int, (thread / "children").read_text().split()))
    return numbers


def own_memory(pid: int) -> int:
    """Return the memory that a process shares with no other, in bytes."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))


def memory(pid: int) -> int:
    """Return the memory that a process has filled, shared with its children or not, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("RssAnon:")[2].split()[0]) * 1024


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used."""
    # The name, in parentheses, may hold spaces; user and system time are fields 14 and 15.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(
    log: Path | BinaryIO | None = None,
    command: Sequence[str] = SERVE,
    address: tuple[str, int] | None = None,
    /,
    **settings: str,
) -> Iterator[LiveServer]:
    """Provide a server with these settings, ready, by default on a free port of the loopback.

    It writes what it logs into a new file `log`, or one that is open, if one is given.
    """
    host, port = address or ("127.0.0.1", free_port())
    # A line for each request would bury what a failing test has to say.
    defaults = {
        "HOST": host,
        "PORT": str(port),
        "TABLE_MEBIBYTES": "16",
        "LOG_LEVEL": "warning",
        "DRAIN_SECONDS": "0",
    }
    environment = {**os.environ, **defaults, **settings}
    with (
        log.open("xb") if isinstance(log, Path) else nullcontext(log) as stderr,
        subprocess.Popen(command, env=environment, stderr=stderr) as process,
    ):
        file = log if isinstance(log, Path) else None
        live = LiveServer(f"http://{host}:{port}", host, port, process, file)
        try:
            workers = int(settings.get("WORKERS", "2"))
            wait_until(lambda: _is_ready(live, workers), START_SECONDS)
            yield live
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE_SECONDS)


def _is_ready(live: LiveServer, workers: int) -> bool:
    assert live.process.poll() is None, "the server ended before it was ready"
    # It listens before it has workers; to ask in vain meanwhile would take processor time.
    return len(live.workers()) == workers and _answers(live.url)


def _answers(url: str) -> bool:
    try:
        return requests.get(f"{url}/readyz", timeout=PATIENCE_SECONDS).status_code == 200
    except requests.ConnectionError:
        return False
