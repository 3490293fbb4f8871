"""The language of the sentences in an answer: that of the question, or of its client."""

import html
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.routes.sheet import SIZE
from service.game import Rules
from service.languages import LANGUAGES, catalogue
from service.puzzles import find, goal, hint, sheet_of_the_day
from service.puzzles.titles import rules_in_words
from tests.api.http.in_process import send
from tests.api.questions import EMPTY

DRAW = "A draw if both play well."
AN_ID = "connect-four-easy-1"
DAY = date(2026, 11, 27)


def draw_in(language: str) -> str:
    """Return the verdict on a draw in a language."""
    return catalogue(language).gettext(DRAW)


def puzzle_in(language: str) -> list[str]:
    """Return what is said of a puzzle in a language."""
    puzzle = find(AN_ID)
    assert puzzle is not None
    return [goal(puzzle).render(language), hint(puzzle).render(language)]


def sheet_in(language: str) -> list[str]:
    """Return what is said on a sheet in a language: the goals, and the rules."""
    goals = [goal(puzzle) for puzzle in sheet_of_the_day("misere", "easy", DAY, SIZE)]
    said = [*goals, *rules_in_words(Rules(4, 4, 3, misere=True))]
    return [f'<html lang="{language}">', *(each.render(language) for each in said)]


DOORS: dict[str, tuple[str, Any, Callable[[str], list[str]]]] = {
    "a question": ("/move", EMPTY, lambda language: [draw_in(language)]),
    "a stream": ("/move/stream", EMPTY, lambda language: [draw_in(language)]),
    "a link": ("/move?board=.../.../...&row_length=3", None, lambda language: [draw_in(language)]),
    "a puzzle": (f"/puzzle?id={AN_ID}", None, puzzle_in),
    "a sheet": (f"/puzzle/sheet?game=misere&date={DAY}", None, sheet_in),
}
"""Addresses, what is posted there, and what is said in a language."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", DOORS)
def test_a_question_or_else_its_client_names_the_language(
    client: FlaskClient, name: str, language: str
) -> None:
    path, question, said_in = DOORS[name]
    plain: Any = path if question is None else (path, question)
    named: Any = f"{path}&lang={language}"
    if question is not None:
        named = path, question | {"lang": language}
    other = "fr" if language == "es" else "es"
    for asked, accepted in ((plain, language), (named, other), (named, "")):
        response = send(client, asked, Accept_Language=accepted)
        assert response.headers["Content-Language"] == language
        assert "Accept-Language" in ", ".join(response.headers.getlist("Vary"))
        assert all(each in html.unescape(response.text) for each in said_in(language))


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de", "de"), ("de-AT,de;q=0.9,en;q=0.8", "de"), ("de-AT, en;q=0.5", "de"),
        ("zh-Hans-CN", "zh"), ("pt_BR", "pt"), ("ja, fr;q=0.2", "fr"), ("ja", "en"),
        ("*", "en"), ("", "en"), ("de;q=0, es", "es"), ("en;q=0.1, pt-BR;q=0.9", "pt"),
        ("nonsense;;q=x,,", "en"), ("DE", "de"), ("es;q=0.5, fr;q=0.5", "es"),
        ("fr, de", "fr"), ("fr, de-AT", "fr"), ("en;q=0.3, pt;q=0.7, fr;q=0.7", "pt"),
        ("de;q=0, de-AT, fr;q=0.1", "fr"), ("de-AT;q=0, de", "de"), ("en;q=0, *", "de"),
        ("en;q=0.1, *;q=0.5", "de"), ("*;q=0.1, fr", "fr"), ("de;q=\u0661, fr;q=0.1", "fr"),
        ("zh-TW, en;q=0.8", "en"), ("zh-Hant-HK, fr;q=0.1", "fr"), ("zh_MO, en;q=0.1", "en"),
        ("zh-TW, zh;q=0.9, en;q=0.8", "zh"), ("zh-Hans-HK, en;q=0.8", "zh"), ("zh-TW", "zh"),
        ("zh-CN, en;q=0.8", "zh"), ("zh-TW, ja;q=0.5", "zh"), ("zh-TW, *;q=0.1", "en"),
        ("fr-CA, de;q=0.5", "fr"),
    ],
)  # fmt: skip
def test_a_client_is_answered_in_the_language_that_it_prefers(
    client: FlaskClient, accepted: str, language: str
) -> None:
    response = send(client, EMPTY, Accept_Language=accepted)
    assert response.headers["Content-Language"] == language
    assert response.get_json()["verdict"] == draw_in(language)


def test_a_remembered_answer_is_in_the_language_of_who_asks(client: FlaskClient) -> None:
    """The cache of whole answers and the entity tags tell languages apart."""
    tags = set()
    for accepted in ("de", "fr", "de", "en", "fr") * 2:
        response = send(client, EMPTY, Accept_Language=accepted)
        assert response.headers["Content-Language"] == accepted
        assert response.get_json()["verdict"] == draw_in(accepted)
        tag = response.headers["ETag"]
        for language, status in ((accepted, 304), ("es", 200)):
            again = send(client, EMPTY, Accept_Language=language, If_None_Match=tag)
            assert again.status_code == status
        tags.add(tag)
    assert len(tags) == 3


def test_an_analysis_is_remembered_for_all_languages(client: FlaskClient) -> None:
    question = {"board": ["....", "X...", "...."], "row_length": 3, "lang": "es"}
    assert send(client, question).get_json()["search"]["nodes"] > 0
    assert send(client, question | {"lang": "de"}).get_json()["search"]["nodes"] == 0


@pytest.mark.parametrize(
    ("asked", "named", "told"),
    [([None, None], "pt", ["pt", "pt"]), (["zh", None, "de"], "de, pt, zh", ["zh", "pt", "de"]),
     (["zh"], "zh", ["zh"]), ([["de"], "it"], "pt", [None, None]), ([], "pt", [])],
)  # fmt: skip
def test_each_question_of_a_batch_may_have_a_language(
    client: FlaskClient, asked: list[Any], named: str, told: list[str | None]
) -> None:
    questions = [EMPTY | {"lang": each} for each in asked]
    response = send(client, ("/moves", {"requests": questions}), Accept_Language="pt")
    assert response.headers["Content-Language"] == named
    verdicts = [each.get("answer", {}).get("verdict") for each in response.get_json()["results"]]
    assert verdicts == [each and draw_in(each) for each in told]


def test_sentences_change_with_the_language_and_nothing_else(client: FlaskClient) -> None:
    blunder = EMPTY | {"moves": ["b2", "b3"]}
    english, german = (send(client, blunder | {"lang": each}).get_json() for each in ("en", "de"))
    for answer in (english, german):
        for told in (answer["reason"], answer["last_move"]):
            told.pop("sentence")
        del answer["verdict"], answer["search"]
    assert german == english
    assert german["reason"]["text"].isascii()
