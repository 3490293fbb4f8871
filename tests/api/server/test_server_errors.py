"""Requests that the server cannot even read are answered with problem+json too."""

import json
import re
import socket
from functools import partial
from itertools import pairwise

import pytest

from service.api.server.connection import HEAD_BYTES
from tests.api.questions import BODY_LIMIT, EMPTY
from tests.api.raw import connect, exchange, is_read, whole_answer
from tests.support.live_server import LiveServer
from tests.support.sampling import chance_of, samples
from tests.support.waiting import wait_until

POST = b"POST /move HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n"

ASKING = POST + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
MALFORMED = {
    "request line": (b"nonsense\r\n\r\n", 400, "bad_request"),
    "long target": (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414, "uri_too_long"),
    "endless target": (b"GET /" + b"a" * HEAD_BYTES, 431, "headers_too_large"),
    "endless header": (b"GET / HTTP/1.1\r\nA: " + b"a" * HEAD_BYTES, 431, "headers_too_large"),
    "many headers": (
        b"GET / HTTP/1.1\r\nHost: a\r\n" + b"A: b\r\n" * 200 + b"\r\n", 431, "headers_too_large",
    ),
    "no host": (b"GET /healthz HTTP/1.1\r\n\r\n", 400, "bad_request"),
    "two hosts": (b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400, "bad_request"),
    "spaces in a host": (b"GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n", 400, "bad_request"),
    "signs in a host": (b"GET /healthz HTTP/1.0\r\nHost: a/b@c\r\n\r\n", 400, "bad_request"),
    "port of a host": (b"GET /healthz HTTP/1.1\r\nHost: a:b\r\n\r\n", 400, "bad_request"),
    "type as a trailer": (
        CHUNKED.replace(b"Content-Type: application/json\r\n", b"")
        + b"2\r\n{}\r\n0\r\nContent-Type: application/json\r\n\r\n",
        415, "unsupported_media_type",
    ),
    "two lengths": (
        POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400, "bad_request",
    ),
    "length and chunks": (
        POST + b"Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n", 400, "bad_request",
    ),
    "chunks within HTTP/1.0": (CHUNKED.replace(b"/1.1", b"/1.0"), 501, "not_implemented"),
    "unknown coding": (POST + b"Transfer-Encoding: rot13\r\n\r\n", 400, "bad_request"),
    "coding within chunks": (
        POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n", 501, "not_implemented",
    ),
    "trailer": (CHUNKED + b"0\r\nnonsense\r\n\r\n", 400, "bad_request"),
    "endless trailer": (
        CHUNKED + b"0\r\nA: " + b"b" * 3 * BODY_LIMIT, 413, "body_too_large",
    ),
    "endless chunk": (CHUNKED + b"1" + b"0" * 18 + b"\r\n", 400, "bad_request"),
    "chunk size": (CHUNKED + b"zz\r\n", 400, "bad_request"),
    "expectation": (POST + b"Expect: wonders\r\n\r\n", 417, "expectation_failed"),
    "a body that is too large, before it is sent": (
        ASKING % (BODY_LIMIT + 1), 413, "body_too_large",
    ),
    "no host of the first, before a HEAD": (
        b"GET / HTTP/1.1\r\n\r\nHEAD / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_request",
    ),
    "tunnel": (b"CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_request"),
    "HTTP/2 without asking": (
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9), 400, "bad_request",
    ),
}  # fmt: skip
"""Requests that end in a way that the parser, the connection or the application sees."""


