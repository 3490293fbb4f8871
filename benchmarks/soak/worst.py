"""`python -m benchmarks.soak.worst [--seconds N]`: what takes most memory, at once, as shipped."""

import random
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import click
import requests

from benchmarks.report import table
from benchmarks.soak.memory import MEBIBYTE
from tests.api.raw import connections
from tests.support.live_server import LiveServer, serving

LIMIT = 1024 * MEBIBYTE
"""Of a container, in `docker-compose.yml` and `deploy/kubernetes`."""
SHIPPED = {"WORKERS": "2", "TABLE_MEBIBYTES": "128"}
SHAPES = ((50, 50, 5), (50, 50, 17), (2500, 1, 1250), (1, 2500, 1249))
PART = b"POST /move HTTP/1.1\r\nContent-Length: 262144\r\n\r\n" + b" " * 262_000
"""Of a request as large as can be."""


def long_batch(server: LiveServer, chance: random.Random) -> str:
    """Ask about as many of the largest boards as a body holds."""
    width, height, row_length = chance.choice(SHAPES)
    question = {"width": width, "height": height, "row_length": row_length}
    limit = 300 if height == 2500 else 2000
    body = {"requests": [question] * (20 if height == 2500 else 90), "time_limit_ms": limit}
    return str(requests.post(f"{server.url}/moves", json=body, timeout=300).status_code)


def crowded(server: LiveServer, chance: random.Random) -> str:
    """Ask about a large board with many stones, with seconds to think."""
    width, height = chance.choice([(2500, 1), (50, 50), (chance.randint(30, 50), 50)])
    cells = list("XO" * (width * height // 8)) + ["."] * (width * height)
    cells = cells[: width * height]
    chance.shuffle(cells)
    board = ["".join(cells[start : start + width]) for start in range(0, len(cells), width)]
    row_length = chance.randint(8, 13)
    sides = {"width": width, "height": height}
    question = {"board": board, **sides, "row_length": row_length, "time_limit_ms": 3000}
    return str(requests.post(f"{server.url}/move", json=question, timeout=300).status_code)


def flood(server: LiveServer, _: random.Random) -> str:
    """Send hundreds of requests that never end."""
    with connections(server, 400) as crowd:
        for each in crowd:
            with suppress(OSError):
                each.sendall(PART)
        time.sleep(5)
    return "left"


CLIENTS: dict[Callable[[LiveServer, random.Random], str], int] = {
    long_batch: 30, crowded: 30, flood: 2,
}  # fmt: skip


def total(server: LiveServer) -> int:
    """Return the bytes of all processes; what several have in common counts once."""
    sizes = []
    for pid in (server.process.pid, *server.workers()):
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        sizes.append(int(rollup.partition("\nPss:")[2].split()[0]) * 1024)
    return sum(sizes)


@click.command()
@click.option("--seconds", default=120.0, help="How long; 120 by default.")
@click.option("--seed", default=1, help="Of what is asked.")
def main(seconds: float, seed: int) -> None:
    """Print what the replica took, and fail if it was more than it may."""
    seen: Counter[str] = Counter()
    with serving(**SHIPPED) as server:
        idle = total(server)
        end = time.monotonic() + seconds

        def ask(client: Callable[[LiveServer, random.Random], str], index: int) -> None:
            chance = random.Random(f"{seed} {client.__name__} {index}")
            while time.monotonic() < end:
                try:
                    outcome = client(server, chance)
                except OSError as error:
                    outcome = type(error).__name__
                seen[f"{client.__name__} {outcome}"] += 1

        most = idle
        with ThreadPoolExecutor(sum(CLIENTS.values())) as pool:
            tasks = [
                pool.submit(ask, client, index)
                for client, count in CLIENTS.items()
                for index in range(count)
            ]
            while not all(task.done() for task in tasks):
                most = max(most, total(server))
                time.sleep(0.2)
        after = total(server)
    for task in tasks:
        task.result()
    row = [f"{size / MEBIBYTE:.0f}" for size in (idle, most, after, LIMIT)]
    table("MiB of a replica as shipped", ["idle", "at most", "after", "limit"], [row])
    rows = [[outcome, str(count)] for outcome, count in sorted(seen.items())]
    table("What its clients got", ["client and outcome", "times"], rows)
    assert most < LIMIT


if __name__ == "__main__":
    main()
