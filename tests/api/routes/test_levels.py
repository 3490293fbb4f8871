"""`level` and `seed` over HTTP: they choose the move and its reason, and change nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from service.players import LEVELS
from tests.api.questions import EMPTY, ask

POSITION = {"board": ["X...", ".O..", "..X.", "...."], "row_length": 3, "to_move": "O"}
CHOSEN = {
    "best_move", "reason", "level", "board_after", "status_after", "winner_after",
    "winning_line_after", "search",
}  # fmt: skip
"""What may differ from level to level; `search` with the clock and what was asked before."""


def answer_of(base_url: str, **question: Any) -> Any:
    """The answer to a good question."""
    response = ask(base_url, **question)
    assert response.status_code == 200, response.text
    return response.json()


def test_all_levels_say_the_same_of_the_position(base_url: str) -> None:
    for question in (EMPTY, POSITION, EMPTY | {"seed": 3}):
        answers = [answer_of(base_url, **question, level=level) for level in LEVELS]
        told = [{key: answer[key] for key in set(answer) - CHOSEN} for answer in answers]
        assert all(each == told[0] for each in told)
        assert [answer["level"] for answer in answers] == list(LEVELS)


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
def test_the_same_seed_gives_the_same_move(base_url: str, level: str) -> None:
    """Whichever worker answers, and whatever it was asked before."""
    for seed in (-5, 0, 2**63 - 1):
        question = {**POSITION, "level": level, "seed": seed}
        answers = [answer_of(base_url, **question) for _ in range(6)]
        assert {str((each["best_move"], each["reason"])) for each in answers} == {
            str((answers[0]["best_move"], answers[0]["reason"]))
        }


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
