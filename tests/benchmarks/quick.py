"""Quick answers while every slot is kept busy by long searches, against those of an idle server."""

from __future__ import annotations

import json
import socket
import threading
import time

import requests

from service.settings import Settings
from tests.benchmarks.load import Load, connected, load
from tests.benchmarks.report import milliseconds, ratio, table
from tests.conftest import LiveServer, serving

TARGET_P99_SECONDS = 0.05
TARGET_RATE = 0.5
"""Of the rate when nothing else goes on."""
CONNECTIONS = 4
SECONDS = 8.0
"""Less than the long searches take."""
SEARCH_MS = 10_000
SETTLING_SECONDS = 0.5
LONG = {"board": ["." * 12] * 12, "row_length": 5, "seed": 1, "time_limit_ms": SEARCH_MS}
QUICK = {"board": ["X..", ".O.", "..."], "row_length": 3}
BODIES = {"known": QUICK, "worked out": QUICK | {"seed": 1}}


def while_busy(server: LiveServer, connections: list[socket.socket], body: bytes) -> Load:
    """A load while each slot is taken by a search that lasts longer."""

    def search() -> None:
        answer = requests.post(f"{server.url}/move", json=LONG, timeout=60).json()
        assert answer["search"]["time_ms"] > 1000 * SECONDS, "it has searched all the while"

    threads = [threading.Thread(target=search) for _ in range(Settings().solver_slots)]
    for thread in threads:
        thread.start()
    time.sleep(SETTLING_SECONDS)
    measured = load(connections, body, SECONDS)
    for thread in threads:
        thread.join()
    return measured


def run() -> None:
    """Print latencies and rates of both, and their ratios to the targets."""
    rows = []
    with serving() as server:
        for name, question in BODIES.items():
            body = json.dumps(question).encode()
            # Over the same connections, for they may fall to the workers unevenly.
            with connected(server.port, CONNECTIONS) as connections:
                idle = load(connections, body, SECONDS)
                busy = while_busy(server, connections, body)
            rows.append(
                [
                    name,
                    *(f"{each.rate:.0f}" for each in (idle, busy)),
                    ratio(busy.rate / idle.rate / TARGET_RATE),
                    *(milliseconds(each.percentile(50)) for each in (idle, busy)),
                    *(milliseconds(each.percentile(99)) for each in (idle, busy)),
                    ratio(busy.percentile(99) / TARGET_P99_SECONDS),
                ]
            )
    header = [
        "3x3, all options", "idle per s", "busy per s", "of half the idle rate", "idle median",
        "busy median", "idle p99", "busy p99", "of 50 ms",
    ]  # fmt: skip
    table("Quick answers beside a search of 10 s in every slot", header, rows)


if __name__ == "__main__":
    run()
