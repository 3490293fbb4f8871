"""Between the page and the service all goes wrong: each failure is said, and tried again."""

import json
import re
import socket
import struct
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from threading import Event
from typing import Any

import pytest
import requests
from playwright.sync_api import Page, expect

from tests.support.http_server import served_by
from tests.support.live_server import LiveServer
from tests.support.waiting import PATIENCE_SECONDS
from tests.web.board import LOOK_MS, Table
from tests.web.test_keyboard import tab_to

Trouble = Callable[["Proxy"], None]

LOST = "Failed to load resource|Failed to fetch dynamically imported module"
"""What Chromium says of requests that fail."""
WAITING = "The service is missing: press Try again"
GAME = "/#board=3x3&k=3&x=you&o=rules&moves=b2"
"""The level is to move."""
FINISHED = "/#board=3x3&k=3&x=you&o=you&moves=b2,a2,a1,a3,c3"
"""The mistakes are to be found."""
PUZZLE = "/#puzzle=tic-tac-toe-easy-1"


class Proxy(BaseHTTPRequestHandler):
    """Hands on what is asked, but for one kind of request, which meets the trouble."""

    service: str
    kind: str | None
    trouble: Trouble

    def do_GET(self) -> None:
        self.hand_on()

    def do_POST(self) -> None:
        self.hand_on()

    def hand_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.asked == self.kind:
            return type(self).trouble(self)
        answer = requests.request(
            self.command,
            self.service + self.path,
            data=body,
            headers={
                name: self.headers[name]
                for name in ("Accept", "Content-Type")
                if self.headers[name]
            },
            timeout=PATIENCE_SECONDS,
        )
        return self.answer(answer.status_code, answer.headers["Content-Type"], answer.content)

    @property
    def asked(self) -> str:
        """Return what the page asks for: by its path or, of `/move`, in which form."""
        if self.path != "/move":
            return self.path.removeprefix("/").partition("?")[0]
        return "stream" if self.headers["Accept"].startswith("text/event-stream") else "verdict"

    def answer(self, status: int, media_type: str, content: bytes, *, missing: int = 0) -> None:
        """Answer with content of which so many bytes do not come."""
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(content) + missing))
        self.end_headers()
        self.wfile.write(content)

    def reset(self) -> None:
        """Close the connection as a crash does."""
        self.wfile.flush()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()


def gateway(status: int) -> Trouble:
    """Answer as a gateway does."""
    said = json.dumps({"message": "no healthy upstream"}).encode()
    return lambda proxy: proxy.answer(status, "application/json", said)


def page_of_a_hotel(proxy: Proxy) -> None:
    proxy.answer(200, "text/html; charset=utf-8", b"<!doctype html><title>Welcome</title>")


def nothing(proxy: Proxy) -> None:
    proxy.reset()


def part_of_json(proxy: Proxy) -> None:
    proxy.answer(200, "application/json", b'{"status": "in_pro', missing=1000)
    proxy.reset()


def json_that_ends_early(proxy: Proxy) -> None:
    proxy.answer(200, "application/json", b'{"status": "in_pro')


PROGRESS = {"depth": 1, "nodes": 1, "time_ms": 1.0, "bounds": {"lower": -1, "upper": 1},
            "best_move": {"row": 0, "column": 0, "name": "a3"}, "settled_options": 0,
            "distinct_options": 1, "principal_variation": []}  # fmt: skip
EVENT = f"event: progress\nid: progress\ndata: {json.dumps(PROGRESS)}\n\n".encode()


def part_of_a_stream(proxy: Proxy) -> None:
    proxy.answer(200, "text/event-stream", EVENT, missing=1000)
    proxy.reset()


def stream_that_ends_early(proxy: Proxy) -> None:
    proxy.answer(200, "text/event-stream", EVENT)


def event_that_ends_early(proxy: Proxy) -> None:
    proxy.answer(200, "text/event-stream", EVENT + b'event: result\ndata: {"sta\n\n')


TROUBLES: dict[str, Trouble] = {
    "a gateway without a service": gateway(502),
    "a busy gateway": gateway(503),
    "a gateway that counts": gateway(429),
    "a gateway that says yes": gateway(200),
    "a hotel": page_of_a_hotel,
    "nobody": nothing,
    "a reset in mid-JSON": part_of_json,
    "JSON that ends early": json_that_ends_early,
}
STREAM_TROUBLES: dict[str, Trouble] = {
    "a reset in mid-stream": part_of_a_stream,
    "a stream that ends early": stream_that_ends_early,
    "an event that ends early": event_that_ends_early,
}
KINDS = {"limits": GAME, "verdict": GAME, "stream": GAME, "moves": FINISHED, "puzzle": PUZZLE}
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
    table.page.goto("about:blank")
    proxy.kind, proxy.trouble = kind, (TROUBLES | STREAM_TROUBLES)[name]
    table.page.goto(KINDS[kind])
    if kind == "stream":
        table.press("Continue")
    again = table.page.get_by_role("button", name="Try again")
    expect(again).to_be_enabled()
    expect(table.note).to_have_class("problem")
    expect(table.note).not_to_be_empty()
    expect(table.status).not_to_contain_text("thinks")
    proxy.kind = None
    again.press("Enter")
    expect(again).to_have_count(0)
    expect(table.note).not_to_have_class("problem")
    if kind in ("limits", "verdict"):
        expect(table.status).to_have_text("Guard (O) waits: press Continue")
        table.press("Continue")
    if kind == "moves":
        (mistake,) = table.mistakes()
        assert mistake.startswith("2. O: a2 gave up the draw; a3 kept it. ")
    elif kind == "puzzle":
        expect(table.status).to_have_text(re.compile("^[XO] to move and "))
    else:
        expect(table.status).to_have_text("Your move: X")
        expect(table.moves).to_have_count(2)
    only_lost(complaints)


