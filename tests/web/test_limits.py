"""A service with little to give: the page knows its limits, and says when it is busy."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import requests
from playwright.sync_api import expect

from tests.support.live_server import AN_HOUR, ONE_SLOT, serving
from tests.web.board import EMPTY_3X3, Act, Table, scenes

OPEN = ["." * 10] * 10
REFUSAL = "The board has 121 cells; at most 100 are allowed."
LONG_MS = 3_600_000


@pytest.fixture(scope="module")
def base_url() -> Iterator[str]:
    """Provide the address of a service with one slot, for boards of up to 100 cells."""
    limits = {"MAX_CELLS": "100", "MAX_BATCH": "5", "QUEUE_LENGTH": "0"}
    with serving(**ONE_SLOT, **AN_HOUR, **limits) as live:
        yield live.url


@contextmanager
def occupied(url: str) -> Iterator[None]:
    """Have the service search for another client meanwhile."""
    question = {"board": OPEN, "row_length": 5, "time_limit_ms": LONG_MS}
    accept = {"Accept": "text/event-stream"}
    with requests.post(
        f"{url}/move", json=question, headers=accept, stream=True, timeout=60
    ) as response:
        lines = response.iter_lines()
        assert any(b"progress" in line for line in lines)
        yield
        # Dropped any sooner, the lines would take the connection with them, and that the search.
        del lines


@pytest.mark.thorough
def test_a_busy_service_is_said_to_be_busy(
    table: Table, base_url: str, complaints: list[str]
) -> None:
    search = table.page.get_by_role("region", name="Search")
    bar = search.get_by_role("progressbar")
    table.open("/".join(OPEN), k=5, time=300)
    with occupied(base_url):
        table.press("Analysis")
        expect(search).to_contain_text("The service is busy; asking again")
        expect(bar).to_have_js_property("value", 0)
        expect(search.get_by_role("button", name="Stop")).to_be_enabled()
    expect(table.field("ending")).to_contain_text("Time ran out after")
    assert complaints
    assert all("503" in each for each in complaints)
    complaints.clear()


SCENES: dict[str, list[Act]] = {
    "a new game on too large a board is refused": [
        ("#board=3x3 | Width: 11 | Height: 11 | New game", {"note": REFUSAL, "board": EMPTY_3X3}),
        ("Height: 9 | New game",
         {"note": "Three in a row wins.", "board": "/".join(["." * 11] * 9)}),
    ],
    "a link to too large a board is refused": [
        ("#board=11x11&k=5", {"note": REFUSAL, "board": EMPTY_3X3}),
    ],
    "a preset and pasted rows that are too large are refused": [
        ("#board=X../.../... | Five in a row",
         {"note": "The board has 225 cells; at most 100 are allowed.", "board": "X../.../..."}),
        ("Edit | Rows: " + "\n".join(["." * 11] * 11), {"note": REFUSAL, "board": "X../.../..."}),
    ],
    "of a long game the last moves are judged": [
        ("#board=3x3&moves=b2,b1,a1,c3,a3,a2,c1",
         {"judgement": "No mistake is proven. X kept all it could with 3 of 3 moves. "
                       "O kept all it could with 2 of 2 moves. 2 moves could not be judged."}),
    ],
}  # fmt: skip


@scenes(SCENES, ["a preset and pasted rows that are too large are refused"])
def test_what_the_service_allows(table: Table, acts: list[Act]) -> None:
    table.act(acts)
