"""`GET /puzzle`: puzzles by id and by day, what may be kept of them, and what is refused."""

import time
from datetime import UTC, date, datetime, timedelta
from itertools import product
from typing import Any

import pytest
import requests

from service.api.routes.puzzle import DAY_SECONDS, KEEP_SECONDS
from service.puzzles import DIFFICULTIES, GAMES, Difficulty, count, find, goal, hint, of_the_day
from tests.api.questions import ask, check_problem, pointers
from tests.support.sampling import chance_of, samples

KINDS = [(game, difficulty) for game, difficulty in product(GAMES, DIFFICULTIES)]
AN_ID = "connect-four-easy-1"
ITS_DAY = date.fromordinal(count("connect-four", "easy"))
OTHER_DAY = ITS_DAY + timedelta(1)


def get(base_url: str, **fields: Any) -> requests.Response:
    """Return the response to the question which puzzle."""
    return requests.get(f"{base_url}/puzzle", params=fields, timeout=60)


@pytest.mark.parametrize(("game", "difficulty"), KINDS)
def test_the_question_of_a_puzzle_has_the_outcome_of_its_goal(
    base_url: str, game: str, difficulty: Difficulty
) -> None:
    day = date.fromordinal(chance_of(game).randrange(1, 3_000_000))
    puzzle = get(base_url, game=game, difficulty=difficulty, date=day).json()
    assert puzzle["id"] == f"{game}-{difficulty}-{puzzle['number']}"
    assert 1 <= puzzle["number"] <= puzzle["count"] == count(game, difficulty)
    limits = {"evaluate": "best", "time_limit_ms": 60_000}
    answer = ask(base_url, **puzzle["question"], **limits).json()
    assert answer["outcome"] == puzzle["goal"]["outcome"]


def test_the_answer_does_not_tell_the_move(base_url: str) -> None:
    for game, difficulty in KINDS:
        puzzle = get(base_url, game=game, difficulty=difficulty).json()
        best = ask(base_url, **puzzle["question"], evaluate="best").json()["best_move"]["name"]
        said = puzzle["goal"]["sentence"] + puzzle["theme"]["sentence"]
        assert best not in said.replace(".", " ").split()


def test_an_id_gives_the_same_puzzle(base_url: str) -> None:
    for game, difficulty in KINDS:
        for day in range(samples(3)):
            of_day = get(base_url, game=game, difficulty=difficulty, date=date(2026, 1, 1 + day))
            again = get(base_url, id=of_day.json()["id"])
            assert again.json() == of_day.json()


def test_without_a_date_it_is_that_of_the_day_of_the_server(base_url: str) -> None:
    days = [datetime.now(UTC).date()]
    got = get(base_url, game="connect-four", difficulty="hard").json()["number"]
    days.append(datetime.now(UTC).date())
    assert got in [of_the_day("connect-four", "hard", day).number for day in days]
    assert get(base_url).json()["game"] == next(iter(GAMES))


def test_what_may_be_kept_says_how_long(base_url: str) -> None:
    for fields in ({"id": AN_ID}, {"date": "2026-11-27"}):
        response = get(base_url, **fields)
        assert response.headers["Cache-Control"] == f"public, max-age={KEEP_SECONDS}"
    left = [-time.time() % DAY_SECONDS]
    response = get(base_url)
    left.append(-time.time() % DAY_SECONDS)
    seconds = int(response.headers["Cache-Control"].removeprefix("public, max-age="))
    assert min(left) - 1 < seconds <= max(left)


def test_a_client_that_has_it_gets_it_not_again(base_url: str) -> None:
    response = get(base_url, id=AN_ID)
    had = {"If-None-Match": response.headers["ETag"]}
    again = requests.get(response.url, headers=had, timeout=60)
    assert (again.status_code, again.content) == (304, b"")
    for name in ("ETag", "Cache-Control", "Vary"):
        assert again.headers[name] == response.headers[name]
    other = get(base_url, id="connect-four-easy-2")
    assert other.headers["ETag"] != response.headers["ETag"]


