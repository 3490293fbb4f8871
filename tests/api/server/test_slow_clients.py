"""Clients that are silent, slow or gone cost nobody else anything."""

import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import pairwise
from operator import gt

import pytest

from service.api.server.crowd import MOST_HELD_BYTES
from service.settings import Settings
from tests.api.questions import EMPTY, LARGE, ask
from tests.api.raw import (
    PROBE,
    connect,
    connections,
    has_answer,
    open_files,
    post,
    read_answer,
    reset,
)
from tests.api.server.conftest import FEW_THREADS
from tests.support.live_server import LiveServer, serving
from tests.support.waiting import wait_until

CROWD = 64
HEAD = b"POST /move HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def hasty() -> Iterator[LiveServer]:
    """Provide a server that waits a second for clients; one thread may wait."""
    fewer = FEW_THREADS | {"QUEUE_LENGTH": "2"}
    with serving(**fewer, CLIENT_SECONDS="1") as live:
        yield live


def test_clients_that_do_not_finish_keep_nobody_waiting(patient: LiveServer) -> None:
    """All is answered while the others are still there and go on dripping."""
    body = json.dumps(EMPTY).encode()
    dripping = [
        HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body,
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % len(body) + body,
    ]
    with connections(patient, CROWD), connections(patient, 3 * CROWD) as crowd:
        for start, end in pairwise([0, *range(10, len(PROBE) - 3)]):
            for index, each in enumerate(crowd):
                each.sendall((PROBE, *dripping)[index % 3][start:end])
            assert ask(patient.url, **EMPTY).status_code == 200
            assert ask(patient.url, **EMPTY).json()["outcome"] == "draw"
        assert not any(has_answer(each) for each in crowd)
        for each in crowd[::3]:
            each.sendall(b"\r\n\r\n")
        for each in crowd[::3]:
            assert read_answer(each)[0] == 200, "slow, but served"


@pytest.mark.parametrize(
    "part", [PROBE[:-1], HEAD, HEAD + b"Content-Length: 9\r\n\r\n{", PROBE + HEAD]
)
def test_a_request_that_does_not_come_in_time_is_408(hasty: LiveServer, part: bytes) -> None:
    answers = hasty.exchange(part)
    assert not part.startswith(PROBE) or answers.startswith(b"HTTP/1.1 200 OK\r\n")
    head, _, body = answers[answers.rindex(b"HTTP/1.1") :].partition(b"\r\n\r\n")
    problem, lines = json.loads(body), head.lower().split(b"\r\n")
    assert lines[0] == b"http/1.1 408 request timeout"
    assert (problem["status"], problem["code"]) == (408, "request_timeout")
    assert set(lines) >= {
        b"connection: close", b"content-type: application/problem+json",
        b"access-control-allow-origin: *",
    }  # fmt: skip


def test_a_connection_may_rest_between_requests(hasty: LiveServer) -> None:
    """A client that has asked nothing is told nothing: it would be the answer to what it asks."""
    with connect(hasty) as rested:
        for _ in range(2):
            rested.sendall(PROBE)
            assert read_answer(rested)[0] == 200
            assert hasty.exchange(b"") == b"", (
                "who has never asked is not waited for as long, nor told so"
            )


@contextmanager
def greedy_clients(server: LiveServer, count: int, boards: int) -> Iterator[list[socket.socket]]:
    """Provide clients whose answers have begun to come, of which the system takes little."""
    batch = post({"requests": [LARGE] * boards}, "/moves", "Connection: close")
    with ExitStack() as stack:
        crowd = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in crowd:
            each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            each.connect((server.host, server.port))
            each.sendall(batch)
        for each in crowd:
            wait_until(partial(has_answer, each))
        yield crowd


