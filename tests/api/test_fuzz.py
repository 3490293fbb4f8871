"""Random bodies, seeded: whatever is sent, the answer is an answer or a problem, never a 500."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
import requests

FIELDS = ("board", "row_length", "to_move", "level", "seed", "time_limit_ms", "node_limit",
          "evaluate", "unknown", "", "\ud800", "\U0001f600", "a/b~")  # fmt: skip
SCALARS = (None, True, False, 0, 1, -1, 3, 2**63, 10**40, 0.5, -0.0, 1e308, "", "X", "O",
           "x.o", "...", "XO.", "\ud800", "\udc00\ud800", "\x00", "é", "all")  # fmt: skip


def random_value(chance: random.Random, depth: int = 0) -> Any:
    """Any JSON value, mostly small."""
    kind = chance.random()
    if depth > 3 or kind < 0.5:
        return chance.choice(SCALARS)
    if kind < 0.85:
        return [random_value(chance, depth + 1) for _ in range(chance.randrange(5))]
    return {chance.choice(FIELDS): random_value(chance, depth + 1) for _ in range(3)}


def random_question(chance: random.Random) -> Any:
    """A question with most fields right and some replaced by anything."""
    width, height = chance.randint(1, 4), chance.randint(1, 4)
    question: dict[str, Any] = {
        "board": ["".join(chance.choices("XO.", (1, 1, 4), k=width)) for _ in range(height)],
        "row_length": chance.randint(1, 4),
        "time_limit_ms": 20,
    }
    for _ in range(chance.randrange(3)):
        question[chance.choice(FIELDS)] = random_value(chance)
    return question


@pytest.mark.parametrize("seed", range(4))
def test_no_body_causes_a_server_error(base_url: str, seed: int) -> None:
    chance = random.Random(seed)
    seen = set()
    with requests.Session() as session:
        for _ in range(100):
            value = random_question(chance) if chance.random() < 0.7 else random_value(chance)
            body = json.dumps(value).encode()
            if chance.random() < 0.2:
                cut = chance.randrange(len(body) + 1)
                body = body[:cut] + chance.randbytes(chance.randrange(4)) + body[cut + 1 :]
            response = session.post(
                f"{base_url}/move",
                data=body,
                headers={"Content-Type": "application/json"},
                timeout=60,
            )
            assert response.status_code in (200, 400, 413, 422), (body, response.text)
            response.json()
            seen.add(response.status_code)
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
        results = response.json()["results"]
        assert len(results) == len(questions)
        seen.update(result["status"] for result in results)
    assert {"in_progress", 422} <= seen <= {"in_progress", "won", "drawn", 422}
