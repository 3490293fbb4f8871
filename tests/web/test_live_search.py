"""A long search on the page: it is seen as it goes on, and stopping it stops it."""

import re
import time

from playwright.sync_api import Locator, Page, expect

from tests.support.live_server import LiveServer
from tests.web.board import Table

OPEN = "/".join(["." * 12] * 12)
LONG_MS = 60_000
QUIET_SECONDS = 0.5
"""A server that uses no processor for so long searches nothing."""
MOST_TRIES = 20


def search(page: Page) -> Locator:
    """Return what the page tells of the search."""
    return page.get_by_role("region", name="Search")


def test_an_analysis_is_seen_and_stopped(table: Table, server: LiveServer) -> None:
    table.open(OPEN, k=5, analysis=1, time=LONG_MS)
    told = re.compile(r"Best so far: [a-l]\d+, \d+ moves? ahead")
    expect(search(table.page)).to_contain_text(told)
    best = table.page.get_by_role("gridcell", name="best so far")
    expect(best).to_have_count(1)
    bar = search(table.page).get_by_role("progressbar")
    expect(bar).not_to_have_js_property("value", 0)
    table.press("Stop")
    expect(bar).to_have_js_property("value", 0)
    assert becomes_quiet(server)


def test_a_level_is_stopped_and_goes_on(table: Table, server: LiveServer) -> None:
    table.open(OPEN, k=5, o="master", time=LONG_MS)
    table.cell(6, 6).click()
    expect(table.status).to_have_text("Robot (O) thinks")
    expect(search(table.page)).to_contain_text("Best so far: ")
    table.press("Stop")
    expect(table.status).to_have_text("Robot (O) waits: press Continue")
    assert becomes_quiet(server)
    table.page.get_by_label("Thinking time").select_option("100")
    expect(table.status).to_have_text("Your move: X")
    assert len(table.free_cells()) == 142


def test_a_move_stops_the_analysis_before_it(table: Table) -> None:
    table.open(OPEN, k=5, analysis=1, time=LONG_MS)
    expect(search(table.page)).to_contain_text("Best so far: ")
    table.page.get_by_label("Thinking time").select_option("300")
    table.play((6, 6))
    expect(table.field("ending")).to_have_text(re.compile("^Time ran out after "))


def becomes_quiet(server: LiveServer) -> bool:
    """Return whether the workers come to rest long before the search would have ended."""
    for _ in range(MOST_TRIES):
        before = server.processor_seconds()
        time.sleep(QUIET_SECONDS)
        if server.processor_seconds() - before <= QUIET_SECONDS / 10:
            return True
    return False
