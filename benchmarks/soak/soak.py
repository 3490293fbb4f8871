"""Running all clients at once for a while, and what the server has to keep."""

import random
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Self

from benchmarks.soak.clients import CLIENTS, Client
from benchmarks.soak.memory import MEBIBYTE, MemoryRecord
from tests.support.live_server import LiveServer, serving

SAMPLES = 200
MOST_MEMORY = 160 * MEBIBYTE
"""Of a worker's own; its table has 16 MiB here."""
MOST_GROWTH = 0.05
"""Once it is warm, which takes minutes: recent answers are kept."""


@dataclass
class Soak:
    """What came of it."""

    outcomes: dict[str, Counter[str]] = field(
        default_factory=lambda: {kind: Counter() for kind in CLIENTS}
    )
    memory: MemoryRecord = field(default_factory=MemoryRecord)
    unasked: dict[str, set[str]] = field(default_factory=dict)
    """Of each kind, what should not have come."""
    workers_kept: bool = False

    @classmethod
    def run(cls, seconds: float, seed: int) -> Self:
        """Start a server and soak it."""
        soak = cls()
        with serving(WORKERS="2", CLIENT_SECONDS="2") as server:
            soak._load(server, seconds, seed)
        for kind, (_, _, allowed) in CLIENTS.items():
            if unasked := set(soak.outcomes[kind]) - allowed:
                soak.unasked[kind] = unasked
        return soak

    def check(self) -> None:
        """Fail unless every kind got what it should, by the same workers, in bounded memory."""
        assert not self.unasked, self.unasked
        assert all(self.outcomes.values()), "every kind has asked"
        assert self.workers_kept
        for sizes in self.memory.sizes.values():
            assert max(sizes) < MOST_MEMORY

    def check_flat(self) -> None:
        """Fail if a worker has more memory than when it was warm."""
        for pid, sizes in self.memory.sizes.items():
            assert self.memory.growth(pid) < MOST_GROWTH, sizes

    def _load(self, server: LiveServer, seconds: float, seed: int) -> None:
        before, start = server.workers(), time.monotonic()
        count = sum(number for _, number, _ in CLIENTS.values())
        with ThreadPoolExecutor(count) as pool:
            tasks = [
                pool.submit(self._ask, server, kind, ask, start + seconds, f"{seed} {kind} {index}")
                for kind, (ask, number, _) in CLIENTS.items()
                for index in range(number)
            ]
            for sample in range(SAMPLES):
                self.memory.note(server, time.monotonic() - start)
                time.sleep(max(start + seconds * (sample + 1) / SAMPLES - time.monotonic(), 0))
            for task in tasks:
                task.result()
        self.workers_kept = server.workers() == before

    def _ask(self, server: LiveServer, kind: str, ask: Client, end: float, seed: str) -> None:
        chance = random.Random(seed)
        while time.monotonic() < end:
            try:
                outcome = ask(server, chance)
            except (OSError, AssertionError) as error:
                outcome = repr(error)
            self.outcomes[kind][outcome] += 1
