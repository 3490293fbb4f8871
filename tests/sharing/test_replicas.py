"""Two real servers share what one of them has proven, through a real Redis."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from service.game import parse
from service.sharing.keys import key_of
from tests.api.questions import ask
from tests.conftest import serving
from tests.sharing.questions import SECRET
from tests.sharing.redis_server import RedisServer
from tests.waiting import wait_until

LONG = {"board": ["....."] * 5, "row_length": 4, "time_limit_ms": 60_000}
"""A question that takes a search of about a second."""
KEY = key_of(parse(["....."] * 5, 4), False)


@pytest.fixture(scope="module")
def replicas(shared_redis: RedisServer) -> Iterator[tuple[str, str]]:
    """Where two servers listen that share a cache."""
    settings = {
        "WORKERS": "1",
        "CACHE_URL": shared_redis.url,
        "CACHE_SECRET": SECRET.decode(),
        "CACHE_TIMEOUT_MS": "2000",
    }
    with serving(**settings) as one, serving(**settings) as other:
        yield one.url, other.url


def answered(url: str, **fields: Any) -> dict[str, Any]:
    """The answer to a question that can be answered."""
    response = ask(url, **fields)
    assert response.status_code == 200
    answer: dict[str, Any] = response.json()
    return answer


def test_the_second_answers_without_a_search(
    replicas: tuple[str, str], redis_server: RedisServer
) -> None:
    first = answered(replicas[0], **LONG)
    assert first["search"]["nodes"] > 0
    assert first["search"]["complete"]
    wait_until(lambda: redis_server.client.exists(KEY))
    second = answered(replicas[1], **LONG)
    assert (second["search"]["nodes"], second["search"]["table_hits"]) == (0, 1)
    assert first | {"search": None} == second | {"search": None}


def test_a_poisoned_entry_is_worked_out_anew(
    replicas: tuple[str, str], redis_server: RedisServer
) -> None:
    rows = ["....."] * 4 + ["....X"]
    asked = LONG | {"board": rows}
    key = key_of(parse(rows, 4), False)
    redis_server.client.set(key, "poison")
    assert answered(replicas[0], **asked)["search"]["nodes"] > 0
    wait_until(lambda: redis_server.client.strlen(key) > len("poison"))
    assert answered(replicas[1], **asked)["search"]["nodes"] == 0
