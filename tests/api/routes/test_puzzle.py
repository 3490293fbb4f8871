"""`GET /puzzle`: puzzles by id and by day, and how long those of today may be kept."""

import time
from datetime import UTC, date, datetime
from itertools import product
from typing import Any

import pytest
import requests

from service.api.routes.puzzle import DAY_SECONDS
from service.puzzles import DIFFICULTIES, GAMES, Difficulty, count, find, of_the_day
from tests.api.questions import ask
from tests.support.sampling import chance_of

KINDS = [(game, difficulty) for game, difficulty in product(GAMES, DIFFICULTIES)]
AN_ID = "connect-four-easy-1"
ITS_DAY = date.fromordinal(count("connect-four", "easy"))


def get(base_url: str, **fields: Any) -> requests.Response:
    """Return the response to the question which puzzle."""
    return requests.get(f"{base_url}/puzzle", params=fields, timeout=60)


@pytest.mark.parametrize(("game", "difficulty"), KINDS)
def test_the_answer_has_the_outcome_of_the_goal_and_does_not_tell_the_move(
    base_url: str, game: str, difficulty: Difficulty
) -> None:
    day = date.fromordinal(chance_of(game).randrange(1, 3_000_000))
    puzzle = get(base_url, game=game, difficulty=difficulty, date=day).json()
    assert puzzle["id"] == f"{game}-{difficulty}-{puzzle['number']}"
    assert 1 <= puzzle["number"] <= puzzle["count"] == count(game, difficulty)
    limits = {"evaluate": "best", "time_limit_ms": 60_000}
    answer = ask(base_url, **puzzle["question"], **limits).json()
    assert answer["outcome"] == puzzle["goal"]["outcome"]
    said = puzzle["goal"]["sentence"] + puzzle["theme"]["sentence"]
    assert answer["best_move"]["name"] not in said.replace(".", " ").split()


def test_without_a_date_it_is_that_of_the_day_of_the_server(base_url: str) -> None:
    days = [datetime.now(UTC).date()]
    got = get(base_url, game="connect-four", difficulty="hard").json()["number"]
    days.append(datetime.now(UTC).date())
    assert got in [of_the_day("connect-four", "hard", day).number for day in days]
    assert get(base_url).json()["game"] == next(iter(GAMES))


@pytest.mark.parametrize("path", ["/puzzle", "/puzzle/sheet"])
def test_what_is_of_today_may_be_kept_until_the_day_ends(base_url: str, path: str) -> None:
    left = [-time.time() % DAY_SECONDS]
    response = requests.get(base_url + path, timeout=120)
    left.append(-time.time() % DAY_SECONDS)
    seconds = int(response.headers["Cache-Control"].removeprefix("public, max-age="))
    assert min(left) - 1 < seconds <= max(left)


@pytest.mark.parametrize(
    "day", ["0001-01-01", "9999-12-31", "2024-02-29", "2026-01-01", "2026-01-02", "2026-01-03"]
)
def test_every_day_has_its_puzzles_and_an_id_gives_the_same(base_url: str, day: str) -> None:
    for game, difficulty in KINDS:
        got = get(base_url, game=game, difficulty=difficulty, date=day).json()
        assert find(got["id"]) == of_the_day(game, difficulty, date.fromisoformat(day))
        assert get(base_url, id=got["id"]).json() == got


def test_a_puzzle_with_its_id_may_name_its_game(base_url: str) -> None:
    fields = {"game": "connect-four", "difficulty": "easy", "date": ITS_DAY}
    assert get(base_url, id=AN_ID, **fields).json()["id"] == AN_ID
