"""Level, strength and seed over HTTP: they choose a move and its reason, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from service.players import LEVELS, STRENGTHS
from tests.api.questions import EMPTY, ask

POSITION = {"board": ["X...", ".O..", "..X.", "...."], "row_length": 3, "to_move": "O"}
CHOSEN = {
    "best_move", "reason", "level", "board_after", "status_after", "winner_after",
    "winning_line_after", "search",
}  # fmt: skip
"""What may differ from level to level; `search` with the clock and what was asked before."""
PLAYERS: list[dict[str, Any]] = [
    *({"level": level} for level in LEVELS),
    *({"strength": each} for each in STRENGTHS),
]


def answer_of(base_url: str, **question: Any) -> Any:
    """Return the answer to a good question."""
    response = ask(base_url, **question)
    assert response.status_code == 200, response.text
    return response.json()


def test_all_say_the_same_of_the_position(base_url: str) -> None:
    for question in (EMPTY, POSITION, EMPTY | {"seed": 3}):
        answers = [answer_of(base_url, **question, **player) for player in PLAYERS]
        told = [{key: each[key] for key in set(each) - CHOSEN - {"strength"}} for each in answers]
        assert all(each == told[0] for each in told)
        for player, answer in zip(PLAYERS, answers, strict=True):
            assert answer["level"] == player.get("level", "master")
            assert answer["strength"] == player.get("strength")


@pytest.mark.parametrize("player", PLAYERS, ids=str)
def test_the_same_seed_gives_the_same_move(base_url: str, player: dict[str, Any]) -> None:
    """The move depends neither on the worker that answers nor on what it was asked before."""
    for seed in (-5, 0, 2**63 - 1):
        answers = [answer_of(base_url, **POSITION, **player, seed=seed) for _ in range(4)]
        assert len({str((each["best_move"], each["reason"])) for each in answers}) == 1


def test_the_move_is_played_and_what_it_gives_up_is_told(base_url: str) -> None:
    given_up = set()
    for seed in range(40):
        answer = answer_of(base_url, **POSITION, level="blind", seed=seed)
        move = answer["best_move"]
        assert answer["board_after"][move["row"]][move["column"]] == "O"
        (option,) = (
            each
            for each in answer["options"]
            if (each["row"], each["column"]) == (move["row"], move["column"])
        )
        given_up.add((answer["value"], option["value"]))
    assert len(given_up) > 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("row_length", [2, 5, 40])
def test_every_level_answers_on_the_largest_board(
    base_url: str, level: str, row_length: int
) -> None:
    rows = ["." * 50] * 50
    answer = answer_of(base_url, board=rows, row_length=row_length, level=level, node_limit=100)
    move = answer["best_move"]
    assert answer["board_after"][move["row"]][move["column"]] == "X"
    assert answer["reason"]["cells"]


@pytest.mark.parametrize("level", LEVELS)
def test_a_finished_game_has_no_move_at_any_level(base_url: str, level: str) -> None:
    answer = answer_of(base_url, board=["XX", "O."], row_length=2, to_move="O", level=level)
    assert (answer["best_move"], answer["reason"]) == (None, None)