@pytest.mark.parametrize(("sent", "status", "code"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_request_gets_a_problem(
    server: LiveServer, sent: bytes, status: int, code: str
) -> None:
    told, headers, body = whole_answer((server.host, server.port), sent)
    problem = json.loads(body)
    assert (told, problem["status"], problem["code"]) == (status, status, code)
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["X-Request-Id"] == problem["request_id"]
    assert headers["Date"], "RFC 9110, section 6.6.1"
    assert headers["Access-Control-Allow-Origin"] == "*"
    exposed = headers["Access-Control-Expose-Headers"].split(", ")
    assert set(exposed) == {"X-Request-Id", "Server-Timing", "Retry-After", "ETag"}


@pytest.mark.parametrize(
    "name", [name for name in MALFORMED if MALFORMED[name][0].startswith((b"GET", b"POST"))]
)
def test_head_is_refused_without_a_body(server: LiveServer, name: str) -> None:
    """RFC 9110, section 9.3.2."""
    answer = server.exchange(re.sub(rb"^(GET|POST)", b"HEAD", MALFORMED[name][0]))
    assert answer.startswith((b"HTTP/1.1 4", b"HTTP/1.1 501 "))
    assert answer.endswith(b"\r\n\r\n")


@pytest.mark.parametrize("host", ["a", "a.example:80", "[::1]:8000", "a_b", "%41", "", "a "])
def test_a_host_is_a_name_or_an_address(server: LiveServer, host: str) -> None:
    sent = f"GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    assert server.exchange(sent.encode()).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("field", ["Connection", "Proxy-Connection"])
def test_a_client_that_ends_its_connection_is_told_so_once(server: LiveServer, field: str) -> None:
    answer = server.exchange(
        b"GET /healthz HTTP/1.1\r\nHost: a\r\n%b: close\r\n\r\n" % field.encode()
    )
    assert re.findall(rb"(?m)^connection: (.*)\r$", answer) == [b"close"]


QUESTION = json.dumps(EMPTY | {"seed": 1}).encode()
HEAD = b"HEAD /limits HTTP/1.1\r\nHost: a\r\n\r\n"
GERMAN = b"0\r\nAccept-Language: de\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n"
SENT = {
    name: sent
    for name, (sent, status, _) in MALFORMED.items()
    if len(sent) < 2000 and status != 413
} | {
    "trailers of an answer": CHUNKED + b"%x\r\n" % len(QUESTION) + QUESTION + b"\r\n" + GERMAN,
    "a fault after heads": HEAD + HEAD + HEAD.replace(b"HTTP", b"FTP"),
    "a body after a head": HEAD + POST + b"Content-Length: %d\r\n\r\n" % len(QUESTION) + QUESTION,
    "old expectation": b"POST /move HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n{",
}
VARYING = re.compile(
    rb"(?mi)^(date|x-request-id|server-timing|content-length): .*\r$"
    rb"|\"request_id\": ?\"\w*\"|\"search\": ?{[^}]*}"
)
"""What differs from answer to answer."""


@pytest.mark.parametrize("name", SENT)
def test_any_split_of_the_same_bytes_has_the_same_answer(server: LiveServer, name: str) -> None:
    chance, sent = chance_of(name), SENT[name]
    whole = VARYING.sub(b"", exchange(server, sent))
    assert whole.startswith(b"HTTP/1.1 ")
    for _ in range(samples(50, 3)):
        cuts = sorted(chance.sample(range(1, len(sent)), chance.choice((1, 2, 5))))
        with connect(server) as client:
            for start, end in pairwise([0, *cuts, len(sent)]):
                client.sendall(sent[start:end])
                wait_until(partial(is_read, client))
            client.shutdown(socket.SHUT_WR)
            assert VARYING.sub(b"", client.makefile("rb").read()) == whole, cuts


def test_a_body_that_ends_early_is_400(server: LiveServer) -> None:
    answer = exchange(server, POST + b'Content-Length: 100\r\n\r\n{"board"')
    problem = json.loads(answer.partition(b"\r\n\r\n")[2])
    assert (problem["status"], problem["code"]) == (400, "incomplete_body")


BODY = b'{"board": ["."], "row_length": 1}'


def test_a_client_that_asks_before_sending_is_told_to_go_on(server: LiveServer) -> None:
    with connect(server, ASKING % len(BODY)) as connection:
        received = connection.makefile("rb")
        assert received.readline() + received.readline() == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(BODY)
        assert received.readline() == b"HTTP/1.1 200 OK\r\n"


WEBSOCKET = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
HTTP_2 = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"


@pytest.mark.parametrize("size", [7, 10_000])
@pytest.mark.parametrize("offer", [WEBSOCKET, HTTP_2])
def test_an_offer_of_another_protocol_is_ignored(
    server: LiveServer, offer: bytes, size: int
) -> None:
    """RFC 9110, section 7.8; Java's client makes one with each question, for instance."""
    get = b"GET /healthz HTTP/1.1\r\nHost: a\r\n"
    asked = POST.replace(b"Connection: close\r\n", b"") + offer
    sent = get + offer + b"\r\n" + asked + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY
    sent += asked + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % len(BODY) + BODY
    sent += b"\r\n0\r\n\r\n" + get + b"Connection: close\r\n\r\n"
    with connect(server) as connection:
        for start in range(0, len(sent), size):
            connection.sendall(sent[start : start + size])
        received = connection.makefile("rb").read()
    assert re.findall(rb"HTTP/1.1 ([0-9]+) ", received) == [b"200"] * 4
    assert received.count(b'{"status":"ok"}') == received.count(b'"best_move":') == 2
