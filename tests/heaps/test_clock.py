"""With a limit of nodes no clock is read: the answers depend on the lines alone."""

import sys
import time
from itertools import islice
from typing import Any

import pytest

from service.heaps.answering import Terms, answer_chunk, terms_of, warm_solver
from service.heaps.questions import Line
from service.players import BY_STRENGTH, STRENGTHS
from service.settings import Settings
from service.solver import Solver
from tests.heaps.heap import heap_of, moves_of, question_of
from tests.rules.cases import (
    COMBINATIONS,
    LARGER,
    SMALL,
    random_case,
    random_game,
    variant_of,
)
from tests.support.sampling import chance_of, samples

NODES = 200
MEASURING = "service.api.telemetry."
"""The room that measures requests, and decides nothing."""


class NoClock:
    """What stands for the module `time` where no clock may be read."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"time.{name} is read")


def questions(count: int, time_limit_ms: int) -> list[dict[str, Any]]:
    """Return questions of all kinds, always the same but for their time."""
    chance, found = chance_of("no clock"), list[dict[str, Any]]()
    for index in range(count):
        variant = variant_of(chance.choice(SMALL + LARGER), COMBINATIONS[index % len(COMBINATIONS)])
        case = random_case(variant, chance.randint(0, 20), chance)
        game = [*islice(random_game(case, chance), chance.randint(1, 4))]
        places = [divmod(cell, variant.width) for cell in moves_of(game)]
        moves = [{"row": row, "column": column} for row, column in places]
        player: dict[str, Any] = chance.choice([
            {"level": chance.choice(BY_STRENGTH)}, {"strength": chance.choice([*STRENGTHS])}, {},
        ])  # fmt: skip
        found.append(
            question_of(case, moves=moves, time_limit_ms=time_limit_ms)
            | {"to_move": game[-1].to_move, "evaluate": chance.choice(["all", "best", "none"])}
            | player
        )
    large = {"row_length": 5, "time_limit_ms": time_limit_ms}
    found += [
        {"board": ["." * size] * size, "moves": ["h8", "g8"], **large} for size in (9, 12, 15)
    ]
    falling = {"board": ["......."] * 6, "row_length": 4, "gravity": True, "moves": ["d", "d"]}
    return [*found, falling | {"time_limit_ms": time_limit_ms}]


def answered(terms: Terms, asked: list[dict[str, Any]]) -> bytes:
    """Return the answers to questions that are asked in one chunk."""
    lines: list[Line] = [*heap_of(asked).splitlines(keepends=True)]
    answers = answer_chunk(terms, 1, lines)
    assert answers.tally["refused"] == 0
    return answers.member


@pytest.fixture
def terms(solver: Solver) -> Terms:
    return terms_of(Settings.model_construct(table_mebibytes=4), None, NODES)


def test_to_read_the_clock_is_an_error(terms: Terms, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = questions(samples(400), 1)
    warm_solver(terms)
    for name, module in [*sys.modules.items()]:
        is_ours = name.startswith("service.") and not name.startswith(MEASURING)
        if is_ours and vars(module).get("time") is time:
            monkeypatch.setattr(module, "time", NoClock())
    assert answered(terms, asked)


def test_answers_do_not_depend_on_the_time_that_is_asked_for(terms: Terms) -> None:
    count = samples(400)
    assert answered(terms, questions(count, 1)) == answered(terms, questions(count, 3_600_000))
