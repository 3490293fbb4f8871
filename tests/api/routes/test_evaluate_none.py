"""`evaluate: none`: levels that do not search answer without a search, as they would with one."""

from __future__ import annotations

from typing import Any

import pytest

from service.players import LEVELS
from tests.api.events import stream
from tests.api.questions import EMPTY, ask
from tests.api.routes.test_levels import answer_of
from tests.players.asking import searches

LARGE = {
    "board": ["." * 15] * 6 + ["......XO......."] + ["." * 15] * 8, "row_length": 5, "seed": 4,
}  # fmt: skip
IDLE: list[dict[str, Any]] = [
    *({"level": level} for level in LEVELS if not searches(level)),
    *({"strength": strength} for strength in (1, 10)),
]
"""The levels that choose without a search, and two strengths."""


@pytest.mark.parametrize("who", IDLE, ids=str)
@pytest.mark.parametrize("board", [LARGE, {"board": ["." * 50] * 50, "row_length": 6, "seed": 4}])
def test_nothing_is_searched(base_url: str, who: dict[str, Any], board: dict[str, Any]) -> None:
    answer = answer_of(base_url, **board, **who, evaluate="none")
    search = answer["search"]
    assert (search["nodes"], search["complete"], search["stopped_by"]) == (0, False, None)
    assert (answer["value"], answer["outcome"]) == (None, "unknown")
    assert len(answer["options"]) == sum(row.count(".") for row in board["board"])
    assert {each["outcome"] for each in answer["options"]} == {"unknown"}


@pytest.mark.parametrize("who", IDLE, ids=str)
def test_the_move_is_that_of_a_search(base_url: str, who: dict[str, Any]) -> None:
    searched, idle = (
        answer_of(base_url, **LARGE, **who, evaluate=evaluate, node_limit=50)
        for evaluate in ("all", "none")
    )
    for told in ("best_move", "reason", "board_after", "level", "strength"):
        assert searched[told] == idle[told]


def test_what_is_plain_is_told_all_the_same(base_url: str) -> None:
    rows = ["." * 15] * 10 + ["XXXX..........."] + ["OOOO..........."] + ["." * 15] * 3
    answer = answer_of(base_url, board=rows, row_length=5, level="rules", evaluate="none")
    assert (answer["value"], answer["plies_to_end"], answer["reason"]["code"]) == (1, 1, "win")
    assert answer["best_move"] == {"row": 10, "column": 4, "name": "e5"}
    small = answer_of(base_url, **EMPTY, level="rules", evaluate="none")
    assert (small["value"], small["search"]["complete"]) == (0, True)
    over = answer_of(base_url, board=["XX", "O."], row_length=2, to_move="O", evaluate="none")
    assert (over["status"], over["best_move"], over["value"]) == ("won", None, -1)


@pytest.mark.parametrize("who", [{"level": level} for level in LEVELS if searches(level)], ids=str)
def test_levels_that_look_at_values_search(base_url: str, who: dict[str, Any]) -> None:
    answer = answer_of(base_url, **LARGE, **who, evaluate="none", node_limit=3000)
    assert answer["search"]["nodes"] > 0
    assert answer["search"]["stopped_by"] == "nodes"


def test_a_stream_has_a_result_at_once(base_url: str) -> None:
    events = stream(base_url, **LARGE, level="lines", evaluate="none")
    assert [name for name, _ in events if name != "comment"] == ["result"]


def test_an_answer_without_values_is_not_kept(base_url: str) -> None:
    response = ask(base_url, **LARGE, level="rules", evaluate="none")
    assert response.headers["Cache-Control"] == "no-store"
