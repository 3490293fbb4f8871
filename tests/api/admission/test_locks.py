"""No thread waits for a lock that is held for long, or by one that waits itself."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from tests.api.raw import connections, has_answer, post, read_answer
from tests.api.telemetry.scrapes import at_rest, scrape_when
from tests.support.live_server import LiveServer, serving
from tests.support.programs import printed
from tests.support.project import ROOT

AT_ONCE = 6
ASK_SECONDS = 60
"""Many times what any of these questions takes on a busy machine."""
TRIVIAL: dict[str, Any] = {"board": ["X..", "...", "..."], "row_length": 3, "to_move": "O"}


def rows(side: int, stone: int) -> list[list[str]]:
    """Return a board with one stone, written in more than a kibibyte."""
    return [
        ["X" if (row, column) == (side // 2, stone) else "." for column in range(side)]
        for row in range(side)
    ]


def large(index: int) -> bytes:
    """Return a question that needs a search, half of them within the choice of the level."""
    evaluate = "none" if index % 2 else "best"
    asked = {"board": rows(15, index), "row_length": 5, "to_move": "O", "time_limit_ms": 300}
    return post(asked | {"evaluate": evaluate})


def batch(index: int) -> bytes:
    """Sixteen such questions, which share less time than they may take."""
    asked = {"board": rows(8, index), "row_length": 5, "to_move": "O", "time_limit_ms": 100}
    return post({"requests": [asked | {"evaluate": "none"}] * 16}, "/moves")


def statuses(server: LiveServer, asked: Iterable[bytes]) -> set[int]:
    """Return what is answered to these requests, all sent at once."""
    requests = list(asked)
    with connections(server, len(requests)) as clients:
        for client, request in zip(clients, requests, strict=True):
            client.settimeout(ASK_SECONDS)
            client.sendall(request)
        return {read_answer(client)[0] for client in clients}


@pytest.fixture(scope="module")
def one_worker() -> Iterator[LiveServer]:
    """Provide a server that no other test is to find hanging."""
    with serving(WORKERS="1", GRACEFUL_SECONDS="61") as server:
        yield server


@pytest.mark.thorough
@pytest.mark.parametrize("ask", [large, batch])
def test_what_searches_in_the_middle_of_a_choice_stops_nobody(
    one_worker: LiveServer, ask: Callable[[int], bytes]
) -> None:
    """Up to Python 3.11 `functools.cached_property` holds a lock that all objects share.

    A search within it, and a turn that is given away meanwhile and taken again, stopped all. On a
    busy machine what would come late is refused.
    """
    assert statuses(one_worker, map(ask, range(AT_ONCE))) <= {200, 503}
    assert statuses(one_worker, [post(TRIVIAL | {"evaluate": "none"})] * 2 * AT_ONCE) == {200}
    at_rest(one_worker)


@pytest.mark.thorough
def test_a_search_for_a_choice_keeps_no_other_choice_waiting(one_worker: LiveServer) -> None:
    """Be it small or, for what is asked in so many bytes, heavy."""
    search = {"board": ["." * 12] * 12, "row_length": 5, "evaluate": "none", "seed": 1}
    with connections(one_worker, 1) as [searching]:
        searching.sendall(post(search | {"time_limit_ms": 20_000}))
        scrape_when(lambda now: now("kinarow_busy_slots") == 1, one_worker)
        trivial = [TRIVIAL | {"evaluate": evaluate} for evaluate in ("none", "best")]
        asked = [*map(post, trivial), post({"requests": trivial * 10}, "/moves")] * AT_ONCE
        assert statuses(one_worker, asked) == {200}
        assert not has_answer(searching)


def test_locks_are_taken_within_a_turn_and_within_no_other_lock() -> None:
    """`lock_order` tells what threads held and waited for while they answered questions."""
    text = printed(sys.executable, "-m", "tests.api.admission.lock_order", folder=ROOT)
    seen = {(held, awaited) for held, awaited in json.loads(text)}
    assert ("turn", "service/solver/memory/kept_analyses.py") in seen
    assert not {held for held, _ in seen if held.startswith("service/")}
    assert not {held for held, awaited in seen if awaited == "turn"}
    assert not {awaited for held, awaited in seen if held == "turn"} & {"wait", "sleep"}
