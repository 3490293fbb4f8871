"""Requests as bytes, and connections that are up to something."""

import json
import os
import socket
import struct
import termios
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from email.message import Message
from fcntl import ioctl
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

from tests.support.live_server import LiveServer
from tests.support.waiting import PATIENCE_SECONDS

PROBE = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
"""A whole request, on a connection that is kept."""


def connect(server: LiveServer, sent: bytes = b"", source: str = "") -> socket.socket:
    """Return a connection on which this has been sent, from an address of one's choice."""
    # To bind a port takes one that no other connection has, even one that rests in TIME_WAIT.
    bound = (source, 0) if source else None
    connection = socket.create_connection((server.host, server.port), PATIENCE_SECONDS, bound)
    connection.sendall(sent)
    return connection


@contextmanager
def connections(server: LiveServer, count: int, sent: bytes = b"") -> Iterator[list[socket.socket]]:
    """Provide so many connections, on each of which this has been sent."""
    with ExitStack() as stack:
        clients = [stack.enter_context(connect(server)) for _ in range(count)]
        for client in clients:
            client.sendall(sent)
        yield clients


def post(question: Any, path: str = "/move", *headers: str) -> bytes:
    """Return a whole request that asks this, which may be its body already."""
    body = question if isinstance(question, bytes) else json.dumps(question).encode()
    fields = ("Host: a", "Content-Type: application/json", f"Content-Length: {len(body)}", *headers)
    return "\r\n".join([f"POST {path} HTTP/1.1", *fields, "", ""]).encode() + body


def reset(connection: socket.socket) -> None:
    """Close as a crash does, without a word."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def read_answer(connection: socket.socket) -> tuple[int, bytes]:
    """Return the status and the body of one answer; the connection stays as it is."""
    response = HTTPResponse(connection)
    response.begin()
    return response.status, response.read()


def whole_answer(address: tuple[str, int], sent: bytes) -> tuple[int, Message, bytes]:
    """Return the status, the headers and the body of the first answer to raw bytes."""
    with socket.create_connection(address, PATIENCE_SECONDS) as connection:
        connection.sendall(sent)
        response = HTTPResponse(connection)
        response.begin()
        return response.status, response.headers, response.read()


def exchange(server: LiveServer, sent: bytes) -> bytes:
    """Return all that is said to a client that sends this and no more; nothing if it is reset."""
    with connect(server) as connection:
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            return connection.makefile("rb").read()
        except ConnectionError:
            return b""


def has_answer(connection: socket.socket) -> bool:
    """Return whether the server has written anything, or closed."""
    connection.setblocking(False)
    try:
        connection.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    finally:
        connection.settimeout(PATIENCE_SECONDS)
    return True


def open_files(server: LiveServer) -> dict[int, int]:
    """Return how many file descriptors each worker has."""
    return {pid: len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in server.workers()}


def worker_of(server: LiveServer, connection: socket.socket) -> int:
    """Return the process id of the worker that has the other end of a connection."""
    # The tenth field is the inode.
    ends = {f"socket:[{row[9]}]" for row in _other_ends(connection)}
    [worker] = [pid for pid in server.workers() if ends & sockets(pid)]
    return worker


def is_read(connection: socket.socket) -> bool:
    """Return whether the server has read all that it was sent."""
    # The fifth field is what waits to be sent, and to be read.
    return not any(int(row[4].partition(":")[2], 16) for row in _other_ends(connection))


def unread_bytes(connection: socket.socket) -> int:
    """Return how much of what the server has sent waits to be read."""
    (count,) = struct.unpack("i", ioctl(connection, termios.FIONREAD, bytes(4)))
    return int(count)


def _other_ends(connection: socket.socket) -> list[list[str]]:
    """Return the row of the other end of a connection in the system's table, if it has any."""
    ours = f":{connection.getsockname()[1]:04X}"
    rows = map(str.split, Path("/proc/net/tcp").read_text().splitlines()[1:])
    # A row begins with its number and the local and the remote address.
    return [row for row in rows if row[2].endswith(ours)]


def sockets(pid: int) -> set[str]:
    """Return the sockets of a process, as `/proc` calls them."""
    found = set()
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # Closed by now.
            found.add(os.readlink(descriptor))
    return found
