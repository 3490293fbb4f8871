"""Which answers may be kept, and what becomes of those who ask again."""

from typing import Any

import pytest
import requests

from service.api.app import create_app
from service.api.http.etag import CACHE_POST
from service.players import LEVELS, STRENGTHS
from service.settings import Settings
from service.solver import Solver
from tests.api.events import STREAM
from tests.api.questions import EMPTY, ask, check_problem

QUESTION = {"board": ["X..", ".O.", "..."], "row_length": 3}
SPELLINGS = [
    QUESTION,
    QUESTION | {"board": ["x  ", "_o_", "---"]},
    QUESTION | {"board": [["X", None, ""], [".", "o", " "], ["_", "-", "."]]},
    QUESTION | {"board": "X../.O./..."},
    QUESTION | {"width": None, "height": None},
    QUESTION | {"to_move": "X"},
    QUESTION | {"level": "master", "evaluate": "all", "seed": None},
    QUESTION | {"time_limit_ms": 1000},
    QUESTION | {"moves": []},
    QUESTION | {"lang": None},
    QUESTION | {"lang": "en"},
    QUESTION | {"gravity": False, "wrap": "none", "exact": None, "misere": False},
    QUESTION | {"gravity": None, "wrap": None, "any_position": False},
]
"""The same question again and again."""
OTHERS: list[dict[str, Any]] = [
    EMPTY,
    QUESTION | {"board": ["X..", "...", ".O."]},
    QUESTION | {"board": ["X.", ".O", ".."], "row_length": 2, "to_move": "X"},
    QUESTION | {"to_move": "O"},
    QUESTION | {"row_length": 2},
    QUESTION | {"level": "rules"},
    QUESTION | {"seed": 0},
    QUESTION | {"seed": 1},
    QUESTION | {"evaluate": "best"},
    QUESTION | {"node_limit": 100_000},
    QUESTION | {"time_limit_ms": 9000},
    QUESTION | {"max_options": 0},
    QUESTION | {"max_options": 1},
    QUESTION | {"lang": "de"},
    QUESTION | {"id": "1"},
    QUESTION | {"id": "2"},
    QUESTION | {"wrap": "horizontal"},
    QUESTION | {"wrap": "both"},
    QUESTION | {"any_position": True, "to_move": "X"},
    QUESTION | {"board": ["X..", ".O.", "..#"]},
    QUESTION | {"board": ["X..", ".O.", "#.."]},
    # The last move may be a mistake.
    EMPTY | {"moves": ["b2", "b3", "a1"]},
    EMPTY | {"moves": ["a1", "b3", "b2"]},
]
"""Questions that are like it, all different."""


def tag_of(response: requests.Response) -> str:
    """Return the entity tag of an answer that may be kept, as it is sent."""
    assert response.status_code == 200, response.text
    assert response.headers["Cache-Control"] == CACHE_POST
    tag = response.headers["ETag"]
    assert tag.startswith('W/"')
    return tag


def may_be_kept(response: requests.Response) -> bool:
    """Return whether an answer may be kept, after checking that its headers agree."""
    assert response.status_code == 200, response.text
    kept = "ETag" in response.headers
    assert response.headers["Cache-Control"] == (CACHE_POST if kept else "no-store")
    return kept


def ask_again(base_url: str, tags: str, **question: Any) -> requests.Response:
    """Return the response to a client that has kept the answers with these tags."""
    headers = {"If-None-Match": tags}
    return requests.post(f"{base_url}/move", json=question, headers=headers, timeout=60)


def test_a_question_has_one_tag_however_it_is_spelt(base_url: str) -> None:
    """Whichever worker answers, and whether or not it knows the answer already."""
    tags = {tag_of(ask(base_url, **question)) for question in SPELLINGS * 3}
    assert len(tags) == 1


def test_an_empty_board_has_one_tag_by_its_rows_and_by_its_sizes(base_url: str) -> None:
    sizes = {"width": 3, "height": 3, "row_length": 3}
    for moves in ([], ["b2"]):
        told, said = (ask(base_url, **each, moves=moves) for each in (sizes, EMPTY))
        assert tag_of(told) == tag_of(said)


