"""Clients that are silent, slow or gone cost nobody else anything."""

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

import pytest

from service.api.server.crowd import MOST_HELD_BYTES
from service.settings import Settings
from tests.api.questions import EMPTY, LARGE, ask
from tests.api.raw import connect, connections, has_answer, open_files, post, read_answer, reset
from tests.support.live_server import ONE_SLOT, LiveServer, serving
from tests.support.waiting import wait_until

CROWD = 64
HEALTHZ = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
HEAD = b"POST /move HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"


FEW_THREADS = ONE_SLOT | {"QUEUE_LENGTH": "16", "QUICK_THREADS": "1"}
"""Four for batches, and room for eight that wait; two of the threads may wait for clients."""


@pytest.fixture(scope="module")
def patient() -> Iterator[LiveServer]:
    """Provide a server of few threads that waits for clients longer than any test."""
    with serving(**FEW_THREADS, CLIENT_SECONDS="3600") as live:
        yield live


@pytest.fixture(scope="module")
def hasty() -> Iterator[LiveServer]:
    """Provide a server that waits a second for clients and takes thirty; one thread may wait."""
    fewer = FEW_THREADS | {"QUEUE_LENGTH": "2"}
    with serving(**fewer, CLIENT_SECONDS="1", MAX_CONNECTIONS="30") as live:
        yield live


def test_clients_that_do_not_finish_keep_nobody_waiting(patient: LiveServer) -> None:
    """All is answered while the others are still there and go on dripping."""
    body = json.dumps(EMPTY).encode()
    dripping = [
        HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body,
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % len(body) + body,
    ]
    with connections(patient, CROWD), connections(patient, 3 * CROWD) as crowd:
        for index, each in enumerate(crowd):
            each.sendall((HEALTHZ, *dripping)[index % 3][:10])
        for at in range(10, len(HEALTHZ) - 4):
            for index, each in enumerate(crowd):
                each.sendall((HEALTHZ, *dripping)[index % 3][at : at + 1])
            assert ask(patient.url, **EMPTY).status_code == 200
            assert ask(patient.url, **EMPTY).json()["outcome"] == "draw"
        assert not any(has_answer(each) for each in crowd)
        for each in crowd[::3]:
            each.sendall(b"\r\n\r\n")
        for each in crowd[::3]:
            assert read_answer(each)[0] == 200, "slow, but served"


@pytest.mark.parametrize(
    "part", [HEALTHZ[:-1], HEAD, HEAD + b"Content-Length: 9\r\n\r\n{", HEALTHZ + HEAD]
)
def test_a_request_that_does_not_come_in_time_is_408(hasty: LiveServer, part: bytes) -> None:
    answers = hasty.exchange(part)
    if part.startswith(HEALTHZ):
        assert answers.startswith(b"HTTP/1.1 200 OK\r\n")
    answer = answers[answers.rindex(b"HTTP/1.1") :]
    head, _, body = answer.partition(b"\r\n\r\n")
    problem = json.loads(body)
    assert head.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert (problem["status"], problem["code"]) == (408, "request_timeout")
    assert b"\r\nconnection: close" in head.lower()
    assert b"\r\ncontent-type: application/problem+json" in head.lower()
    assert b"\r\naccess-control-allow-origin: *" in head.lower()


def test_a_client_that_says_nothing_is_told_nothing(hasty: LiveServer) -> None:
    """It has asked nothing: what it reads next it would take for the answer to that."""
    assert hasty.exchange(b"") == b""


def test_a_connection_may_rest_between_requests(hasty: LiveServer) -> None:
    with connect(hasty) as rested:
        for _ in range(2):
            rested.sendall(HEALTHZ)
            assert read_answer(rested)[0] == 200
            assert hasty.exchange(b"") == b"", "who has never asked is not waited for as long"


def test_many_requests_may_be_sent_before_the_first_answer(patient: LiveServer) -> None:
    for last in (b"Connection: close\r\n", b""):
        sent = (HEALTHZ + post(EMPTY)) * 20
        with connect(patient) as connection:
            for start in range(0, len(sent), 1000):
                connection.sendall(sent[start : start + 1000])
            connection.sendall(HEALTHZ[:-2] + last + b"\r\n")
            if not last:
                connection.shutdown(socket.SHUT_WR)
            answers = connection.makefile("rb").read()
        assert answers.count(b"HTTP/1.1 200 OK\r\n") == 41
        assert answers.count(b'"outcome":"draw"') >= 20


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
    assert any(is_cut(answer) for answer in answers), "it was really too much to be buffered"


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


def is_cut(answer: bytes) -> bool:
    """Return whether a part of an answer is missing."""
    head, _, body = answer.partition(b"\r\n\r\n")
    return len(body) < int(head.lower().partition(b"content-length: ")[2].split()[0])


def test_clients_that_ask_nothing_leave_room_for_others(hasty: LiveServer) -> None:
    with connections(hasty, 100) as crowd:
        assert ask(hasty.url, **EMPTY).status_code == 200
        wait_until(lambda: max(open_files(hasty).values()) < 100)
        assert all(has_answer(each) for each in crowd[:60]), "closed"


def test_bytes_that_are_held_are_bounded(patient: LiveServer) -> None:
    """More than a worker may hold are sent to it; those that began first have to go."""
    most = Settings().max_body_bytes
    part = HEAD + b"Content-Length: %d\r\n\r\n" % most + b" " * (most - 1)
    count = MOST_HELD_BYTES // len(part) + 50
    files, (before,) = open_files(patient), patient.memory().values()
    with connections(patient, count) as crowd:
        for each in crowd:
            each.sendall(part)
        wait_until(lambda: all(has_answer(each) for each in crowd[:50]))
        assert all(read_answer(each)[0] == 408 for each in crowd[:50])
        (during,) = patient.memory().values()
        assert during - before < 2 * MOST_HELD_BYTES
        crowd[-1].sendall(b" ")
        assert read_answer(crowd[-1])[0] == 400, "it is read, and is no JSON"
    wait_until(lambda: are_closed(patient, files))


def close_halves(connection: socket.socket) -> None:
    connection.shutdown(socket.SHUT_WR)
    connection.close()


def reset_in_the_answer(connection: socket.socket) -> None:
    connection.recv(10)
    reset(connection)


@pytest.mark.parametrize(
    ("sent", "leave", "times"),
    [(b"", socket.socket.close, 1000), (post(EMPTY)[:-3], reset, 100),
     (post(EMPTY)[:-3], close_halves, 100), (post(EMPTY), reset, 100),
     (post(LARGE), reset_in_the_answer, 20)],
    ids=["at once", "in the body", "half-closed", "before the answer", "in the answer"],
)  # fmt: skip
def test_clients_that_vanish_leave_nothing_behind(
    patient: LiveServer, sent: bytes, leave: Callable[[socket.socket], None], times: int
) -> None:
    before = open_files(patient)
    for _ in range(times):
        connection = connect(patient)
        connection.sendall(sent)
        leave(connection)
    assert ask(patient.url, **EMPTY).json()["outcome"] == "draw"
    wait_until(lambda: are_closed(patient, before))
