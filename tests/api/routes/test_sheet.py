"""`GET /puzzle/sheet`: six puzzles, their solutions, and what is refused."""

import html
import re
from datetime import date, timedelta
from typing import Any

import pytest
import requests

from service.api.routes.sheet import SIZE
from service.puzzles import DIFFICULTIES, GAMES, count, goal, sheet_of_the_day
from tests.api.http.in_process import new_client, send
from tests.api.questions import ask
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
    assert texts(page, "span") == ["Name", "Date"]
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


def test_the_policy_lets_a_browser_do_nothing(base_url: str) -> None:
    headers = get(base_url).headers
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["X-Content-Type-Options"] == "nosniff"
    rules = dict(rule.split(" ", 1) for rule in headers["Content-Security-Policy"].split("; "))
    assert rules.pop("style-src").startswith("'sha256-")
    assert rules.pop("img-src") == "'self'"
    assert set(rules.values()) == {"'none'"}


@pytest.mark.thorough
def test_no_solution_is_guessed() -> None:
    hasty = new_client(max_time_limit_ms=1, default_time_limit_ms=1)
    days = [DAY + timedelta(index) for index in range(count("connect-four", "hard") // SIZE + 1)]
    link = "/puzzle/sheet?game=connect-four&difficulty=hard&date="
    sheets = [send(hasty, f"{link}{day}") for day in days]
    refused = [sheet.get_json() for sheet in sheets if sheet.status_code != 200]
    assert {problem["code"] for problem in refused} == {"not_proven"}