def only_lost(complaints: list[str]) -> None:
    """Check that the browser misses something, and that nothing has been thrown."""
    assert [each for each in complaints if not re.search(LOST, each)] == []
    complaints.clear()


def test_without_a_network_nothing_is_lost(table: Table, complaints: list[str]) -> None:
    table.open(o="rules")
    table.page.context.set_offline(True)
    table.cell(2, 2).click()
    expect(table.note).to_have_text("The service does not answer.")
    expect(table.status).to_have_text(WAITING)
    expect(table.page.get_by_role("button", name="Hint")).to_be_disabled()
    again = table.page.get_by_role("button", name="Try again")
    tab_to(table.page, "Try again")
    lost = len(complaints)
    table.page.keyboard.press("Enter")
    while len(complaints) == lost:
        table.page.wait_for_timeout(LOOK_MS)
    expect(again).to_be_focused()
    table.page.context.set_offline(False)
    table.page.keyboard.press("Enter")
    expect(table.status).to_have_text("Your move: X")
    expect(table.moves).to_have_count(2)
    only_lost(complaints)


def test_what_failed_is_repeated_and_no_more(
    table: Table, proxy: Any, complaints: list[str]
) -> None:
    """A hint is asked for twice; the level that waits meanwhile goes on waiting."""
    table.page.goto(GAME)
    # The service has said how the game stands, which the hint need not tell.
    expect(table.status).to_have_text("Guard (O) waits: press Continue")
    proxy.kind, proxy.trouble = "stream", nothing
    table.press("Hint")
    expect(table.note).to_have_text("The service does not answer.")
    expect(table.status).to_have_text("Guard (O) waits: press Try again")
    proxy.kind = None
    table.press("Try again")
    expect(table.note).to_have_text(re.compile("^Hint: "))
    expect(table.status).to_have_text("Guard (O) waits: press Continue")
    only_lost(complaints)


def test_silence_has_an_end(table: Table, proxy: Any) -> None:
    """The patience of the page is shortened, for a test has less."""
    over = Event()
    table.page.add_init_script(
        "const { timeout } = AbortSignal; AbortSignal.timeout = () => timeout.call(AbortSignal, 1)"
    )
    proxy.kind, proxy.trouble = "limits", lambda _: over.wait()
    table.page.goto(GAME)
    expect(table.note).to_have_text("The service has not answered in time.")
    expect(table.page.get_by_role("button", name="Try again")).to_be_enabled()
    over.set()
    proxy.kind = None


def test_a_refused_position_is_not_thought_about(table: Table, complaints: list[str]) -> None:
    table.page.goto("/#board=XXX/OOO/...&k=3&x=rules&o=rules&to_move=X")
    for _ in range(2):
        expect(table.note).to_have_text(re.compile("Both players have a line"))
        expect(table.status).to_have_text("Guard (X) waits: press Continue")
        table.press("Continue")
    expect(table.status).to_have_text("Guard (X) waits: press Continue")
    expect(table.page.get_by_role("button", name="Try again")).to_have_count(0)
    only_lost(complaints)


@pytest.mark.thorough
def test_until_the_service_has_told_its_limits_nothing_can_be_pressed(
    table: Table, proxy: Any, complaints: list[str]
) -> None:
    proxy.kind, proxy.trouble = "limits", nothing
    table.page.goto(GAME)
    expect(table.status).to_have_text(WAITING)
    for key in "urhemapbfn":
        table.page.keyboard.press(key)
    only_lost(complaints)
    proxy.kind = None
    table.press("Try again")
    expect(table.status).to_have_text("Guard (O) waits: press Continue")
    expect(table.moves).to_have_count(1)


def test_a_page_without_one_of_its_files_can_be_loaded_again(
    table: Table, proxy: Any, complaints: list[str]
) -> None:
    proxy.kind, proxy.trouble = "web/words.js", gateway(502)
    table.page.goto(GAME)
    expect(table.status).to_have_text("A part of the page has not come")
    proxy.kind = None
    table.press("Try again")
    expect(table.status).to_have_text("Guard (O) waits: press Continue")
    only_lost(complaints)


@pytest.mark.thorough
def test_without_its_editor_the_page_goes_on(
    table: Table, proxy: Any, complaints: list[str]
) -> None:
    table.open()
    proxy.kind, proxy.trouble = "web/editor_view.js", gateway(502)
    table.page.get_by_role("button", name="Edit").click()
    expect(table.note).to_have_text("The editor has not come: load the page again.")
    proxy.kind = None
    table.play((2, 2))
    expect(table.page.get_by_role("region", name="Edit")).to_be_hidden()
    only_lost(complaints)


@pytest.mark.thorough
@pytest.mark.parametrize("missing", ["docs/swagger-ui-bundle.js", "openapi.json"])
def test_a_contract_that_does_not_appear_can_be_asked_for_again(
    page: Page, proxy: Any, complaints: list[str], missing: str
) -> None:
    proxy.kind, proxy.trouble = missing, gateway(502)
    page.goto("/docs")
    expect(page.get_by_text("The contract does not appear?")).to_be_visible()
    proxy.kind = None
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("#operations-play-findBestMove")).to_be_visible()
    expect(page.get_by_text("The contract does not appear?")).to_be_hidden()
    only_lost(complaints)
