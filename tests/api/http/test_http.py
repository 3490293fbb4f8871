"""Methods, media types, request ids and CORS, on every route."""

import json
import re

import pytest
import requests

from tests.api.events import STREAM
from tests.api.questions import EMPTY, JSON, ask, check_problem, send

GET_ROUTES = ["/healthz", "/readyz", "/limits", "/openapi.yaml", "/openapi.json", "/", "/docs",
              "/solve?pos=13572574574336771444755135121", "/puzzle", "/puzzle/sheet",
              "/board.svg?board=3x3&k=3", "/qr.svg?link=http://a/%23k=3"]  # fmt: skip
ALLOWED = {"/move": {"GET", "HEAD", "POST", "OPTIONS"}, "/moves": {"POST", "OPTIONS"}}
LINK = f"/move?board={'/'.join(EMPTY['board'])}&row_length=3"
BODY = json.dumps(EMPTY).encode()
OFFERED = {
    "/move": "text/event-stream", "/move/stream": "text/event-stream",
    "/moves": "application/json", "/puzzle": "application/json", "/puzzle/sheet": "text/html",
    "/board.svg": "image/svg+xml",
}  # fmt: skip
"""What a route names that can be had."""


@pytest.mark.parametrize(
    ("path", "method", "status", "code"),
    [*((path, "GET", 404, "not_found") for path in (
        "/moves/", "/move/", "/a//b", "//limits", "///", "/mo%76e%00", "/%ff")),
     *((path, method, 405, "method_not_allowed") for path, allowed in ALLOWED.items()
       for method in ("GET", "PUT", "DELETE", "PATCH", "PURGE") if method not in allowed),
     *((path, "POST", 405, "method_not_allowed") for path in GET_ROUTES)],
)  # fmt: skip
def test_an_unknown_route_is_404_and_a_wrong_method_405(
    base_url: str, path: str, method: str, status: int, code: str
) -> None:
    response = requests.request(method, base_url + path, timeout=60)
    check_problem(response, status, code)
    assert response.headers["Cache-Control"] == "no-store"
    allowed = ALLOWED.get(path, {"GET", "HEAD", "OPTIONS"}) if status == 405 else {""}
    assert set(response.headers.get("Allow", "").split(", ")) == allowed


@pytest.mark.parametrize(
    "path", [*GET_ROUTES, "/metrics", LINK, f"{LINK}&level=blind", f"{LINK}&sede=1"]
)
def test_head_is_get_without_a_body(base_url: str, path: str) -> None:
    get, head = (
        requests.request(method, base_url + path, timeout=60) for method in ("GET", "HEAD")
    )
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert set(head.headers) == set(get.headers)
    for name in ("Content-Type", "ETag", "Vary"):
        assert head.headers.get(name) == get.headers.get(name)
    # How long the puzzle of the day may be kept becomes less meanwhile.
    kept, kept_of_head = (
        re.sub(r"\d+", "", each.headers.get("Cache-Control", "")) for each in (get, head)
    )
    assert kept == kept_of_head
    if path in GET_ROUTES:
        assert head.headers["Content-Length"] == get.headers["Content-Length"]


