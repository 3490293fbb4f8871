"""A worker in which a request hangs says so and is replaced, and nobody else notices."""

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

from service.api.server.watchdog import DISCOUNT, MOST_PASSED_SECONDS, Watchdog
from service.api.telemetry.progress import QUEUE, Progress
from service.api.telemetry.request_stats import RequestStats
from tests.api.questions import EMPTY, ask
from tests.api.raw import PROBE, connect, post, read_answer, worker_of
from tests.api.server.conftest import SERVE_HANGING
from tests.support.live_server import LiveServer, serving
from tests.support.load import Load
from tests.support.waiting import wait_until

SIDE = 13
SETTINGS = {"WORKERS": "2", "SLOTS": "1", "BOOK": "0", "STUCK_SECONDS": "1",
            "MAX_TIME_LIMIT_MS": "2000", "GRACEFUL_SECONDS": "30",
            "HANGING_SIDE": str(SIDE)}  # fmt: skip
SLOW = {"board": ["......"] * 6, "row_length": 5, "time_limit_ms": 2000}
"""Takes a search in a slot, which proves all within moments."""
IN_A_SLOT = {"board": ["." * SIDE] * SIDE, "row_length": 5, "time_limit_ms": 500}


def probe(connection: socket.socket) -> str:
    """Return what a worker says of its health: `ok`, or the code of a problem."""
    connection.sendall(PROBE)
    return told(connection)


def told(connection: socket.socket) -> str:
    """Return what an answer says: `ok`, or the code of a problem with the status 503."""
    status, body = read_answer(connection)
    said: str = json.loads(body)["status" if status == 200 else "code"]
    assert status in (200, 503)
    return said


def accepted(server: LiveServer, stack: ExitStack) -> tuple[socket.socket, int]:
    """Return a connection that has been let in, and the process id of the worker that has it."""
    connection = stack.enter_context(connect(server))
    assert probe(connection) == "ok"
    return connection, worker_of(server, connection)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("request_", "stack"),
    [(post(EMPTY, "/move", "X-Hang: wait"), "Event().wait()"),
     (post(EMPTY, "/move", "X-Hang: spin"), 'how == "spin"'),
     (post(IN_A_SLOT), "in hang_or_search")],
    ids=["waiting", "spinning", "in a slot"],
)  # fmt: skip
def test_a_worker_in_which_a_request_hangs_is_replaced(
    request_: bytes, stack: str, tmp_path: Path
) -> None:
    with (
        serving(tmp_path / "log", SERVE_HANGING, **SETTINGS) as server,
        ExitStack() as connections,
    ):
        before = server.workers()
        with Load(server.url, [EMPTY] * 4, pause_seconds=0.02).running() as load:
            load.go_on(20)
            hung, stuck = accepted(server, connections)
            worker = 0
            while worker != stuck:
                probes, worker = accepted(server, connections)
            hung.sendall(request_)
            wait_until(lambda: probe(probes) == "stuck")
            assert told(hung) == "stuck"
            wait_until(lambda: len(server.workers() - {stuck}) == 2)
            load.go_on(20)
        assert load.seen == {200}
        assert server.workers() > before - {stuck}, "the other one has served on"
        assert ask(server.url, **SLOW).json()["search"]["complete"], "the slot is free again"
        [line] = [line for line in server.lines() if line["event"] == "a request hangs"]
        assert line["level"] == "error"
        assert sum(stack in each["stack"] for each in line["stacks"]) == 1
        assert len(line["requests"]) == 1


@pytest.mark.thorough
def test_a_stop_is_not_held_up_by_a_request_that_hangs(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "log", SERVE_HANGING, **SETTINGS) as server,
        ExitStack() as connections,
    ):
        (hung, _), (head, _) = (accepted(server, connections) for _ in range(2))
        hung.sendall(post(EMPTY, "/move", "X-Hang: wait"))
        head.sendall(b"HEAD / HTTP/1.1\r\nHost: a\r\nX-Hang: wait\r\n\r\n")
        server.process.terminate()
        assert read_answer(hung)[0] == 503
        last = head.makefile("rb").read()
        assert last.startswith(b"HTTP/1.1 503 ")
        assert last.endswith(b"\r\n\r\n"), "it has no body"
        assert server.process.wait(timeout=60) == 0


MARGIN = 0.5


@contextmanager
def thread(work: Callable[[Event], object], *, limit: float = 0.0) -> Iterator[Progress]:
    """Provide a request in a thread that works until the event is set."""
    progress, over = Progress(time.monotonic(), limit), Event()

    def run() -> None:
        progress.begin()
        work(over)

    worker = Thread(target=run)
    worker.start()
    wait_until(lambda: progress.marks)
    try:
        yield progress
    finally:
        over.set()
        worker.join()


def spin(over: Event) -> None:
    while not over.is_set():
        pass


def wait_in_line(over: Event) -> None:
    with RequestStats().timed(QUEUE):
        over.wait()


def work_now_and_then(over: Event) -> None:
    while not over.wait(0.05):
        sum(range(1000))


def found(
    watchdog: Watchdog, requests: list[Progress], goes_on: Progress | None = None
) -> list[Progress]:
    """Return the requests that hang when the first of them does; one of them may go on."""

    def look() -> list[Progress]:
        time.sleep(0.02)
        if goes_on:
            goes_on.mark()
        return watchdog.look(requests)

    return wait_until(look)


@pytest.mark.parametrize("way", [Event.wait, spin])
def test_what_hangs_is_found_and_what_only_takes_long_is_not(
    way: Callable[[Event], object],
) -> None:
    with (
        thread(wait_in_line) as in_line,
        thread(work_now_and_then) as slow,
        thread(Event.wait, limit=3600.0) as long,
        thread(Event.wait) as goes_on,
        thread(way) as hanging,
    ):
        waiting, watchdog = Progress(0.0, 0.0), Watchdog(MARGIN)
        requests = [in_line, slow, long, goes_on, waiting, hanging]
        begun = time.monotonic()
        hung = found(watchdog, requests, goes_on)
        # Where a thread that spins gets hardly any processor, the others have waited for long.
        assert hung == [hanging] or time.monotonic() - begun > MARGIN / DISCOUNT


@pytest.mark.parametrize("way", [wait_in_line, work_now_and_then])
def test_what_waits_or_works_for_ever_is_found_at_last(way: Callable[[Event], object]) -> None:
    with thread(way) as endless:
        watchdog, begun = Watchdog(MARGIN / 5), time.monotonic()
        assert found(watchdog, [endless]) == [endless]
        assert time.monotonic() - begun > MARGIN


def test_a_process_that_was_stopped_hangs_no_longer_than_it_looks() -> None:
    """As a container that is frozen for a while: no thread could get on."""
    with thread(Event.wait) as silent:
        watchdog = Watchdog(MOST_PASSED_SECONDS + MARGIN)
        assert not watchdog.look([silent])
        time.sleep(MOST_PASSED_SECONDS + 2 * MARGIN)
        assert not watchdog.look([silent])
        assert found(watchdog, [silent]) == [silent]