@pytest.mark.thorough
def test_clients_that_do_not_read_their_answer_hold_no_thread(hasty: LiveServer) -> None:
    files = open_files(hasty)
    with greedy_clients(hasty, 2, boards=30) as crowd:
        assert ask(hasty.url, **EMPTY).status_code == 200
        wait_until(lambda: are_closed(hasty, files))
        answers = [greedy.makefile("rb").read() for greedy in crowd]
    lengths = [int(re.findall(rb"(?i)content-length: (\d+)", answer)[0]) for answer in answers]
    assert any(map(gt, lengths, map(len, answers))), "it was really too much to be buffered"


@pytest.mark.parametrize(
    ("clients", "boards"),
    [(8, 5), pytest.param(4, 16, marks=pytest.mark.thorough)],
    ids=["large answers", "huge answers"],
)
def test_clients_that_read_slowly_keep_nobody_waiting(
    patient: LiveServer, clients: int, boards: int
) -> None:
    """A few of them may each hold one thread, while their answers are huge, but not all."""
    with greedy_clients(patient, clients, boards) as crowd:
        for slow in crowd:
            assert slow.recv(12, socket.MSG_PEEK) == b"HTTP/1.1 200"
        for _ in range(20):
            assert ask(patient.url, **EMPTY).status_code == 200, "long before they are cut off"
            for slow in crowd:
                slow.setblocking(False)
                with suppress(BlockingIOError):
                    slow.recv(2000)
            time.sleep(0.1)


def are_closed(server: LiveServer, before: dict[int, int]) -> bool:
    """Return whether all connections made since each worker had so many files open are closed."""
    now = open_files(server)
    return all(now[pid] <= count for pid, count in before.items())


def test_clients_that_ask_nothing_leave_room_for_others() -> None:
    """They might be silent for an hour, were there room."""
    full = serving(**FEW_THREADS, CLIENT_SECONDS="3600", MAX_CONNECTIONS="30")
    with full as live, connections(live, 100) as crowd:
        assert ask(live.url, **EMPTY).status_code == 200
        wait_until(lambda: all(has_answer(each) for each in crowd[:60]))


def test_bytes_that_are_held_are_bounded(patient: LiveServer) -> None:
    """More than a worker may hold are sent to it; those that began first have to go."""
    most = Settings().max_body_bytes
    part = HEAD + b"Content-Length: %d\r\n\r\n" % most + b" " * (most - 1)
    count = MOST_HELD_BYTES // len(part) + 50
    files, (before,) = open_files(patient), patient.memory().values()
    with connections(patient, count, part) as crowd:
        wait_until(lambda: all(has_answer(each) for each in crowd[:50]))
        assert all(read_answer(each)[0] == 408 for each in crowd[:50])
        (during,) = patient.memory().values()
        assert during - before < 2 * MOST_HELD_BYTES
        crowd[-1].sendall(b" ")
        assert read_answer(crowd[-1])[0] == 400, "it is read, and is no JSON"
    wait_until(lambda: are_closed(patient, files))


@pytest.mark.parametrize(
    ("sent", "leave", "times"),
    [(b"", ["close"], 1000), (post(EMPTY)[:-3], ["reset"], 100),
     (post(EMPTY)[:-3], ["half-close", "close"], 100), (post(EMPTY), ["reset"], 100),
     (post(LARGE), ["read", "reset"], 20)],
    ids=["at once", "in the body", "half-closed", "before the answer", "in the answer"],
)  # fmt: skip
def test_clients_that_vanish_leave_nothing_behind(
    patient: LiveServer, sent: bytes, leave: list[str], times: int
) -> None:
    before = open_files(patient)
    steps: dict[str, Callable[[socket.socket], object]] = {
        "close": socket.socket.close,
        "reset": reset,
        "half-close": lambda connection: connection.shutdown(socket.SHUT_WR),
        "read": lambda connection: connection.recv(10),
    }
    for _ in range(times):
        connection = connect(patient, sent)
        for step in leave:
            steps[step](connection)
    assert ask(patient.url, **EMPTY).json()["outcome"] == "draw"
    wait_until(lambda: are_closed(patient, before))