@pytest.mark.parametrize(
    ("fields", "at"),
    [({"game": "go"}, "/game"), ({"game": ""}, "/game"), ({"difficulty": "Easy"}, "/difficulty"),
     ({"id": ""}, "/id"), ({"id": "connect-four-easy-0"}, "/id"),
     ({"id": "connect-four-easy-" + "9" * 2000}, "/id"), ({"id": "connect-four-easy-01"}, "/id"),
     ({"id": "connect-four-easy-\u0661"}, "/id"), ({"id": "connect-four-easy--1"}, "/id"),
     ({"id": "CONNECT-FOUR-EASY-1"}, "/id"), ({"id": "\x00\U0001f600"}, "/id"),
     ({"id": AN_ID, "game": "five"}, "/game"), ({"id": AN_ID, "difficulty": "hard"}, "/difficulty"),
     ({"date": "0000-01-01"}, "/date"), ({"date": "10000-01-01"}, "/date"),
     ({"date": "2026-02-29"}, "/date"), ({"date": "20261127"}, "/date"),
     ({"date": "2026-W48-5"}, "/date"), ({"date": "1764201600"}, "/date"),
     ({"date": "2026-11-27T00:00"}, "/date"), ({"date": "2026-11-2\u0667"}, "/date"),
     ({"date": ""}, "/date"), ({"lang": "de-AT"}, "/lang"),
     ({"id": AN_ID, "date": OTHER_DAY}, "/date"), ({"board": "..."}, "/board"), ({"k": "3"}, "/k")],
    ids=lambda value: ascii(value)[:50],
)  # fmt: skip
def test_what_is_wrong_is_named(base_url: str, fields: dict[str, Any], at: str) -> None:
    problem = check_problem(get(base_url, **fields), 422, "invalid_request")
    assert at in pointers(problem)
    assert get(base_url, **fields).headers["Cache-Control"] == "no-store"


def test_the_choices_are_named(base_url: str) -> None:
    for fields, choices in (
        ({"game": "go"}, GAMES),
        ({"difficulty": "easier"}, DIFFICULTIES),
        ({"id": "easy-1"}, [*GAMES, *DIFFICULTIES]),
    ):
        (error,) = get(base_url, **fields).json()["errors"]
        assert all(each in error["message"] for each in choices)


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "2024-02-29"])
def test_every_day_has_its_puzzles(base_url: str, day: str) -> None:
    for game, difficulty in KINDS:
        got = get(base_url, game=game, difficulty=difficulty, date=day)
        assert got.status_code == 200
        assert find(got.json()["id"]) == of_the_day(game, difficulty, date.fromisoformat(day))


@pytest.mark.parametrize(
    ("lang", "accepted", "language"),
    [(None, None, "en"), (None, "fr-CA, de;q=0.5", "fr"), ("zh", "de", "zh"), ("en", "es", "en")],
)
def test_a_puzzle_is_in_the_language_that_is_asked_for(
    base_url: str, lang: str | None, accepted: str | None, language: str
) -> None:
    fields = {"id": AN_ID} if lang is None else {"id": AN_ID, "lang": lang}
    headers = {} if accepted is None else {"Accept-Language": accepted}
    response = requests.get(f"{base_url}/puzzle", params=fields, headers=headers, timeout=60)
    assert response.headers["Content-Language"] == language
    assert "Accept-Language" in response.headers["Vary"]
    puzzle, told = find(AN_ID), response.json()
    assert puzzle
    assert told["goal"]["sentence"] == goal(puzzle).render(language)
    assert told["theme"]["sentence"] == hint(puzzle).render(language)


def test_a_key_twice_is_refused(base_url: str) -> None:
    response = requests.get(f"{base_url}/puzzle?game=five&game=five", timeout=60)
    check_problem(response, 400, "duplicate_key")
    response = requests.get(f"{base_url}/puzzle?id=%ff", timeout=60)
    check_problem(response, 400, "invalid_encoding")


def test_a_client_that_takes_no_json_is_refused(base_url: str) -> None:
    accepts = {"Accept": "text/html"}
    response = requests.get(f"{base_url}/puzzle", headers=accepts, timeout=60)
    check_problem(response, 406, "not_acceptable")


def test_a_puzzle_with_its_id_may_name_its_game(base_url: str) -> None:
    fields = {"game": "connect-four", "difficulty": "easy", "date": ITS_DAY}
    assert get(base_url, id=AN_ID, **fields).json()["id"] == AN_ID
