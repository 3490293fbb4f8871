"""Kinds of clients, good and bad; each asks once per call and returns what came of it."""

import random
import socket
import time
from collections.abc import Callable

import requests

from service.players import BY_STRENGTH
from tests.api.events import STREAM
from tests.api.hostile import random_bytes, random_question, random_value
from tests.api.questions import ask
from tests.api.raw import connect, exchange
from tests.support.live_server import LiveServer

Client = Callable[[LiveServer, random.Random], str]

LARGE = ((6, 6, 4), (7, 6, 4), (8, 20, 5), (10, 10, 5), (15, 15, 5), (19, 19, 5), (30, 30, 5))
LARGEST = ((50, 50, 5), (50, 50, 17), (2500, 1, 1250), (1, 2500, 1249), (25, 100, 13))
"""Boards whose lines take most memory, at the limit of cells."""
LEFT = "left"
"""The client has gone, or was told nothing, as it should be."""


def small(server: LiveServer, chance: random.Random) -> str:
    """Ask about a position of up to 4x4."""
    width, height = chance.randint(1, 4), chance.randint(1, 4)
    board = [["."] * width for _ in range(height)]
    cells = [(row, column) for row in range(height) for column in range(width)]
    for index, (row, column) in enumerate(chance.sample(cells, chance.randrange(len(cells)))):
        board[row][column] = "XO"[index % 2]
    level = chance.choice(BY_STRENGTH)
    sides = {"width": width, "height": height}
    question = {"board": board, "row_length": chance.randint(2, 4), "level": level, **sides}
    return str(ask(server.url, **question).status_code)


def large(server: LiveServer, chance: random.Random) -> str:
    """Ask about a board of any shape with a few stones, with little time."""
    any_shape = (chance.randint(1, 50), chance.randint(1, 50), chance.randint(3, 12))
    width, height, row_length = chance.choice([*LARGE, *LARGEST, *[any_shape] * 8])
    cells = ["."] * (width * height)
    for index, cell in enumerate(chance.sample(range(len(cells)), min(len(cells) // 4, 6))):
        cells[cell] = "XO"[index % 2]
    board = ["".join(cells[start : start + width]) for start in range(0, len(cells), width)]
    limit = chance.choice([1, 20, 100, 300])
    sides = {"width": width, "height": height}
    answer = ask(server.url, board=board, **sides, row_length=row_length, time_limit_ms=limit)
    return str(answer.status_code)


def batch(server: LiveServer, chance: random.Random) -> str:
    """Ask a batch of questions, some with faults; now and then one with the longest of answers."""
    questions = [
        random_question(chance) if chance.random() < 0.8 else random_value(chance)
        for _ in range(chance.randint(1, 30))
    ]
    if chance.random() < 0.05:
        questions = [{"board": ["." * 50] * 50, "row_length": 5}] * 90
    body = {"requests": questions, "time_limit_ms": 300}
    return str(requests.post(f"{server.url}/moves", json=body, timeout=60).status_code)


def stream(server: LiveServer, chance: random.Random) -> str:
    """Ask for a long search and leave it midway, or while it waits for a slot."""
    question = {"board": ["." * 12] * 12, "row_length": 5, "time_limit_ms": 5000}
    with requests.post(
        f"{server.url}/move", json=question, headers=STREAM, stream=True, timeout=60
    ) as response:
        if response.status_code != 200:
            return str(response.status_code)
        next(response.iter_lines())
        time.sleep(chance.random() / 2)
    return LEFT


def hostile(server: LiveServer, chance: random.Random) -> str:
    """Send bytes that are hardly HTTP."""
    answer = exchange(server, random_bytes(chance))
    return answer.split(b" ", 2)[1].decode() if answer else LEFT


def silent(server: LiveServer, chance: random.Random) -> str:
    """Open a connection and say little on it for a while."""
    with connect(server) as connection:
        for _ in range(chance.randrange(5)):
            connection.sendall(b"G")
            time.sleep(chance.random() / 2)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return LEFT


def healthy(server: LiveServer, chance: random.Random) -> str:
    """Ask what an orchestrator asks."""
    path = chance.choice(["/healthz", "/readyz"])
    time.sleep(0.2)
    return str(requests.get(server.url + path, timeout=60).status_code)


CLIENTS: dict[str, tuple[Client, int, set[str]]] = {
    "small boards": (small, 2, {"200", "422"}),
    "large boards": (large, 2, {"200", "503"}),
    "batches": (batch, 1, {"200", "503"}),
    "streams left midway": (stream, 1, {LEFT, "503"}),
    "hostile bytes": (hostile, 1, {LEFT, "100", "200", "304", "400", "404", "405", "406", "408",
                                   "413", "414", "415", "417", "422", "431", "501", "503"}),
    "silence": (silent, 4, {LEFT}),
    "health checks": (healthy, 1, {"200"}),
}  # fmt: skip
"""Each kind: how it asks, how many of it there are, and what may come of it."""
