"""Whatever ails the cache costs a log line, never an answer."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from service.sharing.breaker import Breaker
from tests.sharing import impostor
from tests.sharing.impostor import hang_up, keep_silent, says
from tests.sharing.questions import BOARDS, SEARCHED, analysed
from tests.sharing.redis_server import RedisServer, running_redis
from tests.sharing.shop import RecordingStore
from tests.support.ports import free_port
from tests.support.programs import run_program
from tests.support.waiting import wait_until

FOR_EVER = 3600.0


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[RedisServer]:
    """Provide a server that a test may do anything to."""
    with running_redis(tmp_path) as server:
        yield server


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what was logged of the cache: the first words of each line."""
    return [" ".join(record.getMessage().split()[:4]) for record in caplog.records]


@pytest.mark.parametrize("way", ["stop", "hold"])
def test_a_server_that_goes_away_is_missed_until_it_is_back(
    own_redis: RedisServer, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    store = RecordingStore(own_redis.url, timeout_seconds=0.1)
    wait_until(lambda: store.recall(SEARCHED, best_only=False) or store.events["miss"])
    store.keep(SEARCHED, analysed(SEARCHED), best_only=False)
    wait_until(lambda: store.recall(SEARCHED, best_only=False))
    caplog.clear()
    getattr(own_redis, way)()
    for board in BOARDS:
        assert store.recall(board, best_only=False) is None
        store.keep(board, analysed(board), best_only=False)
    assert store.events["error"] > 0
    assert told(caplog) == ["The shared cache fails"]
    own_redis.start() if way == "stop" else own_redis.go_on()
    misses = store.events["miss"]
    wait_until(lambda: store.recall(SEARCHED, best_only=False) or store.events["miss"] > misses)
    assert told(caplog)[:2] == ["The shared cache fails", "The shared cache answers"]


@pytest.mark.parametrize(
    "manners",
    [
        hang_up, keep_silent,
        says(b""), says(b"HTTP/1.1 400 Bad Request\r\n\r\n"), says(b"\0" * 1000),
        says(b"+OK\r\n"), says(b":1\r\n"), says(b"$-1\r\n"), says(b"*-1\r\n"),
        says(b"*1\r\n:1\r\n"),
        says(b"$x\r\n"), says(b"$99999999999\r\nx"), says(b"*99999999\r\n"),
        says(b"-LOADING Redis is loading the dataset in memory\r\n"),
        says(b"-NOAUTH Authentication required.\r\n"), says(b"-\xff\r\n"),
    ],
)  # fmt: skip
def test_whoever_speaks_in_its_place_is_not_listened_to(
    manners: impostor.Manners, caplog: pytest.LogCaptureFixture
) -> None:
    with impostor.impostor(manners) as server:
        store = RecordingStore(server.url, timeout_seconds=0.1)
        for best_only in (True, False):
            assert store.recall(SEARCHED, best_only=best_only) is None
            store.keep(SEARCHED, analysed(SEARCHED, best_only), best_only=best_only)
        assert store.events["hit"] == store.events["kept"] == 0
        assert store.events["error"] > 0
    assert told(caplog) == ["The shared cache fails"]


@pytest.mark.parametrize(
    "url",
    ["redis://no-such-host.invalid/0", f"redis://127.0.0.1:{free_port()}/0", "unix:///no/such/file",
     "redis://127.0.0.1/0?no_such_option=1"],
    ids=["no such host", "nobody there", "no such file", "no such option"],
)  # fmt: skip
def test_an_address_that_leads_nowhere_is_done_without(url: str) -> None:
    store = RecordingStore(url)
    assert store.recall(SEARCHED, best_only=False) is None
    assert store.events == {"error": 1}


def test_nobody_asks_while_it_rests() -> None:
    with impostor.impostor(hang_up) as server:
        store = RecordingStore(server.url, rest_seconds=FOR_EVER)
        assert store.recall(SEARCHED, best_only=False) is None
        connections = server.connections
        for _ in range(20):
            assert store.recall(SEARCHED, best_only=False) is None
            store.keep(SEARCHED, analysed(SEARCHED), best_only=False)
        assert server.connections == connections > 0
        assert store.events == {"error": 1, "dropped": 20}


def test_after_a_rest_one_alone_asks(caplog: pytest.LogCaptureFixture) -> None:
    breaker = Breaker(rest_seconds=0.05)
    assert breaker.admits()
    breaker.trip(OSError())
    assert not breaker.admits()
    wait_until(breaker.admits)
    breaker.trip(OSError())
    assert told(caplog) == ["The shared cache fails"], "it is still the same state"
    slow = Breaker(FOR_EVER)
    slow.trip(OSError())
    slow._rests_until = 0.0
    assert [slow.admits() for _ in range(3)] == [True, False, False]
    slow.close()
    assert slow.admits()


def test_an_analysis_that_cannot_be_packed_is_told_of(redis_server: RedisServer) -> None:
    store = RecordingStore(redis_server.url)
    analysis = replace(analysed(SEARCHED), options=[object()])  # type: ignore[list-item]
    store.keep(SEARCHED, analysis, best_only=False)
    assert store.events == {"error": 1}


FORKING = """
import os
from service.game import Board, Rules
from service.sharing import SharedStore
from service.solver import Budget, Solver

board = Board(Rules(3, 3, 3))
analysis = Solver(1).analyse(board, Budget())
events = []
store = SharedStore({url!r}, b"?" * 16, 60, {timeout}, events.append)
store.keep(board, analysis, best_only=False)
assert store.recall(board, best_only=False) == analysis
child = os.fork()
if child == 0:
    os._exit(0 if store.recall(board, best_only=False) == analysis else 1)
assert os.waitpid(child, 0)[1] == 0
assert store.recall(board, best_only=False) == analysis
print(events)
"""


def test_a_forked_process_has_a_connection_of_its_own(redis_server: RedisServer) -> None:
    program = FORKING.format(url=redis_server.url, timeout=FOR_EVER)
    assert run_program(program).strip() == "['kept', 'hit', 'hit']"
