"""The log of a live server: JSON line by line, and what every request leaves there."""

import hmac
import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import requests

from service.api.telemetry.access_log import QUIET_ROUTES
from tests.api.events import STREAM, read_events, streaming
from tests.api.questions import EMPTY, HARD, results_in
from tests.support.live_server import Line, LiveServer, serving

SECRET = "hunter2"


def logged(
    server: LiveServer, path: str, body: Any = None, method: str = "POST", **headers: str
) -> tuple[requests.Response, Line]:
    """Return the answer to a request, and the line that it leaves."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response = requests.request(method, server.url + path, json=body, headers=named, timeout=60)
    return response, server.line_of(response.headers["X-Request-Id"])


def test_every_line_says_when_how_bad_and_what(server: LiveServer) -> None:
    logged(server, "/move", EMPTY)
    lines = server.lines()
    assert any(line["event"] == f"The page is at {server.url}" for line in lines)
    for line in lines:
        assert list(line)[:3] == ["timestamp", "level", "event"]
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", line["timestamp"])
        assert line["level"] in ("debug", "info", "warning", "error", "critical")


def test_a_question_leaves_its_shape_and_what_it_took(server: LiveServer) -> None:
    asked = {"board": ["X..O", "....", "...."], "row_length": 3}
    response, line = logged(server, "/move", asked, X_Request_Id="move-1")
    answer = response.json()
    assert line.pop("ms") >= answer["search"]["time_ms"]
    del line["timestamp"]
    # It is told of a request that has waited.
    line.pop("queue_ms", None)
    assert re.fullmatch("[0-9a-f]{16}", line.pop("client"))
    assert line == {
        "level": "info", "event": "request", "request_id": "move-1", "method": "POST",
        "route": "/move", "status": 200, "width": 4, "height": 3, "row_length": 3, "stones": 2,
        "player_level": "master", "nodes": answer["search"]["nodes"],
        "proven": answer["value"] is not None, "complete": answer["search"]["complete"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("method", "path", "body", "expected"),
    [
        pytest.param(
            "POST", "/move",
            {"board": ["...", "...", "#XO"], "row_length": 3, "level": "blind", "gravity": True,
             "wrap": "both"},
            {"gravity": True, "wrap": "both", "walls": 1, "stones": 2, "exact": None,
             "misere": None, "any_position": None},
            id="rules that are not the usual ones",
        ),
        pytest.param(
            "POST", "/move", HARD | {"node_limit": 500, "level": "rules"},
            {"proven": False, "complete": False, "player_level": "rules"},
            id="what is not worked out",
        ),
        pytest.param(
            "POST", "/move", EMPTY | {"strength": 7, "seed": 1},
            {"player_level": "master", "player_strength": 7},
            id="a strength",
        ),
        pytest.param(
            "POST", "/move", {"board": ["?"], "row_length": 1},
            {"status": 422, "route": "/move", "level": "info"},
            id="a problem",
        ),
        pytest.param(
            "PURGE", f"/{SECRET}?{SECRET}", None,
            {"method": "OTHER", "route": "unmatched", "status": 404},
            id="a route and a method that clients think of, not repeated",
        ),
        *(
            pytest.param(
                "GET", route, None, {"level": "debug", "route": route, "status": 200},
                id=f"what is asked every few seconds, for debugging only: {route}",
            )
            for route in sorted(QUIET_ROUTES)
        ),
    ],
)  # fmt: skip
def test_a_request_leaves_what_tells_it_from_others(
    server: LiveServer, method: str, path: str, body: Any, expected: dict[str, Any]
) -> None:
    """Also where the answer is known from the first time."""
    for _ in range(3):
        _, line = logged(server, path, body, method)
        assert {name: line.get(name) for name in expected} == expected


def test_a_batch_leaves_its_size_and_sums(server: LiveServer) -> None:
    questions = [EMPTY | {"seed": 5}, {"board": ["?"], "row_length": 1}, HARD | {"node_limit": 400}]
    response, line = logged(server, "/moves", {"requests": questions})
    nodes = [each["search"]["nodes"] for each in results_in(response) if "search" in each]
    assert (line["route"], line["batch"], line["nodes"]) == ("/moves", 3, sum(nodes))
    assert (line["proven"], line["complete"]) == (False, False)
    assert "width" not in line


def test_a_stream_is_logged_when_it_has_ended(server: LiveServer) -> None:
    response, line = logged(server, "/move", HARD | {"time_limit_ms": 700}, Accept=STREAM["Accept"])
    *_, (_, answer) = read_events(response.text)
    assert (line["status"], line["width"], line["stones"]) == (200, 12, 0)
    assert line["nodes"] == answer["search"]["nodes"]
    assert line["ms"] >= answer["search"]["time_ms"]
    assert "client_gone" not in line


def test_a_client_that_leaves_is_told_of(server: LiveServer) -> None:
    question = HARD | {"board": ["." * 13] * 11, "time_limit_ms": 30_000}
    with streaming(server, question) as (connection, received):
        received.close()
        connection.close()
    line = server.line_with(client_gone=True, width=13, height=11)
    assert (line["event"], line["route"]) == ("request", "/move")
    assert line["ms"] < 30_000


def test_threads_that_serve_many_requests_keep_them_apart(server: LiveServer) -> None:
    """Each id tells the width of its board; odd ones are streamed, so searched in `__call__`."""

    def ask(index: int) -> None:
        width = 3 + index % 5
        headers = {"X-Request-Id": f"apart-{index}-{width}", **(STREAM if index % 2 else {})}
        question = {"board": ["." * width] * 2, "row_length": 3}
        requests.post(f"{server.url}/move", json=question, headers=headers, timeout=60)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(ask, range(60)))
    for index in range(60):
        width = 3 + index % 5
        assert server.line_of(f"apart-{index}-{width}")["width"] == width
    ids = [line["request_id"] for line in server.lines() if line["event"] == "request"]
    assert sum(each.startswith("apart-") for each in ids) == 60, "each is told once"


def client_of(server: LiveServer, forwarded: str | None = None) -> str:
    """Return the name that the log has for the client behind a proxy on this machine."""
    headers = {"X_Forwarded_For": forwarded} if forwarded else {}
    name: str = logged(server, "/limits", method="GET", **headers)[1]["client"]
    return name


def test_each_client_has_one_name_from_which_nobody_can_tell_its_address(
    server: LiveServer,
) -> None:
    forwarded = ["192.0.2.1", "192.0.2.2", "192.0.2.1", "2001:db8::1", "2001:db8::2"]
    first, second, again, whole, prefix = (client_of(server, each) for each in forwarded)
    assert (first, whole) == (again, prefix)
    assert len({client_of(server), first, second, whole}) == 4
    text = json.dumps(server.lines())
    assert not any(each in text for each in forwarded)


@pytest.mark.thorough
def test_replicas_that_share_a_key_have_the_same_names(tmp_path: Path) -> None:
    """Which anybody who has the key can work out, as the document says."""
    key, names = "0123456789abcdef", []
    for replica in ("one", "another"):
        settings = {"LOG_LEVEL": "info", "WORKERS": "1", "LOG_KEY": key}
        with serving(tmp_path / replica, **settings) as live:
            names.append(client_of(live, "192.0.2.1"))
    digest = hmac.new(key.encode(), b"192.0.2.1", "sha256").hexdigest()
    assert names == [digest[:16]] * 2


@pytest.mark.parametrize(
    ("sent", "forwarded", "status", "code"),
    [
        (b"nonsense hunter2\r\n\r\n", None, 400, "bad_request"),
        (b"GET / HTTP/1.1\r\nAuthorization hunter2\r\n\r\n", None, 400, "bad_request"),
        (b"GET /" + b"hunter2" * 1500 + b" HTTP/1.1\r\n\r\n", None, 414, "uri_too_long"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Length: x\r\n\r\n",
         "192.0.2.1", 400, "bad_request"),
    ],
)  # fmt: skip
def test_a_request_that_cannot_be_read_is_logged_with_its_id_and_client(
    server: LiveServer, sent: bytes, forwarded: str | None, status: int, code: str
) -> None:
    problem = json.loads(server.exchange(sent).partition(b"\r\n\r\n")[2])
    line = server.line_of(problem["request_id"])
    assert (line["status"], line["code"], line["route"]) == (status, code, "unmatched")
    assert line["client"] == client_of(server, forwarded)
    assert "ms" not in line


def test_nothing_secret_is_logged(server: LiveServer) -> None:
    headers = dict.fromkeys(("Authorization", "Cookie", "User_Agent", "X_Request_Secret"), SECRET)
    board = {"board": ["X.O.X", ".O.X."], "row_length": 4}
    for body in (board, board | {SECRET: SECRET}, {"board": [SECRET], "row_length": 1}):
        logged(server, f"/move?token={SECRET}", body, **headers)
    server.exchange(f"GET / HTTP/1.1\r\n{SECRET}\r\n\r\n".encode())
    text = json.dumps(server.lines())
    for hidden in (SECRET, SECRET.upper(), "X.O.X"):
        assert hidden not in text


@pytest.mark.thorough
def test_a_log_that_is_full_blocks_neither_requests_nor_the_end() -> None:
    """A pipe that nobody reads takes 64 KiB; what is lost is told when somebody does."""
    asked, (read, write) = 600, os.pipe()
    with os.fdopen(read, "rb") as reader:
        with (
            os.fdopen(write, "wb") as full,
            serving(full, LOG_LEVEL="info", WORKERS="1") as server,
        ):
            with requests.Session() as session:
                for _ in range(asked):
                    assert session.post(f"{server.url}/move", json=EMPTY, timeout=60).ok
            server.process.terminate()
            assert server.process.wait(timeout=60) == 0
        lines = reader.read().splitlines()
    assert 100 < len(lines) < asked
