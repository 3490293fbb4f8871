"""`Server-Timing` tells where the time of an answer went."""

import requests

from service.api.app import create_app
from service.settings import Settings
from service.solver import Solver
from tests.api.events import STREAM
from tests.api.questions import EMPTY, HARD, ask, results_in, spans

QUESTION = HARD | {"time_limit_ms": 300}
ROUNDING = 0.01
"""Milliseconds."""


def test_an_answer_tells_its_parts_and_their_sum(base_url: str) -> None:
    response = ask(base_url, **QUESTION)
    told = spans(response)
    assert list(told) == ["queue", "read", "search", "choose", "total"]
    *parts, total = told.values()
    assert min(parts) > 0
    assert sum(parts) <= total + ROUNDING
    searched = response.json()["search"]["time_ms"]
    assert QUESTION["time_limit_ms"] / 2 < told["queue"] + told["read"] + told["search"]
    assert told["queue"] + told["read"] - ROUNDING < searched <= total, "time begins at arrival"
    assert response.headers["Timing-Allow-Origin"] == "*"


def test_a_batch_tells_the_sums_of_its_questions(base_url: str) -> None:
    batch = {"requests": [QUESTION | {"seed": 2}, QUESTION | {"seed": 3}, {}]}
    response = requests.post(f"{base_url}/moves", json=batch, timeout=60)
    told = spans(response)
    searched = [each["search"]["time_ms"] for each in results_in(response)[:2]]
    assert min(searched) > QUESTION["time_limit_ms"] / 2, "each of the two takes its time"
    assert sum(searched) * 3 / 4 < told["search"] < told["total"]


def test_what_tells_no_whole_story_tells_nothing(base_url: str) -> None:
    stream = requests.post(f"{base_url}/move", json=EMPTY, headers=STREAM, timeout=60)
    for response in (stream, requests.get(f"{base_url}/healthz", timeout=60)):
        assert "Server-Timing" not in response.headers


def test_only_origins_that_may_read_the_answer_may_read_its_timing() -> None:
    origins = "https://a.example, https://b.example"
    settings = Settings.model_construct(cors_origins=origins)
    response = create_app(settings, Solver(1)).test_client().post("/move", json=EMPTY)
    assert response.headers["Timing-Allow-Origin"] == origins
