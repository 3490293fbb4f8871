"""Between the page and the service all goes wrong: each failure is said, and tried again."""

import json
import re
import socket
import struct
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any, NamedTuple

import pytest
import requests
from playwright.sync_api import Page, expect

from tests.support.http_server import served_by
from tests.support.live_server import LiveServer
from tests.support.waiting import PATIENCE_SECONDS
from tests.web.board import LOOK_MS, Table
from tests.web.test_keyboard import tab_to

LOST = "Failed to load resource|Failed to fetch dynamically imported module"
"""What Chromium says of requests that fail."""
WAITING = "The service is missing: press Try again"
HELD = "Guard (O) waits: press Continue"
GAME = "/#board=3x3&k=3&x=you&o=rules&moves=b2"
"""The level is to move."""
BEGUN = "/#board=O../.../..X&k=3&x=you&o=rules&moves=b2"
"""The same, and only the service can say whether the game may begin so."""
FINISHED = "/#board=3x3&k=3&x=you&o=you&moves=b2,a2,a1,a3,c3"
"""The mistakes are to be found."""
PUZZLE = "/#puzzle=tic-tac-toe-easy-1"


class Trouble(NamedTuple):
    """What comes in place of an answer."""

    status: int = 200
    content: bytes = b""
    media_type: str = "application/json"
    is_reset: bool = False
    """Whether the connection ends before the answer, as by a crash; without content at once."""


class Proxy(BaseHTTPRequestHandler):
    """Hands on what is asked, but for one kind of request, which meets the trouble."""

    service: str
    kind: str | None
    trouble: Trouble

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.asked == self.kind:
            self.answer(self.trouble)
            return
        told = ("Accept", "Content-Type")
        answer = requests.request(
            self.command,
            self.service + self.path,
            data=body,
            headers={name: self.headers[name] for name in told if self.headers[name]},
            timeout=PATIENCE_SECONDS,
        )
        media_type = answer.headers["Content-Type"]
        self.answer(Trouble(answer.status_code, answer.content, media_type))

    def do_POST(self) -> None:
        self.do_GET()

    @property
    def asked(self) -> str:
        """Return what the page asks for: by its path or, of `/move`, in which form."""
        if self.path != "/move":
            return self.path.rpartition("/")[2].partition("?")[0]
        return "stream" if self.headers["Accept"].startswith("text/event-stream") else "verdict"

    def answer(self, given: Trouble) -> None:
        """Answer so or, if there is to be a reset, close the connection before the end."""
        if given.content or not given.is_reset:
            self.send_response(given.status)
            self.send_header("Content-Type", given.media_type)
            self.send_header("Service-Worker-Allowed", "/")
            self.send_header("Content-Length", str(len(given.content) + 1000 * given.is_reset))
            self.end_headers()
            self.wfile.write(given.content)
        if given.is_reset:
            self.wfile.flush()
            linger = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.connection.close()


PROGRESS = {"depth": 1, "nodes": 1, "time_ms": 1.0, "bounds": {"lower": -1, "upper": 1},
            "best_move": {"row": 0, "column": 0, "name": "a3"}, "settled_options": 0,
            "distinct_options": 1, "principal_variation": []}  # fmt: skip
EVENT = f"event: progress\nid: progress\ndata: {json.dumps(PROGRESS)}\n\n".encode()
STREAM = "text/event-stream"
GATEWAY = b'{"message": "no healthy upstream"}'
CUT_JSON = b'{"status": "in_pro'
WITHOUT_SERVICE = Trouble(502, GATEWAY)
NOBODY = Trouble(is_reset=True)
TROUBLES = {
    "a gateway without a service": WITHOUT_SERVICE,
    "a busy gateway": Trouble(503, GATEWAY),
    "a gateway that counts": Trouble(429, GATEWAY),
    "a gateway that says yes": Trouble(200, GATEWAY),
    "a hotel": Trouble(200, b"<!doctype html><title>Welcome</title>", "text/html; charset=utf-8"),
    "nobody": NOBODY,
    "a reset in mid-JSON": Trouble(200, CUT_JSON, is_reset=True),
    "JSON that ends early": Trouble(200, CUT_JSON),
}
STREAM_TROUBLES = {
    "a reset in mid-stream": Trouble(200, EVENT, STREAM, is_reset=True),
    "a stream that ends early": Trouble(200, EVENT, STREAM),
    "an event that ends early": Trouble(200, EVENT + b'event: result\ndata: {"sta\n\n', STREAM),
}
KINDS = {"verdict": BEGUN, "stream": GAME, "moves": FINISHED, "puzzle": PUZZLE}
"""The kinds of requests, and the games that need them."""
QUICK = [
    *((kind, "a gateway without a service") for kind in KINDS),
    ("verdict", "a reset in mid-JSON"), ("stream", "a reset in mid-stream"),
]  # fmt: skip
"""What is tried in the quick tier."""


@pytest.fixture(scope="module")
def proxy(server: LiveServer) -> type[Proxy]:
    """Provide the proxy, which a test may give trouble."""
    return type("OfTheService", (Proxy,), {"service": server.url, "kind": None})


@pytest.fixture(scope="module")
def base_url(proxy: type[Proxy]) -> Iterator[str]:
    """Provide the address of the proxy."""
    with served_by(proxy) as url:
        yield url


