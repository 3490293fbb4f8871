"""Whatever is heavy, and however many ask for it, small questions are answered meanwhile."""

from __future__ import annotations

import pytest

from tests.api.questions import EMPTY, ask
from tests.api.telemetry.scrapes import at_rest
from tests.live_server import LiveServer
from tests.storms import Ask, Storm, batch, hasty, search

STATUSES = {"200", "503"}


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
    assert {outcome.split()[1] for outcome in storm.outcomes} <= STATUSES
