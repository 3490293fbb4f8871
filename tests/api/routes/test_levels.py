"""Level, strength and seed over HTTP: they choose a move and its reason, and nothing else."""

from typing import Any

import pytest

from service.players import LEVELS, STRENGTHS
from tests.api.questions import EMPTY, ask
from tests.players.asking import searches

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


def test_all_say_the_same_of_the_position(base_url: str) -> None:
    for question in (EMPTY, POSITION, EMPTY | {"seed": 3}):
        answers = [ask(base_url, **question, **player).json() for player in PLAYERS]
        told = [{key: each[key] for key in set(each) - CHOSEN - {"strength"}} for each in answers]
        assert all(each == told[0] for each in told)
        for player, answer in zip(PLAYERS, answers, strict=True):
            assert answer["level"] == player.get("level", "master")
            assert answer["strength"] == player.get("strength")


@pytest.mark.parametrize("player", PLAYERS, ids=str)
def test_the_same_seed_gives_the_same_move(base_url: str, player: dict[str, Any]) -> None:
    """The move depends neither on the worker that answers nor on what it was asked before."""
    for seed in (-5, 0, 2**63 - 1):
        answers = [ask(base_url, **POSITION, **player, seed=seed).json() for _ in range(4)]
        assert len({str((each["best_move"], each["reason"])) for each in answers}) == 1


def test_the_move_is_played_and_what_it_gives_up_is_told(base_url: str) -> None:
    given_up = set()
    for seed in range(40):
        answer = ask(base_url, **POSITION, level="blind", seed=seed).json()
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
    answer = ask(base_url, board=rows, row_length=row_length, level=level, node_limit=100).json()
    move = answer["best_move"]
    assert answer["board_after"][move["row"]][move["column"]] == "X"
    assert answer["reason"]["cells"]


@pytest.mark.parametrize("evaluate", ["all", "none"])
@pytest.mark.parametrize("level", LEVELS)
def test_a_finished_game_has_no_move_at_any_level(base_url: str, level: str, evaluate: str) -> None:
    won = {"board": ["XX", "O."], "row_length": 2, "to_move": "O"}
    answer = ask(base_url, **won, level=level, evaluate=evaluate).json()
    assert (answer["status"], answer["value"]) == ("won", -1)
    assert (answer["best_move"], answer["reason"]) == (None, None)


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
    answer = ask(base_url, **board, **who, evaluate="none").json()
    search = answer["search"]
    assert (search["nodes"], search["complete"], search["stopped_by"]) == (0, False, None)
    assert (answer["value"], answer["outcome"]) == (None, "unknown")
    assert len(answer["options"]) == sum(row.count(".") for row in board["board"])
    assert {each["outcome"] for each in answer["options"]} == {"unknown"}


@pytest.mark.parametrize("who", IDLE, ids=str)
def test_the_move_is_that_of_a_search(base_url: str, who: dict[str, Any]) -> None:
    searched, idle = (
        ask(base_url, **LARGE, **who, evaluate=evaluate, node_limit=50).json()
        for evaluate in ("all", "none")
    )
    for told in ("best_move", "reason", "board_after", "level", "strength"):
        assert searched[told] == idle[told]


def test_what_is_plain_is_told_all_the_same(base_url: str) -> None:
    rows = ["." * 15] * 10 + ["XXXX..........."] + ["OOOO..........."] + ["." * 15] * 3
    answer = ask(base_url, board=rows, row_length=5, level="rules", evaluate="none").json()
    assert (answer["value"], answer["plies_to_end"], answer["reason"]["code"]) == (1, 1, "win")
    assert answer["best_move"] == {"row": 10, "column": 4, "name": "e5"}
    small = ask(base_url, **EMPTY, level="rules", evaluate="none").json()
    assert (small["value"], small["search"]["complete"]) == (0, True)


@pytest.mark.parametrize("who", [{"level": level} for level in LEVELS if searches(level)], ids=str)
def test_levels_that_look_at_values_search(base_url: str, who: dict[str, Any]) -> None:
    answer = ask(base_url, **LARGE, **who, evaluate="none", node_limit=3000).json()
    assert answer["search"]["nodes"] > 0
    assert answer["search"]["stopped_by"] == "nodes"
