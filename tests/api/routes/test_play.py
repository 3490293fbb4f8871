"""Whole games over HTTP: best play draws against itself and never loses to anybody."""

from __future__ import annotations

import random

import pytest
import requests

from tests.support.sampling import chance_of, samples

GAMES = 200


def best_reply(
    session: requests.Session, base_url: str, rows: list[str]
) -> tuple[list[str], str | None]:
    """The rows after the service's move, and the `result` then."""
    question = {"board": rows, "row_length": 3}
    answer = session.post(f"{base_url}/move", json=question, timeout=60).json()
    cell = answer["best_move"]
    assert rows[cell["row"]][cell["column"]] == "."
    return answer["board_after"], result_of(answer["status_after"], answer["winner_after"])


def result(session: requests.Session, base_url: str, rows: list[str]) -> str | None:
    """`X` or `O` for a winner, `draw` for a full board, None while the game goes on."""
    question = {"board": rows, "row_length": 3}
    answer = session.post(f"{base_url}/move", json=question, timeout=60).json()
    return result_of(answer["status"], answer["winner"])


def result_of(status: str, winner: str | None) -> str | None:
    """The result that an answer tells."""
    return None if status == "in_progress" else winner or "draw"


def random_reply(chance: random.Random, rows: list[str], player: str) -> list[str]:
    """The rows after a random move."""
    cells = "".join(rows)
    cell = chance.choice([index for index, mark in enumerate(cells) if mark == "."])
    cells = cells[:cell] + player + cells[cell + 1 :]
    return [cells[0:3], cells[3:6], cells[6:9]]


def test_best_play_against_best_play_is_a_draw(base_url: str) -> None:
    rows = ["...", "...", "..."]
    with requests.Session() as session:
        for _ in range(9):
            assert result(session, base_url, rows) is None
            rows, end = best_reply(session, base_url, rows)
            assert end == result(session, base_url, rows)
        assert result(session, base_url, rows) == "draw"


@pytest.mark.parametrize("side", ["X", "O"])
def test_best_play_never_loses_to_random_play(base_url: str, side: str) -> None:
    rival = "O" if side == "X" else "X"
    won = 0
    with requests.Session() as session:
        for seed in range(samples(GAMES)):
            chance = chance_of(seed)
            rows, player, end = ["...", "...", "..."], "X", None
            while end is None:
                if player == side:
                    rows, end = best_reply(session, base_url, rows)
                else:
                    rows = random_reply(chance, rows, player)
                    end = result(session, base_url, rows)
                player = "O" if player == "X" else "X"
            assert end != rival, f"lost game {seed} as {side}"
            won += end == side
    assert won > samples(GAMES) // 2
