"""Methods, media types, request ids and CORS, on every route."""

import json
import re

import pytest
import requests

from tests.api.questions import EMPTY, JSON, ask, check_problem, send

GET_ROUTES = ["/healthz", "/readyz", "/limits", "/openapi.yaml", "/openapi.json", "/",
              "/docs"]  # fmt: skip
ALLOWED = {"/move": {"GET", "HEAD", "POST", "OPTIONS"}, "/moves": {"POST", "OPTIONS"}}
BODY = json.dumps(EMPTY).encode()


@pytest.mark.parametrize("path", ["/moves/", "/move/", "/a//b", "/mo%76e%00", "/%ff"])
def test_an_unknown_route_is_404(base_url: str, path: str) -> None:
    check_problem(requests.get(base_url + path, timeout=60), 404, "not_found")


@pytest.mark.parametrize(
    ("path", "method"),
    [
        (path, method)
        for path, allowed in ALLOWED.items()
        for method in ("GET", "PUT", "DELETE", "PATCH", "NONSENSE")
        if method not in allowed
    ],
)
def test_a_wrong_method_on_move_is_405(base_url: str, path: str, method: str) -> None:
    response = requests.request(method, base_url + path, timeout=60)
    check_problem(response, 405, "method_not_allowed")
    assert set(response.headers["Allow"].split(", ")) == ALLOWED[path]


@pytest.mark.parametrize("path", GET_ROUTES)
def test_a_wrong_method_elsewhere_is_405(base_url: str, path: str) -> None:
    response = requests.post(base_url + path, timeout=60)
    check_problem(response, 405, "method_not_allowed")
    assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


@pytest.mark.parametrize("path", GET_ROUTES)
def test_head_is_get_without_a_body(base_url: str, path: str) -> None:
    get, head = (
        requests.request(method, base_url + path, timeout=60) for method in ("GET", "HEAD")
    )
    assert head.status_code == get.status_code == 200
    assert head.content == b""
    assert head.headers["Content-Length"] == str(len(get.content))


def test_options_names_the_methods(base_url: str) -> None:
    response = requests.options(f"{base_url}/move", timeout=60)
    assert response.status_code == 200
    assert set(response.headers["Allow"].split(", ")) == ALLOWED["/move"]


@pytest.mark.parametrize(
    "content_type",
    ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a",
     "application/xml", "application/json; charset=latin-1", "application/jsonx", "nonsense"],
)  # fmt: skip
def test_another_content_type_is_415(base_url: str, content_type: str) -> None:
    response = send(base_url, BODY, **{"Content-Type": content_type})
    check_problem(response, 415, "unsupported_media_type")


def test_no_content_type_is_415(base_url: str) -> None:
    response = requests.post(f"{base_url}/move", data=BODY, timeout=60)
    check_problem(response, 415, "unsupported_media_type")


@pytest.mark.parametrize(
    "content_type",
    ["application/json", "Application/JSON", "application/json; charset=utf-8",
     'application/json;charset="UTF-8"'],
)  # fmt: skip
def test_json_in_utf8_is_taken(base_url: str, content_type: str) -> None:
    assert send(base_url, BODY, **{"Content-Type": content_type}).status_code == 200


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "gzip, identity"])
def test_a_compressed_body_is_415(base_url: str, encoding: str) -> None:
    response = send(base_url, BODY, **{"Content-Encoding": encoding})
    check_problem(response, 415, "unsupported_encoding")


@pytest.mark.parametrize(
    "accept",
    ["text/html", "application/xml", "application/json;q=0", "application/*;q=0, text/html",
     "*/*;q=0", "application/json;q=0, */*;q=0"],
)  # fmt: skip
def test_accepting_no_json_is_406(base_url: str, accept: str) -> None:
    check_problem(send(base_url, BODY, Accept=accept), 406, "not_acceptable")


@pytest.mark.parametrize(
    "accept",
    ["", "*/*", "application/*", "application/json", "application/json; charset=utf-8",
     "text/html, */*;q=0.1", "text/html, application/json;q=0.5",
     "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", "*", "*;q=.2",
     "nonsense", ";q=,,q=x", ",", "text/html;q=x", "text/html;q=2", "text/html, nonsense"],
)  # fmt: skip
def test_accepting_json_somehow_is_enough(base_url: str, accept: str) -> None:
    response = send(base_url, BODY, Accept=accept)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("sent", ["a", "Trace-1_2.3", "x" * 128])
def test_a_usable_request_id_comes_back(base_url: str, sent: str) -> None:
    for path in (*GET_ROUTES, "/nowhere"):
        response = requests.get(base_url + path, headers={"X-Request-Id": sent}, timeout=60)
        assert response.headers["X-Request-Id"] == sent
    problem = send(base_url, b"", **{"X-Request-Id": sent})
    assert problem.json()["request_id"] == sent


@pytest.mark.parametrize("sent", ["", "x" * 129, "a b", "a,b", "<script>", "é".encode()])
def test_any_other_request_id_is_replaced(base_url: str, sent: str | bytes) -> None:
    response = requests.get(f"{base_url}/healthz", headers={"X-Request-Id": sent}, timeout=60)
    assert re.fullmatch("[0-9a-f]{32}", response.headers["X-Request-Id"])


def test_every_request_gets_its_own_id(base_url: str) -> None:
    ids = {ask(base_url, **EMPTY).headers["X-Request-Id"] for _ in range(20)}
    assert len(ids) == 20


def test_browsers_may_call_from_anywhere(base_url: str) -> None:
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
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    allowed = response.headers["Access-Control-Allow-Headers"].lower().split(", ")
    assert {"content-type", "if-none-match"} <= set(allowed)
    assert int(response.headers["Access-Control-Max-Age"]) > 0, "it need not ask each time"


def test_no_server_banner(base_url: str) -> None:
    for response in (send(base_url, BODY), requests.get(f"{base_url}/nowhere", timeout=60)):
        assert "Server" not in response.headers


def test_a_connection_serves_many_requests_after_errors(base_url: str) -> None:
    with requests.Session() as session:
        for _ in range(5):
            for body, status in ((BODY, 200), (b"nonsense", 400), (b" " * 300_000, 413)):
                url = f"{base_url}/move"
                response = session.post(url, data=body, headers=JSON, timeout=60)
                assert response.status_code == status