@pytest.mark.parametrize(
    ("headers", "code"),
    [*(({"Content-Type": each}, None) for each in (
        "application/json", "Application/JSON", "application/json; charset=utf-8",
        'application/json;charset="UTF-8"')),
     ({}, "unsupported_media_type"),
     *(({"Content-Type": each}, "unsupported_media_type") for each in (
         "", "text/plain", "application/xml", "application/x-www-form-urlencoded",
         "multipart/form-data; boundary=a", "application/json; charset=latin-1",
         "application/jsonx", "nonsense")),
     *((JSON | {"Content-Encoding": each}, "unsupported_encoding") for each in (
         "gzip", "deflate", "br", "gzip, identity"))],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize(("path", "body"), [("/move", BODY), ("/moves", b'{"requests": []}')])
def test_only_json_in_utf8_is_taken_and_not_compressed(
    base_url: str, path: str, body: bytes, headers: dict[str, str], code: str | None
) -> None:
    response = requests.post(base_url + path, body, headers=headers, timeout=60)
    assert response.ok if code is None else check_problem(response, 415, code)


@pytest.mark.parametrize(
    ("method", "path", "accept"),
    [*(("POST", "/move", accept) for accept in (
        "text/html", "application/xml", "application/json;q=0", "*/*;q=0",
        "application/*;q=0, text/html", "application/json;q=0, */*;q=0", "text/event-stream;q=0",
        "text/event-strea")),
     ("POST", "/move/stream", "application/json"), ("GET", "/move/stream", "application/json"),
     ("POST", "/moves", "text/event-stream"), ("GET", "/puzzle", "text/html"),
     ("GET", "/puzzle/sheet", "application/json"),
     ("GET", "/board.svg?board=3x3&k=3", "image/png")],
)  # fmt: skip
def test_accepting_nothing_that_can_be_had_is_406(
    base_url: str, method: str, path: str, accept: str
) -> None:
    headers = {"Content-Type": "application/json", "Accept": accept}
    response = requests.request(method, base_url + path, data=BODY, headers=headers, timeout=60)
    problem = check_problem(response, 406, "not_acceptable")
    assert OFFERED[path.partition("?")[0]] in problem["detail"]


@pytest.mark.parametrize(
    ("accept", "streams"),
    [("", False), ("*/*", False), ("application/*", False), ("application/json", False),
     ("application/json; charset=utf-8", False), ("text/html, */*;q=0.1", False),
     ("text/html, application/json;q=0.5", False),
     ("text/event-stream", True), ("Text/Event-Stream; charset=utf-8", True), ("text/*", True),
     ("application/json;q=0.9, text/event-stream", True),
     ("text/event-stream, application/json;q=0.5", True),
     ("text/event-stream, */*", True), ("text/event-stream;q=0.5, */*;q=0.5", True),
     ("application/json;q=0, */*", True),
     ("text/event-stream, application/json", False), ("application/json, text/*;q=0.9", False),
     ("text/event-stream;q=0.5, */*", False), ("text/event-stream;q=0, */*", False),
     ("application/*, text/*", False), ("*/*;q=0.1", False),
     ("text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", False), ("*", False),
     ("*;q=.2", False), ("nonsense", False), (";q=,,q=x", False), (",", False),
     ("text/html;q=x", False), ("text/html;q=2", False), ("text/html, nonsense", False),
     ("nonsense, text/event-stream", True)],
)  # fmt: skip
def test_the_client_says_what_it_would_rather_have(
    base_url: str, accept: str, streams: bool
) -> None:
    response = send(base_url, BODY, Accept=accept)
    assert response.status_code == 200
    wanted = "text/event-stream" if streams else "application/json"
    assert response.headers["Content-Type"] == wanted


@pytest.mark.parametrize(
    ("sent", "usable"),
    [("a", True), ("Trace-1_2.3", True), ("x" * 128, True), ("", False), ("x" * 129, False),
     ("a b", False), ("a,b", False), ("<script>", False), ("é".encode(), False)],
)  # fmt: skip
def test_a_usable_request_id_comes_back_and_any_other_is_replaced(
    base_url: str, sent: str | bytes, usable: bool
) -> None:
    for path in (*GET_ROUTES, LINK, f"{LINK}&sede=1", "/nowhere"):
        response = requests.get(base_url + path, headers={"X-Request-Id": sent}, timeout=60)
        told = response.headers["X-Request-Id"]
        assert told == sent if usable else re.fullmatch("[0-9a-f]{32}", told)


def test_every_request_gets_its_own_id(base_url: str) -> None:
    ids = {ask(base_url, **EMPTY).headers["X-Request-Id"] for _ in range(20)}
    assert len(ids) == 20


def test_every_page_may_read_what_no_server_puts_its_name_on(base_url: str) -> None:
    origin = {"Origin": "https://example.org"}
    for response in (
        send(base_url, BODY, **origin),
        send(base_url, b"nonsense", **origin),
        requests.get(f"{base_url}/nowhere", headers=origin, timeout=60),
        requests.get(f"{base_url}/openapi.json", headers=origin, timeout=60),
    ):
        assert response.headers["Access-Control-Allow-Origin"] in ("*", origin["Origin"])
        exposed = response.headers["Access-Control-Expose-Headers"].split(", ")
        assert set(exposed) == {"X-Request-Id", "Server-Timing", "Retry-After", "ETag"}
        assert "Server" not in response.headers


def test_a_browser_may_ask_first(base_url: str) -> None:
    response = requests.options(
        f"{base_url}/move",
        headers={
            "Origin": "https://example.org",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type, if-none-match",
        },
        timeout=60,
    )
    assert response.status_code == 200
    assert set(response.headers["Allow"].split(", ")) == ALLOWED["/move"]
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    allowed = response.headers["Access-Control-Allow-Headers"].lower().split(", ")
    assert {"content-type", "if-none-match"} <= set(allowed)
    assert int(response.headers["Access-Control-Max-Age"]) > 0, "it need not ask each time"


def test_a_connection_serves_on_after_each(base_url: str) -> None:
    with requests.Session() as session:
        for method, path, headers, body, status in (
            ("POST", "/move", JSON, BODY, 200),
            ("POST", "/move", JSON, b"nonsense", 400),
            ("POST", "/move", JSON, b" " * 300_000, 413),
            ("POST", "/move", STREAM, BODY, 200),
            ("HEAD", LINK, STREAM, b"", 200),
            ("HEAD", LINK, {}, b"", 200),
            ("GET", LINK, {}, b"", 200),
        ) * 2:
            url = base_url + path
            response = session.request(method, url, data=body, headers=headers, timeout=60)
            assert response.status_code == status
            assert bool(response.content) == (method != "HEAD")
