"""`POST /move` against a bare Flask and Pydantic echo, under the same gunicorn and a stock one.

What is worked out are positions that the server has never been asked before; what is known is one
question again and again, as when many clients ask for the same position. All servers take turns
within each round, so that what else the machine does meets all alike; the processor time of the
workers is least touched by it.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import repeat

import numpy as np

from benchmarks.load import connected, load
from benchmarks.report import ratio, table
from service.cli.commands.serve import ALLOCATOR
from tests.solver.enumeration import Levels
from tests.support.live_server import START_SECONDS, LiveServer
from tests.support.ports import free_port, listens
from tests.support.positions import random_positions
from tests.support.sampling import chance_of
from tests.support.waiting import wait_until

SECONDS = 2.0
"""Of each load, unless its questions are used up before."""
ROUNDS = 5
CONNECTIONS = 4
LATE_POSITIONS = 6000
FEW_CELLS = 12
QUESTION = {"board": ["X..", ".O.", "..."], "row_length": 3}
KNOWN = json.dumps(QUESTION).encode()
MOVE, ECHO = "service.api.wsgi:app", "benchmarks.echo:app"
OURS = ("-c", "python:service.api.server.config")
STOCK = ("-k", "gthread", "--preload", "--threads", "42", "--keep-alive", "30")
"""As many threads as ours has on two cores, and what else it sets for speed."""


@contextmanager
def served(application: str, gunicorn: tuple[str, ...]) -> Iterator[LiveServer]:
    """Provide a gunicorn of one worker that serves `application` while the context lasts."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "-w", "1", *gunicorn]
    command += ["-b", f"127.0.0.1:{port}", application]
    environment = ALLOCATOR | os.environ | {"WORKERS": "1"}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: listens(port), START_SECONDS)
        yield LiveServer(f"http://127.0.0.1:{port}", "127.0.0.1", port, process)
    finally:
        process.terminate()
        process.wait()


def every_small_position() -> list[bytes]:
    """Return questions about all positions of 3x3 in which a move is left, shuffled."""
    levels = Levels((3, 3, 3))
    boards = [levels.text(code) for codes, won in levels for code in codes[~won].tolist()]
    chance_of("order").shuffle(boards)
    return [_question([board[:3], board[3:6], board[6:]], 3) for board in boards if "." in board]


def late_positions(drawn: int) -> list[bytes]:
    """Return questions about different positions of 4x4 with few empty cells, of so many drawn."""
    positions = random_positions((4, 4, 4), (1, FEW_CELLS), drawn, seed=1)
    return list(dict.fromkeys(_question(each.rows, 4, each.to_move) for each in positions))


def _question(rows: list[str], row_length: int, to_move: str | None = None) -> bytes:
    return json.dumps({"board": rows, "row_length": row_length, "to_move": to_move}).encode()


def _measure(server: LiveServer, bodies: Iterator[bytes]) -> tuple[float, float]:
    """Return answers a second over a few connections, and processor seconds of each."""
    before = server.processor_seconds()
    with connected(server.port, CONNECTIONS) as connections:
        borne = load(connections, bodies, SECONDS)
    return borne.rate, (server.processor_seconds() - before) / borne.latencies.size


def _row(name: str, servers: list[LiveServer], portions: list[Iterable[bytes]]) -> list[str]:
    """Return medians over rounds, in each of which every server is asked the same questions."""
    rounds = [[_measure(server, iter(each)) for server in servers] for each in portions]
    # Shape (rounds, servers, 2); more is better in both.
    rates, times = np.moveaxis(np.array(rounds), -1, 0)
    of_rate, of_time = rates[:, :1] / rates[:, 1:], times[:, 1:] / times[:, :1]
    return [
        name,
        *(f"{rate:.0f}" for rate in np.median(rates, axis=0)),
        *(ratio(each) for each in np.median(of_rate, axis=0)),
        *(f"{1e6 * seconds:.0f}" for seconds in np.median(times, axis=0)),
        *(ratio(each) for each in np.median(of_time, axis=0)),
    ]


def run() -> None:
    """Print rates and processor time of the workers, and their ratios to those of the echoes."""
    with ExitStack() as stack:
        servers = [
            stack.enter_context(served(application, arguments))
            for application, arguments in ((MOVE, OURS), (ECHO, OURS), (ECHO, STOCK))
        ]
        rows = [_row("known", servers, [repeat(KNOWN)] * ROUNDS)]
        for name, bodies in (
            ("new, 3x3", every_small_position()),
            (f"new, 4x4, up to {FEW_CELLS} empty", late_positions(LATE_POSITIONS)),
        ):
            # No server is asked one of them twice.
            rows.append(_row(name, servers, [bodies[each::ROUNDS] for each in range(ROUNDS)]))
    header = ["all options"]
    for what in ("per s", "us"):
        header += [f"{name}, {what}" for name in ("ours", "echo", "stock echo")]
        header += ["of the echo", "of the stock one"]
    title = "HTTP, one worker, four connections: answers a second, and processor time of each"
    table(title, header, rows)
