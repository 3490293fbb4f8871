"""Crowds of clients that ask what is heavy, from a process of their own, again and again."""

import asyncio
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from typing import Any

from tests.api.raw import post
from tests.support.live_server import LiveServer

SIDE, ROW_LENGTH = 50, 7
STONES = SIDE * SIDE // 4
"""Half of each colour; so few that none has a row."""
BOARDS = 20
SEARCH_MS = 10_000
MOST_BATCH = 95
"""Of such boards, as many as a body holds."""


def crowded(chance: random.Random) -> dict[str, Any]:
    """Return a question about the largest board, with many stones and next to no time."""
    cells = ["X", "O"] * (STONES // 2) + ["."] * (SIDE * SIDE - STONES + STONES % 2)
    chance.shuffle(cells)
    rows = ["".join(cells[start : start + SIDE]) for start in range(0, len(cells), SIDE)]
    return {"board": rows, "row_length": ROW_LENGTH, "time_limit_ms": chance.randint(1, 20)}


def batch(chance: random.Random) -> bytes:
    """Return a batch of as many such questions as a body holds."""
    boards = [crowded(chance) | {"time_limit_ms": 1} for _ in range(5)] * (MOST_BATCH // 5)
    return post({"requests": boards}, "/moves", "Connection: close")


def hasty(chance: random.Random) -> bytes:
    """Return a request with one such question."""
    return post(crowded(chance), "/move", "Connection: close")


def search(chance: random.Random) -> bytes:
    """Return a request that needs a slot for seconds."""
    board = {"board": ["." * 12] * 12, "row_length": 5, "seed": chance.randrange(1 << 30)}
    return post(board | {"time_limit_ms": SEARCH_MS}, "/move", "Connection: close")


Ask = Callable[[random.Random], bytes]


@dataclass
class Storm:
    """How many clients ask what, and, after the end, what came of it."""

    clients: dict[Ask, int]
    outcomes: Counter[str] = field(default_factory=Counter)
    """Statuses by the name of what was asked; `lost` where a connection broke."""

    @contextmanager
    def over(self, server: LiveServer) -> Iterator[None]:
        """Let it come down on a server, and leave without waiting for the last answers."""
        context = get_context("spawn")
        stop, (ours, theirs) = context.Event(), context.Pipe(duplex=False)
        arguments = (self.clients, server.host, server.port, stop, theirs)
        process = context.Process(target=_blow, args=arguments)
        process.start()
        try:
            ours.recv()
            yield
        finally:
            stop.set()
            self.outcomes = ours.recv()
            process.join()


def _blow(clients: dict[Ask, int], host: str, port: int, stop: Event, pipe: Connection) -> None:
    # What is measured beside it needs the processors more.
    os.nice(10)
    pipe.send(asyncio.run(_crowd(clients, host, port, stop, pipe)))


async def _crowd(
    clients: dict[Ask, int], host: str, port: int, stop: Event, pipe: Connection
) -> Counter[str]:
    seen: Counter[str] = Counter()
    barrier = asyncio.Barrier(1 + sum(clients.values()))

    async def again_and_again(asked: list[bytes], index: int, name: str) -> None:
        """Ask as one client, which waits about a second after each refusal."""
        first, chance = True, random.Random(index)
        while True:
            index += 1
            status = "lost"
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(host, port)
                try:
                    writer.write(asked[index % len(asked)])
                    if first:
                        await writer.drain()
                        await barrier.wait()
                        first = False
                    status = (await reader.read(1 << 16))[9:12].decode() or status
                    while await reader.read(1 << 16):
                        pass
                finally:
                    writer.close()
            seen[f"{name} {status}"] += 1
            if status != "200":
                await asyncio.sleep(2 * chance.random())

    chance, tasks = random.Random(1), []
    for ask, count in clients.items():
        asked = [ask(chance) for _ in range(min(count, BOARDS))]
        for index in range(count):
            tasks.append(asyncio.create_task(again_and_again(asked, index, ask.__name__)))
    await barrier.wait()
    pipe.send("all have asked")
    while not stop.is_set():
        await asyncio.sleep(0.05)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return seen