def test_different_questions_have_different_tags(base_url: str) -> None:
    tags = {tag_of(ask(base_url, **question)) for question in [QUESTION, *OTHERS]}
    assert len(tags) == 1 + len(OTHERS)


@pytest.mark.parametrize(
    "settings",
    [{"default_time_limit_ms": 999}, {"table_mebibytes": 64}, {"search_threads": 7}],
    ids=str,
)
def test_what_the_server_decides_shows_in_the_tag(settings: dict[str, Any]) -> None:
    tags = [
        create_app(Settings.model_construct(**fields), Solver(1))
        .test_client()
        .post("/move", json=QUESTION)
        .headers["ETag"]
        for fields in ({}, settings)
    ]
    assert tags[0] != tags[1]


def test_who_has_the_answer_is_told_so_without_a_search(base_url: str) -> None:
    tag = tag_of(ask(base_url, **QUESTION))
    strong = tag.removeprefix("W/")
    for sent in (tag, strong, f'"other", {tag}', f'W/"a,b" , {strong},"c"'):
        response = ask_again(base_url, sent, **QUESTION)
        assert (response.status_code, response.content) == (304, b"")
        assert tag == response.headers["ETag"]
        assert response.headers["Cache-Control"] == CACHE_POST
        assert response.headers["Vary"] == "Accept, Accept-Language"
        assert response.headers["Content-Language"] == "en"
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "X-Request-Id" in response.headers
        assert "search" not in response.headers["Server-Timing"]


@pytest.mark.parametrize("sent", ["*", '"other"', "", "nonsense", '"', "W/*"])
def test_who_has_something_else_gets_the_answer(base_url: str, sent: str) -> None:
    response = ask_again(base_url, sent, **QUESTION)
    assert response.json()["best_move"] is not None
    tag_of(response)


def test_a_tag_is_no_excuse_for_a_bad_question(base_url: str) -> None:
    tag = tag_of(ask(base_url, **QUESTION))
    for fields, status, code in (
        (QUESTION | {"sede": 1}, 422, "invalid_request"),
        (QUESTION | {"board": ["XX", ".."]}, 422, "impossible_position"),
        (QUESTION | {"board": ["." * 60] * 60}, 413, "board_too_large"),
    ):
        response = ask_again(base_url, tag, **fields)
        check_problem(response, status, code)
        assert response.headers["Cache-Control"] == "no-store"
        assert "ETag" not in response.headers


def test_an_incomplete_answer_is_not_kept(base_url: str) -> None:
    hard = {"board": ["." * 9] * 9, "row_length": 5, "node_limit": 300}
    response = ask(base_url, **hard)
    assert not response.json()["search"]["complete"]
    assert not may_be_kept(response)


@pytest.mark.parametrize(
    "who", [*({"level": level} for level in LEVELS), *({"strength": each} for each in STRENGTHS)]
)
def test_what_is_left_to_chance_is_not_kept(base_url: str, who: dict[str, Any]) -> None:
    """Forty moves that chance chooses among two or more are never all alike, as good as never."""
    question = {"board": ["...", ".X.", "..."], "row_length": 3, **who}
    assert may_be_kept(ask(base_url, **question, seed=1))
    responses = [ask(base_url, **question) for _ in range(40)]
    moves = {str(each.json()["best_move"]) for each in responses}
    assert {may_be_kept(each) for each in responses} == {len(moves) == 1}


def test_streams_batches_and_all_else_are_not_kept(base_url: str) -> None:
    tag = tag_of(ask(base_url, **QUESTION))
    again = {"If-None-Match": tag}
    batch = {"requests": [QUESTION]}
    for response in (
        requests.post(f"{base_url}/move", json=QUESTION, headers=STREAM | again, timeout=60),
        requests.post(f"{base_url}/moves", json=batch, headers=again, timeout=60),
        *(requests.get(f"{base_url}/{name}", timeout=60) for name in ("healthz", "metrics")),
    ):
        assert response.content
        assert not may_be_kept(response)
    for problem in (requests.get(f"{base_url}/x", timeout=60), ask(base_url), ask(base_url, a=1)):
        assert problem.status_code >= 400
        assert problem.headers["Cache-Control"] == "no-store"
