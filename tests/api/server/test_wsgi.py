"""What an application answers goes over the wire as PEP 3333 and RFC 9112 have it."""

import socket
from collections.abc import Iterable
from threading import BoundedSemaphore
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import pytest

from service.api.server.client_socket import ClientSocket
from service.api.server.connection import Connection
from service.api.server.request import IncomingRequest
from service.api.server.wsgi import respond
from service.settings import Settings


def answering(status: str, *headers: tuple[str, str], body: Iterable[bytes]) -> WSGIApplication:
    """Return an application that always answers this."""

    def application(_: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        start_response(status, list(headers))
        return body

    return application


def failing(_: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Fail as an application when a part of its answer has been sent."""
    start_response("200 OK", [])
    yield b"part"
    raise ZeroDivisionError


def exchange(application: WSGIApplication, sent: str) -> tuple[list[str], str, bool]:
    """Return the lines of the head, the body, and whether another request may follow."""
    request = IncomingRequest(1000)
    assert request.feed(sent.encode())
    near, far = socket.socketpair()
    with ClientSocket(near, 10.0, BoundedSemaphore()) as sock, far:
        connection = Connection(Settings(), sock, ("127.0.0.1", 1), ("127.0.0.1", 2))
        keeps = request.head.keeps_alive
        stays = respond(application, request, connection, Settings(), keeps_alive=keeps, others={})
        sock.shutdown(socket.SHUT_WR)
        head, _, body = far.makefile("rb").read().decode().partition("\r\n\r\n")
    return head.split("\r\n"), body, stays


def test_a_body_without_a_length_is_chunked_or_ends_the_connection() -> None:
    application = answering("200 OK", body=[b"one", b"", b"two"])
    lines, body, stays = exchange(application, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    assert {"HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "Connection: keep-alive"} <= set(lines)
    assert (body, stays) == ("3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n", True)
    old = "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
    lines, body, stays = exchange(application, old)
    assert {"HTTP/1.0 200 OK", "Connection: close"} <= set(lines)
    assert (body, stays) == ("onetwo", False)


@pytest.mark.parametrize(("method", "status"), [("HEAD", "200 OK"), ("GET", "304 Not Modified")])
def test_an_answer_that_has_no_body_keeps_the_connection(method: str, status: str) -> None:
    application = answering(status, ("Content-Length", "4"), body=[b"body"])
    lines, body, stays = exchange(application, f"{method} / HTTP/1.1\r\nHost: a\r\n\r\n")
    assert "Content-Length: 4" in lines
    assert (body, stays) == ("", True)


def test_a_header_cannot_hold_another_one() -> None:
    application = answering("200 OK", ("A", "b\r\nSet-Cookie: c"), body=[b""])
    lines, _, stays = exchange(application, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    assert lines[0] == "HTTP/1.1 500 Internal Server Error"
    assert not any(line.startswith("Set-Cookie") for line in lines)
    assert not stays


def test_an_answer_that_breaks_off_is_not_ended() -> None:
    _, body, stays = exchange(failing, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    assert (body, stays) == ("4\r\npart\r\n", False)
