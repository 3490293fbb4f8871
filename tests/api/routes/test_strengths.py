"""`strength` over HTTP: who has one, what it may be, and when its answers may be kept."""

from __future__ import annotations

from typing import Any

import pytest

from service.players import LEVELS, STRENGTHS
from tests.api.events import stream
from tests.api.http.test_etag import may_be_kept
from tests.api.questions import EMPTY, ask, check_problem, pointers
from tests.api.routes.test_batch import results_of
from tests.api.routes.test_levels import POSITION, answer_of

WON = {"board": ["XX.", "OO.", "..."], "row_length": 3}
"""To be won at once: nothing is left to chance above 3."""


@pytest.mark.parametrize("strength", STRENGTHS)
def test_what_is_left_to_chance_is_not_kept(base_url: str, strength: int) -> None:
    assert not may_be_kept(ask(base_url, **EMPTY, strength=strength))
    assert may_be_kept(ask(base_url, **EMPTY, strength=strength, seed=1))
    assert may_be_kept(ask(base_url, **WON, strength=strength)) == (strength > 3)


@pytest.mark.parametrize("level", sorted(set(LEVELS) - {"master"}))
def test_no_other_level_has_one(base_url: str, level: str) -> None:
    response = ask(base_url, **EMPTY, level=level, strength=5)
    problem = check_problem(response, 422, "invalid_request")
    assert pointers(problem) == ["/strength"]
    assert problem["errors"][0]["message"] == (
        "Only master has a strength: leave out strength, or level."
    )


@pytest.mark.parametrize("strength", [0, 11, -1, 2.5, "5", True])
def test_what_is_no_strength_is_refused(base_url: str, strength: Any) -> None:
    response = ask(base_url, **EMPTY, strength=strength)
    assert pointers(check_problem(response, 422, "invalid_request")) == ["/strength"]


def test_batches_and_streams_know_it_too(base_url: str) -> None:
    question = POSITION | {"strength": 3, "seed": 8}
    answer = answer_of(base_url, **question)
    (event, streamed) = stream(base_url, **question)[-1]
    assert event == "result"
    (one,) = results_of(base_url, question)
    for told in (streamed, one):
        assert (told["best_move"], told["strength"]) == (answer["best_move"], 3)
