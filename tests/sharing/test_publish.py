"""`solve --publish`: a result that replicas answer with at once."""

import re

import pytest

from service.game import Board, Rules
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


@pytest.mark.parametrize(
    ("question", "settings", "code", "said"),
    [
        ([*OPEN, "--nodes", "1000"], {}, 1, "Error: Nothing is published: it is not complete.\n"),
        (["21", "20", "8", "--nodes", "10000", "--best"], {}, 1, "boards of more than 400 cells"),
        (["3", "3", "3"], {"CACHE_URL": f"redis://127.0.0.1:{free_port()}"}, 1,
         "Error: The shared cache fails: .*refused"),
        (["8", "8", "5"], {"CACHE_URL": ""}, 2,
         "There is no shared cache to publish in: set CACHE_URL and"),
    ],
    ids=["incomplete", "large", "cache that fails", "no cache"],
)  # fmt: skip
def test_what_is_not_published_is_told_of(
    redis_server: RedisServer, question: list[str], settings: dict[str, str], code: int, said: str
) -> None:
    """The answer is printed all the same; without a cache there is no search."""
    cache = {"CACHE_URL": redis_server.url, "CACHE_SECRET": SECRET.decode()}
    done = invoke("solve", *question, "--publish", **cache | settings)
    assert done.exit_code == code
    assert re.search(said, done.stderr)
    assert bool(done.stdout) == (code == 1)
    assert redis_server.client.dbsize() == 0
