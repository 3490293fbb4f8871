"""What is answered before the framework looks at it is answered as the framework would."""

from __future__ import annotations

from typing import Any

import pytest

from service.api.app import create_app
from service.players import LEVELS
from service.settings import Settings
from service.solver import Solver
from tests.api.questions import EMPTY

ANSWERED: list[dict[str, Any]] = [
    EMPTY,
    EMPTY | {"evaluate": "best", "max_options": 2},
    {"board": ["XX.", "O.O", "..."], "row_length": 3},
    {"board": ["XXX", "O.O", "..."], "row_length": 3},
    {"board": ["XO" * 35 + "." * 10], "row_length": 3},
    *(EMPTY | {"level": level, "seed": 7} for level in LEVELS),
]
REFUSED: list[dict[str, Any]] = [
    {"board": ["X"], "row_length": 0},
    {"board": ["XX."], "row_length": 3},
    {"board": ["XX.", "O"], "row_length": 3},
]


@pytest.mark.parametrize("question", [*ANSWERED, *REFUSED], ids=str)
def test_the_framework_answers_alike(question: dict[str, Any]) -> None:
    asked = question | {"time_limit_ms": 60_000}
    plain, special = (
        create_app(Settings.model_construct(), Solver(1))
        .test_client()
        .post("/move", json=asked, headers={"Accept": accept, "X-Request-Id": "one"})
        for accept in ("*/*", "*/*;q=0.9")
    )
    told, said = plain.get_json(), special.get_json()
    if question in ANSWERED:
        for search in (told["search"], said["search"]):
            del search["time_ms"]
    assert told == said
    assert plain.status_code == special.status_code == (200 if question in ANSWERED else 422)
    changing = {"Server-Timing", "Content-Length"}  # As `time_ms` has more digits or fewer.
    assert {name: value for name, value in plain.headers if name not in changing} == {
        name: value for name, value in special.headers if name not in changing
    }
