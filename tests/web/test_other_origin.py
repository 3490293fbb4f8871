"""A page of another origin, the one that the documents name, plays a game."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

import pytest
from playwright.sync_api import Browser, expect

from service.game import parse
from tests.api.telemetry.scrapes import at_rest
from tests.support.http_server import served_by
from tests.support.live_server import Line, LiveServer
from tests.support.project import ROOT
from tests.support.waiting import wait_until

PLIES = 9
"""Of tic-tac-toe, when both play their best."""
FORGOTTEN_MS = 6000
"""After five seconds Chromium forgets that it may, unless it is told to remember."""


@contextmanager
def another_origin(page: str) -> Iterator[str]:
    """Provide the address of a server that has nothing but this page."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/" else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode())

    with served_by(Handler) as url:
        yield url


@pytest.mark.parametrize("pause_ms", [0, pytest.param(FORGOTTEN_MS, marks=pytest.mark.thorough)])
def test_a_page_elsewhere_plays_a_game_and_asks_once_whether_it_may(
    browser: Browser, server: LiveServer, pause_ms: int
) -> None:
    shown = (ROOT / "tests" / "clients" / "page.html").read_text(encoding="utf-8")
    assert "http://localhost:8000" in shown
    at_rest(server)
    before = len(server.lines())

    def asked(method: str) -> list[Line]:
        lines = server.lines()[before:]
        return [
            line for line in lines if (line.get("route"), line.get("method")) == ("/move", method)
        ]

    complaints: list[str] = []
    context = browser.new_context()
    with another_origin(shown.replace("http://localhost:8000", server.url)) as origin:
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(origin)
        expect(page.locator("pre")).not_to_be_empty()
        rows = page.locator("pre").inner_text().split("\n")
        page.wait_for_timeout(pause_ms)
        page.reload()
        expect(page.locator("pre")).not_to_be_empty()
    context.close()
    assert complaints == []
    assert parse(rows, 3).status == "drawn"
    wait_until(lambda: len(asked("POST")) == 2 * PLIES)
    assert len(asked("OPTIONS")) == 1, "it remembers that it may"
