"""A connection that a client may keep is not closed on a request, in a crowd or at its end."""

import random
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from email.message import Message
from http.client import HTTPResponse

import pytest
import requests

from service.api.server.connection import SPARE_SECONDS
from service.api.server.crowd import CROWDED_SHARE
from tests.api.questions import EMPTY
from tests.api.raw import PROBE, connect, connections, exchange, post, read_answer, unread_bytes
from tests.support.live_server import LiveServer, serving
from tests.support.waiting import PATIENCE_SECONDS

MOST, CROWD, ROUNDS = 40, 100, 3
"""A tenth of the connections that may be open is room for more than there are threads."""
LIMITS = b"GET /limits HTTP/1.1\r\nHost: a\r\n\r\n"
EAGER, AHEAD = 200, 50
RESTING = 60
KEEPALIVE_SECONDS = 1


@pytest.fixture(scope="module")
def narrow() -> Iterator[LiveServer]:
    """Provide a server of three threads that holds few connections, each for an hour.

    Each of the threads may have answered on a connection but not returned.
    """
    limits = {"MAX_CONNECTIONS": str(MOST), "CLIENT_SECONDS": "3600", "KEEPALIVE_SECONDS": "3600"}
    with serving(WORKERS="1", SLOTS="1", QUEUE_LENGTH="0", QUICK_THREADS="1", **limits) as live:
        yield live


@pytest.fixture(scope="module")
def brief() -> Iterator[LiveServer]:
    """Provide a server whose connections rest for a second."""
    with serving(WORKERS="1", KEEPALIVE_SECONDS=str(KEEPALIVE_SECONDS)) as live:
        yield live


def answer(client: socket.socket, sent: bytes) -> Message:
    """Return the headers that a client is answered; fails if its connection is closed instead."""
    client.sendall(sent)
    response = HTTPResponse(client)
    response.begin()
    response.read()
    assert response.status == 200
    return response.headers


@pytest.mark.parametrize("closes", [True, False], ids=["leave when told", "stay until cut off"])
def test_a_crowd_on_few_connections_loses_nothing(narrow: LiveServer, closes: bool) -> None:
    """A client that may keep its connection uses it again without looking whether it is there."""
    kept: dict[int, socket.socket] = {}
    with ExitStack() as stack:
        for _ in range(ROUNDS):
            for each in range(CROWD):
                client = kept.pop(each, None) or stack.enter_context(connect(narrow))
                if answer(client, post(EMPTY))["Connection"] == "keep-alive":
                    kept[each] = client
                elif closes:
                    client.close()
            assert 0 < len(kept) <= CROWDED_SHARE * MOST


def test_a_crowd_that_asks_late_loses_nothing(narrow: LiveServer) -> None:
    """More have connected than there is room for before the first one asks."""
    with connections(narrow, CROWD, PROBE) as crowd:
        assert [read_answer(client)[0] for client in crowd] == [200] * CROWD


def test_a_connection_that_rests_outlives_a_crowd_that_asks_nothing(narrow: LiveServer) -> None:
    with connections(narrow, MOST // 2) as resting:
        for client in resting:
            assert answer(client, PROBE)["Connection"] == "keep-alive"
        with connections(narrow, MOST):
            assert requests.get(f"{narrow.url}/healthz", timeout=PATIENCE_SECONDS).ok
            for client in resting:
                answer(client, PROBE)


def test_who_asks_once_does_not_wait_for_all_that_others_ask_ahead(patient: LiveServer) -> None:
    """Whoever asks more before the first answer has come gets the next one when it is its turn."""
    size = len(exchange(patient, LIMITS))
    with connections(patient, EAGER, LIMITS * AHEAD) as crowd:
        with connect(patient) as client:
            answer(client, PROBE)
        answered = sum(map(unread_bytes, crowd)) // size
    assert answered < EAGER * AHEAD // 4


@pytest.mark.thorough
def test_a_request_that_has_come_in_time_is_served(brief: LiveServer) -> None:
    """However long the turn of the main loop is in which the time of its connection ends.

    A client counts from before its first request, so its time ends no later than the server's.
    Meanwhile another one sends so many probes at once that turns take some milliseconds each.
    """
    chance = random.Random(1)
    rests = KEEPALIVE_SECONDS + SPARE_SECONDS
    with (
        connections(brief, RESTING) as crowd,
        connect(brief) as busy,
        ThreadPoolExecutor(1) as pool,
    ):
        ends = []
        for client in crowd:
            ends.append(time.monotonic() + rests)
            answer(client, PROBE)
            time.sleep(0.01)
        time.sleep(max(ends[0] - 0.1 - time.monotonic(), 0.0))
        pool.submit(busy.sendall, PROBE * 10_000)
        draining = pool.submit(busy.makefile("rb").read)
        in_time = []
        for client, end in zip(crowd, ends, strict=True):
            time.sleep(max(end - 0.01 * chance.random() - time.monotonic(), 0.0))
            with suppress(ConnectionError):
                client.sendall(PROBE)
            in_time.append(time.monotonic() <= end)
        busy.shutdown(socket.SHUT_RDWR)
        # What has not been read by then resets the connection.
        assert isinstance(draining.exception(), ConnectionResetError | None)
        assert any(in_time)
        for client, comes in zip(crowd, in_time, strict=True):
            if comes:
                assert read_answer(client)[0] == 200


@pytest.mark.thorough
def test_a_client_is_told_how_long_it_may_rest(narrow: LiveServer, brief: LiveServer) -> None:
    last = PROBE[:-2] + b"Connection: close\r\n\r\n"
    with serving(WORKERS="1", KEEPALIVE_SECONDS="0") as once:
        for server, asked, expected in (
            (narrow, post(EMPTY), ("keep-alive", "timeout=3600")),
            (brief, post(EMPTY), ("keep-alive", "timeout=1")),
            (brief, last, ("close", None)),
            (once, post(EMPTY), ("close", None)),
        ):
            with connect(server) as client:
                told = answer(client, asked)
                assert (told["Connection"], told["Keep-Alive"]) == expected
                assert told["Connection"] == "keep-alive" or client.recv(1) == b""
