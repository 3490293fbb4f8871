"""Load on a server from a few kept connections, each asking again as soon as it is answered."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Borne:
    """How a server bore a load."""

    rate: float
    """Answers a second."""
    latencies: np.ndarray
    """Seconds that each took."""

    def percentile(self, percent: float) -> float:
        """Return the seconds within which so many of a hundred answers came."""
        return float(np.percentile(self.latencies, percent))


@contextmanager
def connected(port: int, connections: int) -> Iterator[list[socket.socket]]:
    """Provide connections to a server on loopback; which worker serves each is settled for good."""
    with ExitStack() as stack:
        address = ("127.0.0.1", port)
        yield [stack.enter_context(socket.create_connection(address)) for _ in range(connections)]


def load(connections: list[socket.socket], bodies: Iterator[bytes], seconds: float) -> Borne:
    """Post one of `bodies` after the other to `/move` until they or the seconds are used up.

    Every answer has to be a 200.
    """
    begun = time.perf_counter()
    stop = begun + seconds
    latencies: list[list[float]] = [[] for _ in connections]
    lock = threading.Lock()

    def next_body() -> bytes | None:
        with lock:
            return next(bodies, None)

    def ask(connection: socket.socket, taken: list[float]) -> None:
        answers = connection.makefile("rb")
        while (asked := time.perf_counter()) < stop and (body := next_body()) is not None:
            head = (
                "POST /move HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n"
            )
            connection.sendall(head.encode() + body)
            status = answers.readline()
            assert status.split()[1] == b"200", status
            length = 0
            while (line := answers.readline()) != b"\r\n":
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            answers.read(length)
            taken.append(time.perf_counter() - asked)

    threads = [
        threading.Thread(target=ask, args=each) for each in zip(connections, latencies, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    every = np.concatenate(latencies)
    return Borne(every.size / (time.perf_counter() - begun), every)
