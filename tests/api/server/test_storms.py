"""Whatever is heavy, and however many ask for it, small questions are answered meanwhile."""

import json
import random

import pytest

from tests.api.questions import EMPTY, ask
from tests.api.raw import connections, post, read_answer
from tests.api.telemetry.scrapes import at_rest
from tests.support.live_server import LiveServer
from tests.support.storms import Ask, Storm, batch, hasty, search

AT_ONCE = 150


@pytest.mark.parametrize(
    ("clients", "questions"),
    [
        ({batch: 4, hasty: 8, search: 2}, 20),
        *(
            pytest.param(clients, 200, marks=pytest.mark.thorough)
            for clients in (
                {batch: 100},
                {hasty: 200},
                {search: 8},
                {batch: 100, hasty: 200, search: 8},
            )
        ),
    ],
    ids=["a shower", "batches", "hasty questions", "searches", "all three"],
)
def test_small_questions_are_answered_in_a_storm(
    server: LiveServer, clients: dict[Ask, int], questions: int
) -> None:
    """Nothing breaks, and the clients of the storm, who leave in the end, leave nothing behind."""
    storm, workers = Storm(clients), server.workers()
    with storm.over(server):
        for seed in range(questions):
            answer = ask(server.url, **EMPTY, seed=seed)
            assert answer.status_code == 200
            assert answer.json()["outcome"] == "draw"
    at_rest(server)
    assert server.workers() == workers
    assert {outcome.split()[1] for outcome in storm.outcomes} <= {"200", "503"}


def test_what_comes_all_at_once_is_answered_or_refused_and_what_is_tiny_answered(
    server: LiveServer,
) -> None:
    """Boards up to 4x4 are never refused."""
    chance, workers = random.Random(1), server.workers()
    sides = chance.choices((3, 3, 4, 6, 8, 10, 15, 30, 50), k=AT_ONCE)
    with connections(server, AT_ONCE) as clients:
        for client, side in zip(clients, sides, strict=True):
            limits = {"time_limit_ms": chance.choice([1, 10, 100, 1000])}
            board = {"board": ["." * side] * side, "row_length": 5}
            client.sendall(post(board | limits | {"seed": chance.randrange(1 << 30)}))
        for client, side in zip(clients, sides, strict=True):
            status, body = read_answer(client)
            assert status == 200 or json.loads(body)["code"] == "overloaded"
            assert status == 200 or side > 4
    at_rest(server)
    assert server.workers() == workers
