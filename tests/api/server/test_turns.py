"""What is asked without a search is answered at once, whatever is known of the position."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests

from tests.api.questions import ask
from tests.support.live_server import serving

DRAWN = {"board": ["." * 15] * 15, "row_length": 8}
OTHER = {"board": ["." * 15] * 15, "row_length": 5, "time_limit_ms": 2000}
BRIEF: list[dict[str, Any]] = [
    {"level": "rules", "evaluate": "none"},
    {"level": "lines", "evaluate": "none"},
    {"level": "blind", "evaluate": "none"},
    {"strength": 3, "evaluate": "none"},
]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1, None])
def test_a_level_answers_for_a_draw_that_is_known(seed: int | None) -> None:
    """And keeps nobody else from being answered meanwhile, by the only worker."""
    chance = {} if seed is None else {"seed": seed}
    with serving(WORKERS="1") as live, ThreadPoolExecutor(len(BRIEF) + 1) as threads:

        def answer(question: dict[str, Any]) -> requests.Response:
            return ask(live.url, **question)

        assert answer(DRAWN | chance | {"evaluate": "best"}).json()["value"] == 0
        brief = [threads.submit(answer, DRAWN | chance | each) for each in BRIEF]
        other = threads.submit(answer, OTHER | {"evaluate": "best"})
        for asked in (*brief, other):
            assert asked.result().status_code == 200, asked.result().text
        assert all(each.result().json()["value"] == 0 for each in brief)
        assert len(live.workers()) == 1
