"""Random requests, seeded: whatever is sent, the answer is an answer or a problem, never a 500."""

import random
import re

import requests

from tests.api.hostile import random_body, random_bytes, random_question, random_value
from tests.api.questions import EMPTY, ask, results_in, send
from tests.api.raw import exchange
from tests.support.live_server import LiveServer

STATUS_LINE = re.compile(rb"^HTTP/1\.[01] (\d{3}) [A-Za-z -]+\r$", re.MULTILINE)
REQUESTS = 1000
MOST_GROWTH = 16 << 20
"""Of a worker, in memory of its own; it keeps recent answers, in part of that."""


def test_no_body_causes_a_server_error(base_url: str) -> None:
    chance, seen = random.Random(3), set()
    for _ in range(200):
        body = random_body(chance)
        # Each on a connection of its own, so that no worker has yet to load what they need.
        answer = send(base_url, body)
        assert answer.status_code in (200, 400, 413, 422), (body, answer.text)
        answer.json()
        seen.add(answer.status_code)
    assert {200, 400, 422} <= seen


def test_no_batch_causes_a_server_error(base_url: str) -> None:
    chance = random.Random(4)
    seen: set[str | int] = set()
    for _ in range(10):
        questions = [
            random_question(chance) if chance.random() < 0.7 else random_value(chance)
            for _ in range(20)
        ]
        body = {"requests": questions, "time_limit_ms": 100}
        response = requests.post(f"{base_url}/moves", json=body, timeout=60)
        assert response.status_code == 200, (body, response.text)
        results = results_in(response)
        assert len(results) == len(questions)
        seen.update(result["status"] for result in results)
    assert {"in_progress", 422} <= seen
    assert seen <= {"in_progress", "won", "drawn", 422, 503}, "503 on a busy machine"


def test_no_bytes_harm_the_server(server: LiveServer) -> None:
    """The same workers live, and take no more memory; `make soak` sends many more requests."""
    chance = random.Random(5)
    seen: set[int] = set()
    workers, early = server.workers(), dict[int, int]()
    for number in range(REQUESTS):
        sent = random_bytes(chance)
        answer = exchange(server, sent)
        statuses = {int(each) for each in STATUS_LINE.findall(answer)}
        assert statuses or not answer, (sent, answer)
        assert 500 not in statuses, (sent, answer)
        seen |= statuses
        if number == REQUESTS // 2:
            early = server.memory()
    assert {200, 400, 404, 405, 415, 417, 422, 501} <= seen
    assert seen <= {100, 200, 304, 400, 404, 405, 406, 413, 414, 415, 417, 422, 431, 501, 503}
    assert server.workers() == workers
    for pid, size in server.memory().items():
        assert size - early[pid] < MOST_GROWTH
    assert ask(server.url, **EMPTY).json()["outcome"] == "draw"
