"""What can be seen of a client while nothing is read from it: real sockets, all ways to leave."""

import os
import socket
import struct
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.api.admission.disconnect import DisconnectDetector
from tests.support.waiting import PATIENCE_SECONDS

Ends = tuple[socket.socket, socket.socket]


@pytest.fixture
def ends() -> Iterator[Ends]:
    """Both ends of a TCP connection, the server's first."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        server, _ = listener.accept()
        with server, client:
            yield server, client


def test_a_client_that_waits_is_writable(ends: Ends) -> None:
    connection = DisconnectDetector({"gunicorn.socket": ends[0]})
    assert connection.is_writable()
    ends[1].sendall(b"more requests")
    assert connection.is_writable()


def test_a_client_that_does_not_read_takes_no_more_until_it_does(ends: Ends) -> None:
    server, client = ends
    connection = DisconnectDetector({"gunicorn.socket": server})
    server.setblocking(False)
    sent = 0
    try:
        while True:
            sent += server.send(b" " * 65536)
    except BlockingIOError:
        assert not connection.is_writable()
    while sent:
        sent -= len(client.recv(sent))
    assert connection.is_writable()


def look_often(connection: DisconnectDetector) -> None:
    """Look at the client for a second, as a search does."""
    for _ in range(100):
        connection.is_writable()
        time.sleep(0.01)


@pytest.mark.parametrize("unread", [b"", b"GET / HTTP/1.1\r\n"])
@pytest.mark.parametrize("how", ["close", "reset"])
def test_a_client_that_has_gone_is_noticed(ends: Ends, how: str, unread: bytes) -> None:
    server, client = ends
    client.sendall(unread)
    if how == "reset":
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()
    connection = DisconnectDetector({"gunicorn.socket": server})
    with pytest.raises(ConnectionResetError):
        look_often(connection)


@pytest.mark.parametrize("unread", [b"", b"GET / HTTP/1.1\r\n"])
def test_a_client_that_only_says_no_more_is_told_once_to_go_on(ends: Ends, unread: bytes) -> None:
    server, client = ends
    client.sendall(unread)
    client.shutdown(socket.SHUT_WR)
    connection = DisconnectDetector({"gunicorn.socket": server, "SERVER_PROTOCOL": "HTTP/1.1"})
    for _ in range(3):
        assert connection.is_writable()
    server.shutdown(socket.SHUT_WR)
    assert client.makefile("rb").read() == b"HTTP/1.1 100 Continue\r\n\r\n"


def test_what_is_sent_instead_can_be_chosen(ends: Ends) -> None:
    server, client = ends
    client.shutdown(socket.SHUT_WR)
    connection = DisconnectDetector({"gunicorn.socket": server}, lambda: server.send(b"?"))
    assert connection.is_writable()
    assert client.recv(1) == b"?"


def test_in_old_http_a_client_that_says_no_more_has_gone(ends: Ends) -> None:
    server, client = ends
    client.shutdown(socket.SHUT_WR)
    connection = DisconnectDetector({"gunicorn.socket": server, "SERVER_PROTOCOL": "HTTP/1.0"})
    with pytest.raises(ConnectionResetError):
        connection.is_writable()


def test_without_a_socket_the_client_seems_to_stay() -> None:
    assert DisconnectDetector({}).is_writable()


def say_no_more(client: socket.socket) -> None:
    client.shutdown(socket.SHUT_WR)


@pytest.fixture
def bell() -> Iterator[tuple[int, int]]:
    """The ends of a pipe that is read for a bell."""
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


@pytest.mark.parametrize("leaves", [socket.socket.close, say_no_more])
def test_who_waits_for_a_bell_hears_at_once_that_the_client_leaves(
    ends: Ends, bell: tuple[int, int], leaves: Callable[[socket.socket], None]
) -> None:
    server, client = ends
    connection = DisconnectDetector({"gunicorn.socket": server, "SERVER_PROTOCOL": "HTTP/1.0"})
    with ThreadPoolExecutor() as pool:
        waits = pool.submit(connection.wait, bell[0], PATIENCE_SECONDS)
        leaves(client)
        with pytest.raises(ConnectionResetError):
            waits.result()


def test_a_client_that_says_no_more_is_waited_for_until_the_bell(
    ends: Ends, bell: tuple[int, int]
) -> None:
    server, client = ends
    client.shutdown(socket.SHUT_WR)
    connection = DisconnectDetector({"gunicorn.socket": server, "SERVER_PROTOCOL": "HTTP/1.1"})
    begun = time.monotonic()
    connection.wait(bell[0], 0.1)
    assert time.monotonic() - begun >= 0.1, "what it said before is no news"
    os.write(bell[1], b"!")
    connection.wait(bell[0], PATIENCE_SECONDS)
