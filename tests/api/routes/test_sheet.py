"""`GET /puzzle/sheet`: six puzzles, their solutions, and what is refused."""

import html
import re
from datetime import date, timedelta
from typing import Any

import pytest
import requests

from service.api.routes.puzzle import DAY_SECONDS, KEEP_SECONDS
from service.api.routes.sheet import SIZE
from service.game import Rules
from service.languages import LANGUAGES
from service.puzzles import DIFFICULTIES, GAMES, count, goal, sheet_of_the_day
from service.puzzles.titles import rules_in_words
from tests.api.questions import ask, check_problem, pointers
from tests.support.live_server import serving
from tests.support.sampling import chance_of

DAY = date(2026, 11, 27)


def get(base_url: str, **fields: Any) -> requests.Response:
    """Return the response to the question for a sheet."""
    return requests.get(f"{base_url}/puzzle/sheet", params=fields, timeout=120)


def texts(page: str, tag: str) -> list[str]:
    """Return the text of each element of a kind."""
    found = re.findall(rf"<{tag}(?: [^>]*)?>([^<]*)</{tag}>", page)
    return [html.unescape(each) for each in found]


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_has_six_puzzles_and_what_the_analysis_says_of_them(
    base_url: str, game: str
) -> None:
    difficulty = chance_of(game).choice(DIFFICULTIES)
    response = get(base_url, game=game, difficulty=difficulty, date=DAY)
    assert response.status_code == 200, response.text
    listed = sheet_of_the_day(game, difficulty, DAY, SIZE)
    assert len(listed) == min(SIZE, count(game, difficulty))
    page, solutions = response.text.split("<h2>")
    said = texts(page, "p")
    assert page.count("<svg") == len(listed)
    for number, puzzle in enumerate(listed, 1):
        assert f"<b>{number}</b>" in page
        assert f'aria-label="{" ".join(puzzle.board.rows)}"' in page
        assert goal(puzzle).render() in said
        question = {
            "board": puzzle.board.rows,
            "row_length": puzzle.board.rules.row_length,
            **puzzle.board.rules.switched_on,
            "time_limit_ms": 60_000,
        }
        best = ask(base_url, **question).json()["best_move"]["name"]
        solution = solutions.split("<li>")[number]
        assert re.search(rf"\b{best}\b", texts(solution, "p")[0]), puzzle.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_is_in_the_language_that_is_asked_for(base_url: str, language: str) -> None:
    response = get(base_url, game="misere", date=DAY, lang=language)
    assert response.headers["Content-Language"] == language
    page = response.text
    assert f'<html lang="{language}">' in page
    for puzzle in sheet_of_the_day("misere", "easy", DAY, SIZE):
        assert goal(puzzle).render(language) in texts(page, "p")
    for rule in rules_in_words(Rules(4, 4, 3, misere=True)):
        assert rule.render(language) in texts(page, "p")[1]


def test_a_sheet_may_be_kept_as_long_as_its_day(base_url: str) -> None:
    of_day, of_today = get(base_url, date=DAY), get(base_url)
    assert of_day.headers["Cache-Control"] == f"public, max-age={KEEP_SECONDS}"
    seconds = int(of_today.headers["Cache-Control"].removeprefix("public, max-age="))
    assert seconds < DAY_SECONDS
    had = {"If-None-Match": of_day.headers["ETag"]}
    again = requests.get(of_day.url, headers=had, timeout=60)
    assert (again.status_code, again.content) == (304, b"")


def test_the_policy_lets_a_browser_do_nothing(base_url: str) -> None:
    headers = get(base_url).headers
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["X-Content-Type-Options"] == "nosniff"
    rules = dict(rule.split(" ", 1) for rule in headers["Content-Security-Policy"].split("; "))
    assert rules.pop("style-src").startswith("'sha256-")
    assert rules.pop("img-src") == "'self'"
    assert set(rules.values()) == {"'none'"}


@pytest.mark.parametrize(
    ("fields", "at"),
    [({"game": "<script>"}, "/game"), ({"difficulty": "none"}, "/difficulty"),
     ({"date": "2026-13-01"}, "/date"), ({"id": "connect-four-easy-1"}, "/id")],
)  # fmt: skip
def test_what_is_wrong_is_named(base_url: str, fields: dict[str, Any], at: str) -> None:
    assert pointers(check_problem(get(base_url, **fields), 422, "invalid_request")) == [at]


@pytest.mark.thorough
def test_no_solution_is_guessed() -> None:
    days = [DAY + timedelta(index) for index in range(count("connect-four", "hard") // SIZE + 1)]
    with serving(MAX_TIME_LIMIT_MS="1", DEFAULT_TIME_LIMIT_MS="1") as hasty:
        sheets = [get(hasty.url, game="connect-four", difficulty="hard", date=day) for day in days]
    refused = [sheet for sheet in sheets if sheet.status_code != 200]
    assert refused
    for sheet in refused:
        check_problem(sheet, 422, "not_proven")


@pytest.mark.parametrize(("accepted", "status"), [("application/json", 406), ("text/*", 200)])
def test_a_client_that_takes_no_page_is_refused(base_url: str, accepted: str, status: int) -> None:
    headers = {"Accept": accepted}
    response = requests.get(f"{base_url}/puzzle/sheet", headers=headers, timeout=120)
    assert response.status_code == status
    if status == 406:
        assert "text/html" in check_problem(response, 406, "not_acceptable")["detail"]
