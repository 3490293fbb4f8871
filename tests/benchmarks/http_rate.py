"""`POST /move` on 3x3 against a bare Flask and Pydantic echo, under the same gunicorn settings.

The answer is worked out each time, because of a seed, or still known, as when many clients ask
for the same position.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from service.cli.commands.serve import ALLOCATOR
from tests.benchmarks.load import connected, load
from tests.benchmarks.report import ratio, table

SECONDS = 3.0
ROUNDS = 3
CONNECTIONS = 4
QUESTION = {"board": ["X..", ".O.", "..."], "row_length": 3}
BODIES = {
    "known": json.dumps(QUESTION).encode(),
    "worked out": json.dumps(QUESTION | {"seed": 1}).encode(),
}
MOVE, ECHO = "service.api.wsgi:app", "tests.benchmarks.echo:app"


def free_port() -> int:
    """A port of the loopback interface that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def served(application: str, workers: int = 1) -> Iterator[int]:
    """The port of a gunicorn that serves `application` while the context lasts."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "-c", "python:service.api.server", application]
    address = {"HOST": "127.0.0.1", "PORT": str(port)}
    environment = ALLOCATOR | os.environ | address | {"WORKERS": str(workers)}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        for _ in range(1200):
            with socket.socket() as client:
                if client.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait()


def rate(port: int, body: bytes) -> float:
    """Answers a second over a few connections."""
    with connected(port, CONNECTIONS) as connections:
        return load(connections, body, SECONDS).rate


def run() -> None:
    """Print the rates, the best of a few rounds, and their ratios."""
    rows = []
    with served(MOVE) as move, served(ECHO) as echo:
        for name, body in BODIES.items():
            rates = [max(rate(port, body) for _ in range(ROUNDS)) for port in (move, echo)]
            rows.append([name, *(f"{rate:.0f}" for rate in rates), ratio(rates[0] / rates[1])])
    header = ["3x3, all options", "POST /move per s", "bare echo per s", "of the echo"]
    table("HTTP, one worker, four connections", header, rows)
