"""Quick answers: in a storm of heavy questions, against an idle server; and without a search."""

import json
import os
import time
from collections.abc import Iterator
from itertools import repeat
from typing import Any

from benchmarks.http_rate import KNOWN, late_positions
from benchmarks.load import Borne, connected, load
from benchmarks.report import milliseconds, ratio, table
from benchmarks.threats import played
from service.game import render
from service.players import LEVELS, STRENGTHS
from service.settings import Settings
from tests.players.asking import searches
from tests.support.live_server import LiveServer, serving
from tests.support.storms import Ask, Storm, batch, hasty, search

TARGET_P99_SECONDS = 0.05
CONNECTIONS = 4
SECONDS = 8.0
"""Less than the long searches take."""
SETTLING_SECONDS = 1.5
NEW_POSITIONS = 30_000
"""More than are answered in that time."""
SEARCHES: dict[Ask, int] = {search: Settings().solver_slots}
STORMS: dict[str, dict[Ask, int]] = {
    "a search of 10 s in every slot": SEARCHES,
    "100 batches of 95 crowded 50x50": {batch: 100},
    "200 crowded 50x50, 1 to 20 ms": {hasty: 200},
    "all three": {**SEARCHES, batch: 100, hasty: 200},
}

UNSEARCHED_P99_SECONDS = 0.01
"""For levels that look at no value, and strengths, with `evaluate` none."""
LARGE = (15, 15, 5)
UNSEARCHED: list[dict[str, Any]] = [
    *({"level": level} for level in LEVELS if not searches(level)),
    *({"strength": strength} for strength in STRENGTHS),
]
LARGE_POSITIONS = 400


def in_storm(
    server: LiveServer, clients: dict[Ask, int], bodies: Iterator[bytes]
) -> tuple[Storm, Borne]:
    """Return the result of a load during a storm, and the outcomes of the storm."""
    storm = Storm(clients)
    with storm.over(server):
        time.sleep(SETTLING_SECONDS)
        with connected(server.port, CONNECTIONS) as connections:
            return storm, load(connections, bodies, SECONDS)


def run() -> None:
    """Print both."""
    in_storms()
    without_search()


def without_search() -> None:
    """Print how long an idle server takes for a move that needs no search, on a large board."""
    boards = [board for seed in range(LARGE_POSITIONS) if (board := played(LARGE, seed))]
    rows = []
    with serving(WORKERS="1") as server, connected(server.port, 1) as connections:
        for who in UNSEARCHED:
            bodies = [
                json.dumps(
                    {
                        "board": render(board),
                        "row_length": LARGE[2],
                        "to_move": board.to_move,
                        "evaluate": "none",
                        **who,
                    }
                ).encode()
                for board in boards
            ]
            borne = load(connections, iter(bodies), SECONDS)
            rows.append(
                [
                    " ".join(f"{key} {value}" for key, value in who.items()),
                    f"{borne.latencies.size}",
                    milliseconds(borne.percentile(50)),
                    milliseconds(borne.percentile(99)),
                    milliseconds(borne.percentile(100)),
                    ratio(borne.percentile(99) / UNSEARCHED_P99_SECONDS),
                ]
            )
    header = ["who", "positions", "median", "p99", "longest", "of 10 ms"]
    table("Moves without a search, {}x{}, {}".format(*LARGE), header, rows)


def in_storms() -> None:
    """Print latencies and rates beside each storm, their ratios to the target, and the load."""
    rows, new = [], late_positions(NEW_POSITIONS)
    for name, clients in {"nothing": dict[Ask, int](), **STORMS}.items():
        for kind, bodies in (("known", repeat(KNOWN)), ("new", iter(new))):
            with serving(WORKERS="2") as server:
                storm, borne = in_storm(server, clients, bodies)
            rows.append(
                [
                    name,
                    kind,
                    f"{borne.rate:.0f}",
                    milliseconds(borne.percentile(50)),
                    milliseconds(borne.percentile(99)),
                    milliseconds(borne.percentile(100)),
                    ratio(borne.percentile(99) / TARGET_P99_SECONDS),
                    f"{os.getloadavg()[0]:.1f}",
                    ", ".join(f"{each}: {count}" for each, count in sorted(storm.outcomes.items())),
                ]
            )
    header = [
        "beside",
        "small boards",
        "per s",
        "median",
        "p99",
        "longest",
        "of 50 ms",
        "load",
        "got",
    ]
    table("Quick answers in storms of heavy questions", header, rows)


if __name__ == "__main__":
    run()
