"""What is asked without a search is answered at once, whatever is known of the position."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.api.questions import ask
from tests.support.live_server import LiveServer

DRAWN = {"board": ["." * 15] * 15, "row_length": 8}
OTHER = {"board": ["." * 15] * 15, "row_length": 5, "time_limit_ms": 2000, "evaluate": "best"}
BRIEF: list[dict[str, Any]] = [
    {"level": "rules", "evaluate": "none"},
    {"level": "lines", "evaluate": "none"},
    {"level": "blind", "evaluate": "none"},
    {"strength": 3, "evaluate": "none"},
]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1, None])
def test_a_level_answers_for_a_draw_that_is_known(patient: LiveServer, seed: int | None) -> None:
    """And keeps nobody else from being answered meanwhile, by the only worker."""
    chance = {} if seed is None else {"seed": seed}
    workers = patient.workers()
    assert ask(patient.url, **DRAWN, **chance, evaluate="best").json()["value"] == 0
    with ThreadPoolExecutor(len(BRIEF) + 1) as threads:
        brief = [threads.submit(ask, patient.url, **DRAWN | chance | each) for each in BRIEF]
        other = threads.submit(ask, patient.url, **OTHER)
    assert other.result().status_code == 200, other.result().text
    assert all(each.result().json()["value"] == 0 for each in brief)
    assert patient.workers() == workers
