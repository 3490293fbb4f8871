"""Two real servers share what one of them has proven, through a real Redis."""

from typing import Any

from service.api.telemetry.metrics import CACHE_EVENTS
from service.game import parse
from service.sharing.entries import key_of
from tests.api.questions import ask
from tests.api.telemetry.scrapes import Scrape, scrape, scrape_when
from tests.sharing.questions import SECRET
from tests.sharing.redis_server import RedisServer
from tests.support.live_server import AN_HOUR, LiveServer, serving

ROWS = ["....."] * 5
"""A board that takes a search of some tenths of a second with four in a row."""


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


def gained(before: Scrape, after: Scrape) -> dict[str, float]:
    """Return how often each event was counted meanwhile, of those that have happened."""
    name = "kinarow_cache_events_total"
    rises = {each: after(name, event=each) - before(name, event=each) for each in CACHE_EVENTS}
    return {event: rise for event, rise in rises.items() if rise}


def test_what_one_has_proven_the_other_need_not_search_for_and_the_metrics_tell_it(
    redis_server: RedisServer,
) -> None:
    """Poison in its place is overwritten; what chance chooses is not shared."""
    cache = {"CACHE_URL": redis_server.url, "CACHE_SECRET": SECRET.decode()}
    settings = {"WORKERS": "1", "CACHE_TIMEOUT_MS": "1000", **cache, **AN_HOUR}
    with serving(**settings) as one, serving(**settings) as other:
        before = scrape(one), scrape(other)
        redis_server.client.set(key_of(parse(ROWS, 4), best_only=False), "poison")
        first = answered(one, ROWS)
        assert effort(first)[0] > 0
        after = scrape_when(lambda now: gained(before[0], now).get("kept") == 1, one)
        assert gained(before[0], after) == {"refused": 1, "miss": 1, "kept": 1}
        second = answered(other, ROWS)
        assert (effort(second), first | {"search": None}) == ((0, 1), second | {"search": None})
        assert gained(before[1], scrape(other)) == {"hit": 1}
        assert effort(answered(other, ROWS, seed=1)) != (0, 1)
