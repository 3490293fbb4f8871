"""No thread waits for a lock that is held for long, or by one that waits itself."""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.api.admission.policy import HEAVY_BYTES
from tests.api.raw import connections, has_answer, post, read_answer
from tests.api.telemetry.scrapes import at_rest, at_work
from tests.support.live_server import LiveServer, serving
from tests.support.programs import printed
from tests.support.project import ROOT

AT_ONCE = 6
TRIVIAL: dict[str, Any] = {"board": ["X..", "...", "..."], "row_length": 3, "to_move": "O"}


def with_a_stone(side: int, column: int, **more: Any) -> dict[str, Any]:
    """Return a question about a board with one stone in the middle row."""
    rows = ["." * side] * side
    rows[side // 2] = f"{'.' * column}X{'.' * (side - 1 - column)}"
    return {"board": rows, "row_length": 5, "to_move": "O", **more}


def large(index: int) -> bytes:
    """Return a question that needs a search, half of them within the choice of the level."""
    evaluate = "none" if index % 2 else "best"
    asked = with_a_stone(15, index, time_limit_ms=300, evaluate=evaluate)
    return post(json.dumps(asked).encode() + b" " * HEAVY_BYTES)


def batch(index: int) -> bytes:
    """Sixteen such questions, which share less time than they may take."""
    asked = with_a_stone(8, index, time_limit_ms=100, evaluate="none")
    return post({"requests": [asked] * 16}, "/moves")


def statuses(server: LiveServer, requests: list[bytes]) -> set[int]:
    """Return what is answered to these requests, all sent at once."""
    with connections(server, len(requests)) as clients:
        for client, request in zip(clients, requests, strict=True):
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
    assert statuses(one_worker, [*map(ask, range(AT_ONCE))]) <= {200, 503}
    assert statuses(one_worker, [post(TRIVIAL | {"evaluate": "none"})] * 2 * AT_ONCE) == {200}
    at_rest(one_worker)


@pytest.mark.thorough
def test_a_search_for_a_choice_keeps_no_other_choice_waiting(one_worker: LiveServer) -> None:
    """Be it small or, for what is asked in so many bytes, heavy."""
    search = {"board": ["." * 12] * 12, "row_length": 5, "evaluate": "none", "seed": 1}
    with connections(one_worker, 1, post(search | {"time_limit_ms": 20_000})) as [searching]:
        at_work(one_worker, 1, 0)
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
