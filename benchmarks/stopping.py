"""How long a search goes on after its client has closed the connection."""

import time
from pathlib import Path

from benchmarks.report import milliseconds, ratio, table
from tests.api.events import streaming
from tests.support.live_server import LiveServer, serving

TARGET_SECONDS = 0.1
SHAPES = [(8, 8, 5), (12, 12, 5), (15, 15, 5), (50, 50, 5)]
ROUNDS = 5
AT_REST_SECONDS = 0.5
"""Workers that use almost no processor for so long have stopped."""
LITTLE = 0.1
"""The share of a processor below which they do."""


def processor_seconds(server: LiveServer) -> float:
    """Return the processor time that the workers have used, to the microsecond."""
    threads = (task for pid in server.workers() for task in Path(f"/proc/{pid}/task").iterdir())
    return sum(int((task / "schedstat").read_text().split()[0]) for task in threads) / 1e9


def seconds_to_stop(server: LiveServer, shape: tuple[int, int, int], seed: int) -> float:
    """Return how long after closing the connection the workers were last busy."""
    width, height, row_length = shape
    question = {"board": ["." * width] * height, "row_length": row_length, "seed": seed}
    with streaming(server, question | {"time_limit_ms": 60_000}) as (connection, received):
        # Not always at the same place of the search.
        time.sleep(0.1 * seed)
        received.close()
        connection.close()
        closed = looked = busy = time.perf_counter()
    used = processor_seconds(server)
    while looked - busy < AT_REST_SECONDS:
        time.sleep(0.002)
        now, use = time.perf_counter(), processor_seconds(server)
        if use - used > LITTLE * (now - looked):
            busy = now
        looked, used = now, use
    return busy - closed


def run() -> None:
    """Print the longest of a few rounds for each board."""
    rows = []
    with serving(WORKERS="1") as server:
        for shape in SHAPES:
            longest = max(seconds_to_stop(server, shape, seed) for seed in range(ROUNDS))
            name = "{}x{}, {}".format(*shape)
            rows.append([name, milliseconds(longest), ratio(longest / TARGET_SECONDS)])
    table("How long a search goes on without a client", ["board", "longest", "of 100 ms"], rows)


if __name__ == "__main__":
    run()
