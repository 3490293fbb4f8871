"""However the server is stopped, what it has accepted is answered."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from typing import BinaryIO

import pytest
import requests

from tests.api.events import streaming
from tests.api.questions import EMPTY, HARD, ask
from tests.api.raw import connect, post, read_answer
from tests.support.live_server import SERVE, LiveServer, children, serving
from tests.support.load import LOST, REFUSED, Load
from tests.support.ports import free_port, listens
from tests.support.waiting import wait_until

QUESTIONS = [EMPTY] * 8
"""Of so many clients at once."""
PAUSE_SECONDS = 0.02
"""Between questions of a client, where they need only go on and not crowd."""


def is_leaving(server: LiveServer) -> bool:
    return requests.get(f"{server.url}/readyz", timeout=60).status_code == 503


def ends_well(received: BinaryIO) -> bool:
    """Return whether a stream of events goes on to its result."""
    return received.read().split(b"\n\n")[-2].startswith(b"event: result\n")


def test_a_server_that_is_stopped_says_so_before_it_is_gone() -> None:
    """Until then it serves on every connection, and lets go of the client."""
    with serving(WORKERS="2", DRAIN_SECONDS="60") as server:
        with connect(server, post(EMPTY)) as kept, connect(server) as unused:
            assert read_answer(kept)[0] == 200
            with streaming(server, HARD | {"time_limit_ms": 2000}) as (_, received):
                server.process.terminate()
                wait_until(lambda: is_leaving(server))
                assert all(is_leaving(server) for _ in range(20)), "every worker says so"
                for connection in (kept, unused):
                    connection.sendall(post(EMPTY))
                    answer = connection.makefile("rb").read()
                    assert re.match(rb"HTTP/1.1 200 (?s:.*)\r\nconnection: close\r\n", answer)
                assert ends_well(received)
        assert ask(server.url, **EMPTY).headers["Connection"] == "close", "it serves on"
        assert requests.get(f"{server.url}/healthz", timeout=60).status_code == 200
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(timeout=60) == 0, "at once, for who is in a hurry"


@pytest.mark.thorough
@pytest.mark.parametrize("drain_seconds", ["0", "1"])
def test_stopping_under_load_loses_nothing(drain_seconds: str) -> None:
    with serving(WORKERS="2", DRAIN_SECONDS=drain_seconds) as server:
        load = Load(server.url, QUESTIONS)
        with load.running(), streaming(server, HARD | {"time_limit_ms": 2000}) as (_, received):
            load.go_on(200)
            server.process.terminate()
            assert ends_well(received)
            assert server.process.wait(timeout=60) == 0
            wait_until(lambda: all(REFUSED in each for each in load.outcomes))
    check_stop(load)


def check_stop(load: Load) -> None:
    """Check that clients which went on to connect were served, then refused.

    The system resets connections that come between the last look into the queue and the end of
    listening. The drain time is there so that none comes then.
    """
    for outcomes in load.outcomes:
        assert outcomes[0] == 200
        assert set(outcomes) <= {200, LOST, REFUSED}
        assert outcomes.count(LOST) <= 1


@pytest.mark.thorough
def test_a_rolling_update_fails_no_request_though_clients_learn_late() -> None:
    """They come without a balancer that would try again, by an address that lags behind."""
    with serving(DRAIN_SECONDS="8") as old, serving() as new:
        load = Load(old.url, QUESTIONS)
        with load.running():
            load.go_on(100)
            old.process.terminate()
            wait_until(lambda: is_leaving(old))
            load.go_on(100)
            load.url = new.url
            assert old.process.wait(timeout=60) == 0
            load.go_on(100)
    assert load.seen == {200}


@pytest.mark.thorough
def test_workers_may_hear_of_a_stop_before_their_master() -> None:
    """As when a whole group of processes is signalled; here the master learns of it later."""
    with serving(WORKERS="1", DRAIN_SECONDS="5") as server:
        load, master = Load(server.url, QUESTIONS, PAUSE_SECONDS), server.process
        with load.running():
            load.go_on(100)
            master.send_signal(signal.SIGSTOP)
            try:
                for worker in server.workers():
                    os.kill(worker, signal.SIGTERM)
                load.go_on(20)
            finally:
                master.terminate()
                master.send_signal(signal.SIGCONT)
            assert master.wait(timeout=60) == 0
            wait_until(lambda: all(REFUSED in each for each in load.outcomes))
    check_stop(load)


@pytest.mark.thorough
def test_a_server_that_is_upgraded_loses_nothing() -> None:
    """Another master process starts beside it on SIGUSR2, and then the first one is stopped."""
    with serving(WORKERS="2", DRAIN_SECONDS="1") as server:
        load = Load(server.url, QUESTIONS, PAUSE_SECONDS)
        with load.running():
            load.go_on(50)
            server.process.send_signal(signal.SIGUSR2)
            # The next master process is a child that has two workers.
            (master,) = wait_until(
                lambda: [pid for pid in server.workers() if len(children(pid)) == 2]
            )
            try:
                load.go_on(50)
                server.process.terminate()
                assert server.process.wait(timeout=60) == 0
                load.go_on(50)
                assert load.seen == {200}
            finally:
                os.kill(master, signal.SIGTERM)
            wait_until(lambda: not listens(server.port))


@pytest.fixture(scope="module")
def lasting() -> Iterator[LiveServer]:
    """Provide a server whose workers come and go."""
    with serving(WORKERS="2", DRAIN_SECONDS="1") as live:
        yield live
        live.process.send_signal(signal.SIGQUIT)


def test_workers_are_replaced_unnoticed(lasting: LiveServer) -> None:
    """Other workers listen on, so that nobody needs to be refused."""
    load = Load(lasting.url, QUESTIONS, PAUSE_SECONDS)
    with load.running():
        load.go_on(100)
        before = lasting.workers()
        lasting.process.send_signal(signal.SIGHUP)
        wait_until(lambda: len(lasting.workers()) == 2 and not before & lasting.workers())
        load.go_on(100)
    assert load.seen == {200}


def test_a_worker_that_is_killed_takes_no_more_than_its_requests_along(lasting: LiveServer) -> None:
    load = Load(lasting.url, QUESTIONS, PAUSE_SECONDS)
    with load.running():
        load.go_on(100)
        before = lasting.workers()
        killed = min(before)
        os.kill(killed, signal.SIGKILL)
        load.go_on(100)
        wait_until(lambda: len(lasting.workers() - {killed}) == 2)
        load.go_on(100)
    assert lasting.workers() > before - {killed}, "the other one has served on"
    for outcomes in load.outcomes:
        assert set(outcomes) <= {200, LOST}
        assert outcomes.count(LOST) <= 1, "what was being asked"
    lasting.process.send_signal(signal.SIGQUIT)
    assert lasting.process.wait(timeout=60) == 0


@pytest.mark.thorough
def test_a_stop_is_heeded_while_workers_start() -> None:
    # A large table makes workers slow to start; a stop that is lost would take the whole grace.
    port = free_port()
    knobs = {"TABLE_MEBIBYTES": "256", "WORKERS": "2", "GRACEFUL_SECONDS": "600"}
    environment = os.environ | knobs | {"HOST": "127.0.0.1", "PORT": str(port)}
    with subprocess.Popen(SERVE, env=environment) as process:
        try:
            wait_until(lambda: listens(port))
            process.terminate()
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()
