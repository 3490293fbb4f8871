"""A service with little to give: the page knows its limits, and says when it is busy."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import requests
from playwright.sync_api import expect

from tests.support.live_server import AN_HOUR, ONE_SLOT, serving
from tests.web.board import EMPTY_3X3, Table

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


def test_a_new_game_on_too_large_a_board_is_refused(table: Table) -> None:
    table.open(o="master")
    for name in ("Width", "Height"):
        table.page.get_by_label(name).fill("11")
    table.press("New game")
    expect(table.note).to_have_text(REFUSAL)
    assert table.read() == EMPTY_3X3
    table.page.get_by_label("Height").fill("9")
    table.press("New game")
    expect(table.note).not_to_have_text(REFUSAL)
    table.expect_board("/".join(["." * 11] * 9))


def test_a_link_to_too_large_a_board_is_refused(table: Table) -> None:
    table.page.goto("/#board=" + "/".join(["." * 11] * 11) + "&k=5")
    expect(table.note).to_have_text(REFUSAL)
    table.expect_board(EMPTY_3X3)


@pytest.mark.thorough
def test_pasting_too_large_a_board_is_refused(table: Table) -> None:
    table.open("XO./.X./..O", x="you", o="you")
    table.press("Edit")
    table.page.get_by_role("textbox", name="Rows").fill("\n".join(["." * 11] * 11))
    expect(table.note).to_have_text(REFUSAL)
    assert table.read() == "XO./.X./..O"


@pytest.mark.thorough
def test_a_preset_that_is_too_large_is_refused(table: Table) -> None:
    table.open("X../.../...")
    table.press("Five in a row")
    expect(table.note).to_have_text("The board has 225 cells; at most 100 are allowed.")
    assert table.read() == "X../.../..."


def test_of_a_long_game_the_last_moves_are_judged(table: Table) -> None:
    table.page.goto("/#board=3x3&k=3&x=you&o=you&moves=b2,b1,a1,c3,a3,a2,c1")
    expect(table.status).to_have_text("X wins")
    expect(
        table.page.get_by_text(
            "No mistake is proven. X kept all it could with 3 of 3 moves. "
            "O kept all it could with 2 of 2 moves. 2 moves could not be judged."
        )
    ).to_be_visible()