@pytest.mark.parametrize(
    ("kind", "name"),
    [pytest.param(kind, name, marks=[] if (kind, name) in QUICK else pytest.mark.thorough)
     for kind in KINDS for name in TROUBLES | (STREAM_TROUBLES if kind == "stream" else {})],
)  # fmt: skip
def test_a_failure_is_said_and_tried_again(
    table: Table, proxy: Any, complaints: list[str], kind: str, name: str
) -> None:
    proxy.kind, proxy.trouble = kind, (TROUBLES | STREAM_TROUBLES)[name]
    table.visit(KINDS[kind])
    if kind == "stream":
        table.press("Continue")
    again = table.button("Try again")
    expect(again).to_be_enabled()
    expect(table.note).to_have_class("problem")
    expect(table.note).not_to_be_empty()
    expect(table.status).not_to_contain_text("thinks")
    proxy.kind = None
    again.press("Enter")
    expect(again).to_have_count(0)
    expect(table.note).not_to_have_class("problem")
    if kind == "moves":
        (mistake,) = table.mistakes()
        assert mistake.startswith("2. O: a2 gave up the draw; a3 kept it. ")
    elif kind == "puzzle":
        table.shows(status=re.compile("^[XO] to move and "))
    else:
        if kind != "stream":
            table.shows(status=HELD)
            table.press("Continue")
        table.shows(status="Your move: X", moves=2)
    only_lost(complaints)


def only_lost(complaints: list[str]) -> None:
    """Check that the browser misses something, and that nothing has been thrown."""
    assert [each for each in complaints if not re.search(LOST, each)] == []
    complaints.clear()


def test_without_a_network_nothing_is_lost(table: Table, complaints: list[str]) -> None:
    table.open(o="rules")
    table.page.context.set_offline(True)
    table.cell(2, 2).click()
    table.shows(note="The service does not answer.", status="Guard (O) waits: press Try again")
    lost = len(complaints)
    tab_to(table.page, "Try again", "Enter")
    while len(complaints) == lost:
        table.page.wait_for_timeout(LOOK_MS)
    expect(table.button("Try again")).to_be_focused()
    # Nobody has to press anything once the network is back.
    table.page.context.set_offline(False)
    table.shows(status="Your move: X", moves=2)
    only_lost(complaints)


def test_what_failed_is_repeated_and_no_more(
    table: Table, proxy: Any, complaints: list[str]
) -> None:
    """A hint is asked for twice; the level that waits meanwhile goes on waiting."""
    table.visit(GAME)
    # The service has said how the game stands, which the hint need not tell.
    table.shows(status=HELD)
    proxy.kind, proxy.trouble = "stream", NOBODY
    table.press("Hint")
    table.shows(note="The service does not answer.", status="Guard (O) waits: press Try again")
    proxy.kind = None
    table.press("Try again")
    table.shows(note=re.compile("^Hint: "), status=HELD)
    only_lost(complaints)


def test_silence_has_an_end(table: Table) -> None:
    """The patience of the page is shortened, for a test has less."""
    table.page.add_init_script(
        "const { timeout } = AbortSignal; AbortSignal.timeout = () => timeout.call(AbortSignal, 1)"
    )
    table.page.route("**/move", lambda _: None)
    table.visit(BEGUN)
    table.shows(note="The service has not answered in time.")
    expect(table.button("Try again")).to_be_enabled()


def test_it_is_said_that_an_answer_is_missed_and_waiting_can_be_stopped(table: Table) -> None:
    table.page.route("**/move", lambda _: None)
    table.visit("/#board=X../.../...&k=3&x=you&o=you&to_move=O")
    expect(table.page.get_by_text("Still waiting for the service")).to_be_visible()
    table.press("Stop")
    table.page.unroute("**/move")
    table.act([("Continue | b2", {"status": "X's turn"})])


def test_a_hint_that_comes_first_holds_up_no_game(table: Table) -> None:
    table.page.route("**/move", lambda _: None, times=1)
    table.visit("/#board=X../.../...&k=3&x=you&o=you&to_move=O")
    table.act([("Hint", {"note": re.compile("^Hint: b2")}), ("cell: b2", {"status": "X's turn"})])


def test_a_refused_position_is_not_thought_about(table: Table, complaints: list[str]) -> None:
    table.visit("/#board=XXX/OOO/...&k=3&x=rules&o=rules&to_move=X")
    for refusals in (1, 2, 3):
        table.shows(
            note=re.compile("Both players have a line"), status="Guard (X) waits: press Continue"
        )
        # The browser tells of each after it has come.
        while len(complaints) < refusals:
            table.page.wait_for_timeout(LOOK_MS)
        if refusals < 3:
            table.press("Continue")
    expect(table.button("Try again")).to_have_count(0)
    only_lost(complaints)


def test_until_all_has_come_nothing_can_be_pressed_but_try_again(
    table: Table, proxy: Any, complaints: list[str]
) -> None:
    proxy.kind, proxy.trouble = "app.js", WITHOUT_SERVICE
    table.visit(GAME)
    table.shows(status="A part of the page has not come")
    for key in "urhemapbfn":
        table.page.keyboard.press(key)
    only_lost(complaints)
    proxy.kind = None
    table.press("Try again")
    table.shows(status=HELD, moves=1)
    only_lost(complaints)


@pytest.mark.thorough
@pytest.mark.parametrize("missing", ["swagger-ui-bundle.js", "openapi.json"])
def test_a_contract_that_does_not_appear_can_be_asked_for_again(
    page: Page, proxy: Any, complaints: list[str], missing: str
) -> None:
    proxy.kind, proxy.trouble = missing, WITHOUT_SERVICE
    page.goto("/docs")
    expect(page.get_by_text("The contract does not appear?")).to_be_visible()
    proxy.kind = None
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("#operations-play-findBestMove")).to_be_visible()
    expect(page.get_by_text("The contract does not appear?")).to_be_hidden()
    only_lost(complaints)


def test_a_style_sheet_that_does_not_come_is_said(table: Table, complaints: list[str]) -> None:
    table.page.route("**/page.css", lambda route: route.abort())
    table.visit("/")
    table.shows(says="A part of the page has not come: load the page again.")
    only_lost(complaints)
