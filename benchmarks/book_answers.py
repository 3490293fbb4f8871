"""What the book knows: how soon a running service has answered, the first move and every option."""

import json
from collections.abc import Iterator
from typing import Any

import requests

from benchmarks.load import connected, load
from benchmarks.report import milliseconds, ratio, table
from tests.support.live_server import serving
from tests.support.waiting import PATIENCE_SECONDS

GAMES = [(8, 4, 4), (9, 4, 4), (8, 7, 5)]
TARGET_SECONDS = 0.005
QUESTIONS = 500
"""Each with an id of its own, so that none is known byte for byte."""


def questions(game: tuple[int, int, int], evaluate: str) -> Iterator[dict[str, Any]]:
    """Yield questions about an empty board."""
    width, height, row_length = game
    board = ["." * width] * height
    for number in range(QUESTIONS):
        yield {
            "board": board, "row_length": row_length, "evaluate": evaluate, "id": f"{number}",
        }  # fmt: skip


def run() -> None:
    """Print how long answers take, and their ratio to the target."""
    rows = []
    with serving(WORKERS="1") as server, connected(server.port, 1) as connections:
        for game in GAMES:
            for evaluate in ("best", "all"):
                asked = questions(game, evaluate)
                first = requests.post(
                    f"{server.url}/move", json=next(asked), timeout=PATIENCE_SECONDS
                ).json()
                borne = load(connections, (json.dumps(each).encode() for each in asked), 60)
                rows.append(
                    [
                        "{}x{}, {}".format(*game),
                        evaluate,
                        f"{first['proof']['method']}",
                        f"{first['search']['complete']}",
                        milliseconds(borne.percentile(50)),
                        milliseconds(borne.percentile(99)),
                        ratio(borne.percentile(99) / TARGET_SECONDS),
                    ]
                )
    header = ["board", "options", "proof", "complete", "median", "p99", "p99 / target"]
    table("Empty boards of the book, asked over HTTP", header, rows)
