"""Requests that the server cannot even read are answered with problem+json too."""

from __future__ import annotations

import json
import socket

import pytest

from tests.conftest import LiveServer

POST = b"POST /move HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n"

MALFORMED = {
    "request line": (b"nonsense\r\n\r\n", 400, "bad_request"),
    "version": (b"GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n", 400, "bad_request"),
    "header without a colon": (b"GET / HTTP/1.1\r\nnonsense\r\n\r\n", 400, "bad_request"),
    "header folded": (b"GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", 400, "bad_request"),
    "header too large": (
        b"GET / HTTP/1.1\r\nA: " + b"a" * 20_000 + b"\r\n\r\n", 431, "headers_too_large",
    ),
    "too many headers": (
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n", 431, "headers_too_large",
    ),
    "long request line": (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", 414, "uri_too_long"),
    "negative length": (POST + b"Content-Length: -1\r\n\r\n", 400, "bad_request"),
    "length no number": (POST + b"Content-Length: 1_0\r\n\r\n", 400, "bad_request"),
    "two lengths": (
        POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400, "bad_request",
    ),
    "unknown coding": (POST + b"Transfer-Encoding: rot13\r\n\r\n", 501, "not_implemented"),
    "expectation": (b"GET / HTTP/1.1\r\nExpect: wonders\r\n\r\n", 417, "expectation_failed"),
    "chunk size": (
        POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400, "incomplete_body",
    ),
    "chunk end": (
        POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}{}\r\n0\r\n\r\n", 400, "incomplete_body",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_request_gets_a_problem(server: LiveServer, name: str) -> None:
    sent, status, code = MALFORMED[name]
    head, _, body = server.exchange(sent).partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines[1:])
    problem = json.loads(body)
    assert lines[0].split()[1] == str(status)
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["X-Request-Id"] == problem["request_id"]
    assert (problem["status"], problem["code"]) == (status, code)


def test_a_body_that_ends_early_is_400(server: LiveServer) -> None:
    with socket.create_connection((server.host, server.port), timeout=30) as connection:
        connection.sendall(POST + b'Content-Length: 100\r\n\r\n{"board"')
        connection.shutdown(socket.SHUT_WR)
        answer = connection.makefile("rb").read()
    problem = json.loads(answer.partition(b"\r\n\r\n")[2])
    assert (problem["status"], problem["code"]) == (400, "incomplete_body")
    assert "8 of 100" in problem["detail"]


def test_a_client_that_asks_before_sending_is_told_to_go_on(server: LiveServer) -> None:
    body = b'{"board": ["."], "row_length": 1}'
    head = POST + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body)
    answer = server.exchange(head + body)
    assert answer.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n")
