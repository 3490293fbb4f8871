"""The language of the sentences in an answer: that of the question, or of its client."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.app import create_app
from service.languages import LANGUAGES, catalogue
from service.settings import Settings
from service.solver import Solver
from tests.api.events import STREAM, read_events

DRAW = "A draw if both play well."
EMPTY = {"board": ["...", "...", "..."], "row_length": 3}
LINK = "/move?board=.../.../...&row_length=3"


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """Provide the client of an application that no other test asks."""
    return create_app(Settings.model_construct(), Solver(1)).test_client()


def draw_in(language: str) -> str:
    """Return the verdict on a draw in a language."""
    return catalogue(language).gettext(DRAW)


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
    ],
)  # fmt: skip
def test_a_client_is_answered_in_the_language_that_it_prefers(
    client: FlaskClient, accepted: str, language: str
) -> None:
    asked = [
        client.post("/move", json=EMPTY, headers={"Accept-Language": accepted}),
        client.get(LINK, headers={"Accept-Language": accepted}),
    ]
    for response in asked:
        assert response.status_code == 200
        assert response.headers["Content-Language"] == language
        assert "Accept-Language" in ", ".join(response.headers.getlist("Vary"))
        assert response.get_json()["verdict"] == draw_in(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_names_its_language(client: FlaskClient, language: str) -> None:
    other = {"Accept-Language": "fr" if language == "es" else "es"}
    asked = [
        client.post("/move", json=EMPTY | {"lang": language}, headers=other),
        client.post("/move", json=EMPTY | {"lang": language}),
        client.get(f"{LINK}&lang={language}", headers=other),
    ]
    for response in asked:
        assert response.headers["Content-Language"] == language
        assert response.get_json()["verdict"] == draw_in(language)


def test_another_language_is_refused_with_those_that_there_are(client: FlaskClient) -> None:
    for lang in ("it", "DE", "", 7, ["de"]):
        response = client.post("/move", json=EMPTY | {"lang": lang})
        assert response.status_code == 422
        (error,) = response.get_json()["errors"]
        assert error["pointer"] == "/lang"
        assert all(f"'{each}'" in error["message"] for each in LANGUAGES)
        assert "Content-Language" not in response.headers


def test_a_remembered_answer_is_in_the_language_of_who_asks(client: FlaskClient) -> None:
    """The cache of whole answers and the entity tags tell languages apart."""
    tags = set()
    for accepted in ("de", "fr", "de", "en", "fr") * 2:
        sent = {"Accept-Language": accepted}
        response = client.post("/move", json=EMPTY, headers=sent)
        assert response.headers["Content-Language"] == accepted
        assert response.get_json()["verdict"] == draw_in(accepted)
        had = {"If-None-Match": response.headers["ETag"]}
        assert client.post("/move", json=EMPTY, headers=sent | had).status_code == 304
        other = {"Accept-Language": "es"}
        assert client.post("/move", json=EMPTY, headers=other | had).status_code == 200
        tags.add(response.headers["ETag"])
    assert len(tags) == 3


def test_an_analysis_is_remembered_for_all_languages(client: FlaskClient) -> None:
    question = {"board": ["....", "X...", "...."], "row_length": 3, "lang": "es"}
    assert client.post("/move", json=question).get_json()["search"]["nodes"] > 0
    assert client.post("/move", json=question | {"lang": "de"}).get_json()["search"]["nodes"] == 0


def test_each_question_of_a_batch_may_have_a_language(client: FlaskClient) -> None:
    def ask(*languages: Any) -> tuple[str, list[Any]]:
        questions = [EMPTY | ({"lang": each} if each else {}) for each in languages]
        sent = {"Accept-Language": "pt"}
        response = client.post("/moves", json={"requests": questions}, headers=sent)
        answers = [each.get("answer", {}) for each in response.get_json()["results"]]
        return response.headers["Content-Language"], [each.get("verdict") for each in answers]

    assert ask(None, None) == ("pt", [draw_in("pt")] * 2)
    assert ask("zh", None, "de") == ("de, pt, zh", [*map(draw_in, ("zh", "pt", "de"))])
    assert ask("zh") == ("zh", [draw_in("zh")])
    assert ask(["de"], "it") == ("pt", [None, None])
    assert ask() == ("pt", [])


def test_a_stream_ends_in_the_language_of_its_client(client: FlaskClient) -> None:
    for path in ("/move", "/move/stream"):
        headers = STREAM | {"Accept-Language": "fr"}
        response = client.post(path, json=EMPTY, headers=headers)
        assert response.headers["Content-Language"] == "fr"
        result = list(read_events(response.get_data(as_text=True)))[-1][1]
        assert result["verdict"] == draw_in("fr")


def test_sentences_change_with_the_language_and_nothing_else(client: FlaskClient) -> None:
    blunder = EMPTY | {"moves": ["b2", "b3"]}
    english, german = (
        client.post("/move", json=blunder | {"lang": each}).get_json() for each in ("en", "de")
    )
    for answer in (english, german):
        for told in (answer["reason"], answer["last_move"]):
            told.pop("sentence")
        del answer["verdict"], answer["search"]
    assert german == english
    assert german["reason"]["text"].isascii()


def test_scores_of_columns_have_no_language(client: FlaskClient) -> None:
    response = client.get("/solve?pos=4444", headers={"Accept-Language": "de"})
    assert "Content-Language" not in response.headers
