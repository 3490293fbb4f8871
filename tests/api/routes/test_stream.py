"""`POST /move` as a stream of events, and what becomes of the search when nobody listens."""

import time
from itertools import pairwise
from typing import Any

import pytest
import requests
from pydantic import TypeAdapter

from service.questions.schemas import MoveProgress, MoveResponse
from tests.api.events import COMMENT, STREAM, read_events, stream, streaming
from tests.api.questions import EMPTY, HARD, ask
from tests.support.live_server import LiveServer
from tests.support.waiting import wait_until

PROVABLE = {"board": ["....."] * 5, "row_length": 4, "seed": 1, "time_limit_ms": 60_000}
QUIET_SECONDS = 0.5
"""Workers that use almost no processor for so long have nothing to do."""
SILENCE_MS = 900
"""A little less than the time after which something is sent in any case."""
MOST_SPENT_SECONDS = 0.5
"""Processor time, of all threads, that nobody listens to; a busy machine makes it no longer."""
answer_type, progress_type = TypeAdapter(MoveResponse), TypeAdapter(MoveProgress)


@pytest.mark.parametrize(
    "question",
    [PROVABLE, HARD | {"time_limit_ms": 4000}],
    ids=["proven", "without news"],
)
def test_progress_tells_something_new_or_breaks_a_silence(
    base_url: str, question: dict[str, Any]
) -> None:
    first, *events, (last, answer) = stream(base_url, **question)
    assert first == COMMENT, "at once, so that the client sees that it is being served"
    assert last == "result"
    answer_type.validate_python(answer, strict=True)
    seen = [data for name, data in events if name == "progress"]
    assert len(seen) == len(events) - events.count(COMMENT) > 1
    assert answer["search"]["complete"] or seen[-1]["time_ms"] > SILENCE_MS
    for each in seen:
        progress_type.validate_python(each, strict=True)
        assert each["bounds"]["lower"] <= answer["bounds"]["lower"]
        assert each["bounds"]["upper"] >= answer["bounds"]["upper"]
    for before, after in pairwise(seen):
        for growing in ("depth", "nodes", "time_ms", "settled_options"):
            assert before[growing] <= after[growing]
        news = ("depth", "best_move", "bounds", "settled_options")
        silence = after["time_ms"] - before["time_ms"]
        assert any(before[field] != after[field] for field in news) or silence > SILENCE_MS


@pytest.mark.parametrize("path", ["/move", "/move/stream"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_answer_is_the_plain_one(base_url: str, method: str, path: str) -> None:
    for fields in ({}, {"level": "novice", "seed": 7}, {"strength": 3, "seed": 8}):
        named = {**STREAM, "X-Request-Id": "find-me"}
        response = ask_stream(base_url, method, path, fields, **named)
        assert response.headers["Content-Type"] == STREAM["Accept"]
        assert response.headers["Cache-Control"] == "no-store"
        assert response.headers["X-Accel-Buffering"] == "no", "it is not held up"
        assert response.headers["X-Request-Id"] == "find-me"
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "Content-Length" not in response.headers
        *_, (name, answer) = read_events(response.text)
        plain = ask(base_url, **EMPTY | fields).json()
        assert name == "result"
        assert list(answer) == list(plain)
        assert answer | {"search": None} == plain | {"search": None}
        assert list(answer["search"]) == list(plain["search"])


@pytest.mark.parametrize(
    "question",
    [{"board": ["XX", "O."], "row_length": 2, "to_move": "O"},
     {"board": ["." * 15] * 15, "row_length": 5, "level": "lines", "evaluate": "none"}],
    ids=["a finished game", "a level that does not search"],
)  # fmt: skip
def test_what_is_known_at_once_is_an_answer_without_progress(
    base_url: str, question: dict[str, Any]
) -> None:
    assert [name for name, _ in stream(base_url, **question)] == ["comment", "result"]


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_a_route_of_its_own_streams_whatever_is_accepted(base_url: str, method: str) -> None:
    for accept in ("*/*", "text/event-stream", "text/*;q=0.1, application/json", "*"):
        response = ask_stream(base_url, method, "/move/stream", {}, Accept=accept)
        assert response.headers["Content-Type"] == "text/event-stream"
        assert bool(response.content) == (method != "HEAD")


@pytest.mark.parametrize("path", ["/move", "/move/stream"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_who_has_had_the_end_gets_no_content(base_url: str, method: str, path: str) -> None:
    for last, status in (("result", 204), ("error", 204), ("progress", 200), ("", 200)):
        asked = {"Accept": "text/event-stream", "Last-Event-ID": last}
        response = ask_stream(base_url, method, path, {}, **asked)
        assert response.status_code == status
        assert bool(response.content) == (status == 200)
    plain = ask_stream(base_url, method, "/move", {}, **{"Last-Event-ID": "result"})
    assert plain.json()["outcome"] == "draw", "what is no stream has no events"


def ask_stream(
    base_url: str, method: str, path: str, fields: dict[str, Any], **headers: str
) -> requests.Response:
    """Return the response to a question about the empty board as a link or as a body."""
    link, body = EMPTY | {"board": ".../.../..."} | fields, None
    if method == "POST":
        link, body = {}, EMPTY | fields
    url = f"{base_url}{path}"
    return requests.request(method, url, params=link, json=body, headers=headers, timeout=60)


def processor_seconds_at_rest(server: LiveServer) -> float:
    """Return the processor time that the workers have used, as soon as they use no more."""
    used = server.processor_seconds()

    def is_at_rest() -> bool:
        nonlocal used
        time.sleep(QUIET_SECONDS)
        before, used = used, server.processor_seconds()
        return used - before < QUIET_SECONDS / 10

    wait_until(is_at_rest)
    return used


def test_closing_the_connection_stops_the_search(server: LiveServer) -> None:
    """It does so even behind bytes that the server has not read; the work still done tells."""
    with streaming(server, HARD | {"time_limit_ms": 20_000}) as (connection, received):
        received.close()
        spent = server.processor_seconds()
        connection.sendall(b"GET /healthz HTTP/1.1\r\n")
        connection.close()
    assert processor_seconds_at_rest(server) - spent < MOST_SPENT_SECONDS
    assert ask(server.url, **EMPTY).status_code == 200
