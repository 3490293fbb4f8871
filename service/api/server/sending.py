"""How an answer is sent: the fields about its connection, and what uvicorn lacks for HTTP/1.0."""

import sys
from collections.abc import Awaitable, Callable
from typing import Any

from service.api.server.connection import Connection
from service.api.server.exchange import Exchange
from service.api.server.incoming_request import IncomingRequest, Message
from service.questions.refusals import RefusedError

Send = Callable[[Message], Awaitable[None]]


async def send_answer(
    exchange: Exchange, request: IncomingRequest, send: Send, rest_seconds: int
) -> bool:
    """Send an answer as it gets ready, and return whether it is whole.

    A client that may keep its connection is told that it may rest for so many seconds, or that it
    ends for 0.
    """
    more = True
    while more:
        messages = await exchange.take()
        for message in messages:
            if message["type"] == "http.response.start":
                _end_head(message, request, send, rest_seconds)
            elif request.is_old and not message["more_body"]:
                _cycle(send).expected_content_length = len(message["body"])
            await send(message)
        if not messages:
            return False
        more = messages[-1]["more_body"]
        exchange.note_sent()
    return True


def send_refusal(problem: RefusedError, connection: Connection, send: Send) -> None:
    """Answer a request with a problem, and end its connection."""
    # The connection may have received more by now.
    connection.omits_body = _cycle(send).scope["method"] == "HEAD"
    connection.refuse(problem.code, problem.detail)
    _cycle(send).disconnected = True


def break_off(connection: Connection, send: Send) -> None:
    """Close a connection within an answer."""
    connection.leave()
    _cycle(send).disconnected = True


def _end_head(start: Message, request: IncomingRequest, send: Send, rest_seconds: int) -> None:
    """Add the fields about the connection."""
    headers: list[tuple[bytes, bytes]] = start["headers"]
    cycle = _cycle(send)
    if request.is_old and all(name != b"Content-Length" for name, _ in headers):
        # uvicorn would send chunks, which HTTP/1.0 does not know.
        cycle.chunked_encoding, cycle.expected_content_length = False, sys.maxsize
    if rest_seconds and cycle.keep_alive:
        # RFC 2068, section 19.7.1.1, and draft-thomson-hybi-http-timeout.
        headers.append((b"Connection", b"keep-alive"))
        headers.append((b"Keep-Alive", b"timeout=%d" % rest_seconds))
    else:
        headers.append((b"Connection", b"close"))


def _cycle(send: Send) -> Any:
    """Return what uvicorn has of a request and its answer."""
    return send.__self__  # type: ignore[attr-defined]
