"""How late answers come: `POST /move` of a running service against its time limit."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import requests

from benchmarks.report import milliseconds, ratio, table
from service.settings import Settings
from tests.support.live_server import serving

GRACE_SECONDS = 0.05
"""How much later than its limit an answer may come."""
LIMITS_MS = [5, 50, 200, 1000, 10_000]
LONGEST_MS = 60_000
"""Asked for once, on the hardest board, four times at once."""
SHAPES = [(3, 3, 3), (15, 15, 5), (30, 10, 5), (50, 50, 5), (50, 50, 20)]
FILLS = {"empty": 0.0, "crowded": 0.6, "nearly full": 0.99}
ROUNDS = {5: 4, 50: 4, 200: 2, 1000: 1, 10_000: 1}
AT_ONCE = (1, 4)

_seeds = count(1)


def rows(width: int, height: int, share: float, seed: int) -> list[str]:
    """Return a board of which a share is full, with as many stones of either side in short rows."""
    chance = random.Random(f"{width}x{height} {share} {seed}")
    marks = [
        ["XO"[(row + 2 * column) % 4 // 2] for column in range(width)] for row in range(height)
    ]
    places = [(row, column) for row in range(height) for column in range(width)]
    chance.shuffle(places)
    wanted = {mark: int(share * width * height) // 2 for mark in "XO"}
    for row, column in places:
        mark = marks[row][column]
        if wanted[mark] == 0:
            marks[row][column] = "."
        else:
            wanted[mark] -= 1
    return ["".join(row) for row in marks]


def lateness(url: str, question: dict[str, Any], at_once: int) -> list[float]:
    """Return by how many seconds answers come late if a question is asked so often at once."""

    def ask(seed: int) -> float:
        started = time.perf_counter()
        answer = requests.post(f"{url}/move", json=question | {"seed": seed}, timeout=120)
        assert answer.status_code == 200, answer.text
        limit: float = question["time_limit_ms"] / 1000
        return time.perf_counter() - started - limit

    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(ask, [next(_seeds) for _ in range(at_once)]))


def run() -> None:
    """Print the latest answers, per limit and board, alone and four at once."""
    lines = []
    table_mebibytes = str(Settings().table_mebibytes)
    with serving(WORKERS="2", TABLE_MEBIBYTES=table_mebibytes) as server:
        for limit in [*LIMITS_MS, LONGEST_MS]:
            shapes = SHAPES if limit < LONGEST_MS else SHAPES[-2:-1]
            for shape in shapes:
                row = [f"{limit} ms, {shape[0]}x{shape[1]}, {shape[2]}"]
                latest = -float("inf")
                for at_once in AT_ONCE if limit < LONGEST_MS else AT_ONCE[1:]:
                    for share in FILLS.values() if limit < LONGEST_MS else [0.0]:
                        late = -float("inf")
                        for number in range(ROUNDS.get(limit, 1)):
                            question = {
                                "board": rows(*shape[:2], share, number),
                                "row_length": shape[2],
                                "time_limit_ms": limit,
                            }
                            late = max(
                                late, *lateness(server.url, question, at_once), -limit / 1000
                            )
                        row.append(milliseconds(late))
                        latest = max(latest, late)
                row += [""] * (1 + len(AT_ONCE) * len(FILLS) - len(row))
                lines.append([*row, ratio(latest / GRACE_SECONDS)])
    header = ["limit and board", *(f"{fill}, {n} at once" for n in AT_ONCE for fill in FILLS)]
    title = "How long after their time limit answers come (negative: before it)"
    table(title, [*header, "latest / 50 ms"], lines)


if __name__ == "__main__":
    run()
