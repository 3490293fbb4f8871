"""`solve --publish`: a result that replicas answer with at once."""

import re

import pytest

from service.game import Board, Rules
from service.sharing import NotSharedError
from service.solver import Budget, Solver
from tests.cli.commands import OPEN, invoke
from tests.sharing.questions import SECRET, analysed
from tests.sharing.redis_server import RedisServer
from tests.sharing.shop import RecordingStore
from tests.support.ports import free_port

BOARD = Board(Rules(5, 4, 4))


@pytest.mark.parametrize("best", [False, True])
def test_a_published_result_is_recalled_by_replicas(redis_server: RedisServer, best: bool) -> None:
    cache = {"CACHE_URL": redis_server.url, "CACHE_SECRET": SECRET.decode()}
    done = invoke("solve", "5", "4", "4", "--publish", *(["--best"] if best else []), **cache)
    assert done.exit_code == 0, done.stderr
    assert done.stderr == "Published in the shared cache.\n"
    store = RecordingStore(redis_server.url)
    found = store.recall(BOARD, best_only=best)
    assert found is not None
    assert found.assessment == analysed(BOARD, best).assessment
    assert store.events == {"hit": 1}
    # What all options are worth answers a question for the best, not the other way round.
    assert (store.recall(BOARD, best_only=not best) is None) == best


def test_what_is_not_complete_is_not_published(redis_server: RedisServer) -> None:
    cache = {"CACHE_URL": redis_server.url, "CACHE_SECRET": SECRET.decode()}
    done = invoke("solve", *OPEN, "--nodes", "1000", "--publish", **cache)
    assert done.exit_code == 1
    assert done.stdout, "the answer is printed all the same"
    assert done.stderr == "Error: Nothing is published: it is not complete.\n"
    assert redis_server.client.dbsize() == 0


def test_a_cache_that_fails_is_told_of() -> None:
    cache = {"CACHE_URL": f"redis://127.0.0.1:{free_port()}", "CACHE_SECRET": SECRET.decode()}
    done = invoke("solve", "3", "3", "3", "--publish", **cache)
    assert done.exit_code == 1
    assert done.stdout
    assert re.match(r"Error: The shared cache fails: .*refused", done.stderr)


def test_without_a_cache_there_is_no_search() -> None:
    done = invoke("solve", "8", "8", "5", "--publish")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "There is no shared cache to publish in: set CACHE_URL and" in done.stderr


def test_what_replicas_do_not_ask_for_is_not_published(redis_server: RedisServer) -> None:
    store, large = RecordingStore(redis_server.url), Board(Rules(21, 20, 8))
    with pytest.raises(NotSharedError, match="boards of more than 400 cells"):
        store.publish(
            Solver(1).analyse(large, Budget(nodes=10_000, best_only=True)), best_only=True
        )
    assert redis_server.client.dbsize() == 0
