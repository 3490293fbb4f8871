"""Two real servers share what one of them has proven, through a real Redis."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.api.telemetry.metrics import CACHE_EVENTS
from service.game import parse
from service.sharing.entries import key_of
from tests.api.questions import ask
from tests.api.telemetry.scrapes import Scrape, scrape, scrape_when
from tests.sharing.questions import SECRET
from tests.sharing.redis_server import RedisServer
from tests.support.live_server import AN_HOUR, LiveServer, serving
from tests.support.waiting import wait_until

ROWS = ["......"] * 4
ONCE_MORE_ROWS = [".X....", *ROWS[1:]]
COUNTED_ROWS = ["....."] * 5
"""Boards that take a search of some tenths of a second with four in a row."""


@pytest.fixture(scope="module")
def replicas(shared_redis: RedisServer) -> Iterator[tuple[LiveServer, LiveServer]]:
    """Provide two servers that share a cache."""
    settings = {
        "WORKERS": "1",
        "CACHE_URL": shared_redis.url,
        "CACHE_SECRET": SECRET.decode(),
        "CACHE_TIMEOUT_MS": "1000",
        **AN_HOUR,
    }
    with serving(**settings) as one, serving(**settings) as other:
        yield one, other


def answered(server: LiveServer, rows: list[str], **fields: Any) -> dict[str, Any]:
    """Return the complete answer to a question, but for the time that it took."""
    response = ask(server.url, board=rows, row_length=4, time_limit_ms=3_600_000, **fields)
    assert response.status_code == 200
    answer: dict[str, Any] = response.json()
    assert answer["search"]["complete"]
    return answer


def effort(answer: dict[str, Any]) -> tuple[int, int]:
    """Return the nodes that an answer took, and the table's part in it."""
    return answer["search"]["nodes"], answer["search"]["table_hits"]


def test_what_one_has_proven_the_other_need_not_search_for(
    replicas: tuple[LiveServer, LiveServer], redis_server: RedisServer
) -> None:
    first = answered(replicas[0], ROWS)
    assert effort(first)[0] > 0
    wait_until(lambda: redis_server.client.exists(key_of(parse(ROWS, 4), best_only=False)))
    second = answered(replicas[1], ROWS)
    assert effort(second) == (0, 1)
    assert first | {"search": None} == second | {"search": None}
    assert effort(answered(replicas[1], ROWS, seed=1)) != (0, 1), "chance is not shared"


@pytest.mark.thorough
def test_an_answer_is_shared_under_its_rules_alone(
    replicas: tuple[LiveServer, LiveServer], redis_server: RedisServer
) -> None:
    falling: dict[str, Any] = {"gravity": True}
    games: list[tuple[list[str], dict[str, Any]]] = [
        ([*ROWS[1:], "X....."], {}), (ROWS, falling), ([*ROWS[1:], "#....."], falling),
        (ROWS, falling | {"misere": True}), (ROWS, falling | {"exact": True}),
        (ROWS, falling | {"wrap": "vertical"}),
    ]  # fmt: skip
    firsts = [answered(replicas[0], rows, **rules) for rows, rules in games]
    assert min(effort(first)[0] for first in firsts) > 0
    kept = [key_of(parse(rows, 4, **rules), best_only=False) for rows, rules in games]
    wait_until(lambda: redis_server.client.exists(*kept) == len(games))
    for first, (rows, rules) in reversed(list(zip(firsts, games, strict=True))):
        second = answered(replicas[1], rows, **rules)
        assert effort(second) == (0, 1), rules
        assert first | {"search": None} == second | {"search": None}
        assert second["rules"].items() >= rules.items()


def gained(before: Scrape, after: Scrape) -> dict[str, float]:
    """Return how often each event was counted meanwhile, of those that have happened."""
    name = "kinarow_cache_events_total"
    rises = {each: after(name, event=each) - before(name, event=each) for each in CACHE_EVENTS}
    return {event: rise for event, rise in rises.items() if rise}


def test_poison_is_overwritten_and_the_metrics_tell_it(
    replicas: tuple[LiveServer, LiveServer], redis_server: RedisServer
) -> None:
    one, other = replicas
    before = scrape(one), scrape(other)
    redis_server.client.set(key_of(parse(COUNTED_ROWS, 4), best_only=False), "poison")
    first = answered(one, COUNTED_ROWS)
    after = scrape_when(lambda now: gained(before[0], now).get("kept") == 1, one)
    assert gained(before[0], after) == {"refused": 1, "miss": 1, "kept": 1}
    second = answered(other, COUNTED_ROWS)
    assert (effort(second), first | {"search": None}) == ((0, 1), second | {"search": None})
    assert gained(before[1], scrape(other)) == {"hit": 1}


@pytest.mark.thorough
def test_a_cache_that_does_nothing_costs_no_answer(
    replicas: tuple[LiveServer, LiveServer], redis_server: RedisServer
) -> None:
    before = scrape(replicas[0])
    redis_server.hold()
    try:
        answers = [answered(server, ONCE_MORE_ROWS) for server in replicas]
    finally:
        redis_server.go_on()
    assert answers[0]["value"] == answers[1]["value"] == 0
    assert all(effort(answer)[0] > 0 for answer in answers)
    assert gained(before, scrape(replicas[0])) == {"error": 1, "dropped": 1}
