"""Reading what `POST /move` streams."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

import requests

from tests.api.questions import JSON
from tests.support.live_server import LiveServer

STREAM = {**JSON, "Accept": "text/event-stream"}
COMMENT = ("comment", None)
PROGRESS = b"event: progress\n"
WAITING = b": keep-alive\n"
"""The first line of every stream: of a search that waits for a slot, too."""

Event = tuple[str, Any]


def read_events(text: str) -> Iterator[Event]:
    """Yield each event's name and data, and `COMMENT` for each comment."""
    assert text.endswith("\n\n"), "the last event is whole"
    for block in text.removesuffix("\n\n").split("\n\n"):
        if block.startswith(":"):
            yield COMMENT
            continue
        name, key, data = block.split("\n")
        assert name.startswith("event: ")
        assert key == name.replace("event: ", "id: ")
        assert data.startswith("data: ")
        yield name.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def stream(base_url: str, **question: Any) -> list[Event]:
    """Return all that is streamed in answer to a good question."""
    response = requests.post(f"{base_url}/move", json=question, headers=STREAM, timeout=60)
    assert response.status_code == 200, response.text
    assert response.headers["Content-Type"] == "text/event-stream"
    return list(read_events(response.text))


def skip_to(received: BinaryIO, line: bytes) -> None:
    """Read up to this line, which is to come."""
    assert line in iter(received.readline, b""), f"the stream ended before {line!r}"


@contextmanager
def streaming(
    server: LiveServer, question: dict[str, Any], begins: bytes = PROGRESS
) -> Iterator[tuple[socket.socket, BinaryIO]]:
    """Provide a connection whose answer is streamed, past the line `begins`, and its bytes."""
    body = json.dumps(question).encode()
    head = "POST /move HTTP/1.0\r\n" + "".join(f"{key}: {STREAM[key]}\r\n" for key in STREAM)
    with (
        socket.create_connection((server.host, server.port), timeout=60) as connection,
        # While it is open, so is the connection: after a failure, too, which holds what it saw.
        connection.makefile("rb") as received,
    ):
        connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        skip_to(received, begins)
        yield connection, received
