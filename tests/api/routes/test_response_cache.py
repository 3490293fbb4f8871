"""What was answered before is answered alike, at next to no cost, and only where that is right."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.http.problems import PROBLEM_JSON
from service.players import LEVELS
from tests.api.events import STREAM
from tests.api.http.in_process import send
from tests.api.questions import EMPTY, JSON

QUESTIONS: list[dict[str, Any]] = [
    EMPTY,
    EMPTY | {"evaluate": "best"},
    {"board": ["XX", "O."], "row_length": 2, "to_move": "O"},
    {"board": ["." * 5] * 5, "row_length": 5},
    *(EMPTY | {"level": level, "seed": 7} for level in LEVELS),
]


def cost_of(answer: dict[str, Any]) -> dict[str, Any]:
    """Return what an answer has cost, taken out of it."""
    return {name: answer["search"].pop(name) for name in ("nodes", "table_hits", "time_ms")}


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_asking_again_changes_nothing_but_the_cost(
    client: FlaskClient, question: dict[str, Any]
) -> None:
    first, *others = (send(client, question) for _ in range(3))
    answer = first.get_json()
    cost_of(answer)
    for response in others:
        again = response.get_json()
        cost = cost_of(again)
        assert again == answer
        assert (cost["nodes"], cost["table_hits"]) == (0, 1)
        assert cost["time_ms"] > 0
        for name in ("ETag", "Cache-Control", "Content-Type", "Access-Control-Allow-Origin"):
            assert response.headers[name] == first.headers[name]
        assert "read" in response.headers["Server-Timing"]


@pytest.mark.parametrize(
    ("path", "headers", "status", "content_type"),
    [
        ("/move", {}, 200, "application/json"),
        ("/move", STREAM, 200, STREAM["Accept"]),
        ("/move", {"Accept": "text/html"}, 406, PROBLEM_JSON),
        ("/move", {"Content_Type": "text/plain"}, 415, PROBLEM_JSON),
        ("/move", {"Content_Encoding": "gzip"}, 415, PROBLEM_JSON),
        ("/moves", {}, 422, PROBLEM_JSON),
    ],
    ids=str,
)
def test_what_is_special_about_a_request_is_heeded_all_the_same(
    client: FlaskClient, path: str, headers: dict[str, str], status: int, content_type: str
) -> None:
    for _ in range(2):
        send(client, EMPTY)
    response = send(client, (path, EMPTY), **headers)
    assert (response.status_code, response.content_type) == (status, content_type)


def test_a_body_that_is_cut_short_is_no_question_that_is_known(client: FlaskClient) -> None:
    body = json.dumps(EMPTY)
    send(client, body.encode())
    longer = {"CONTENT_LENGTH": str(len(body) + 1)}
    cut = client.post("/move", data=body, headers=JSON, environ_overrides=longer)
    assert cut.get_json()["code"] == "incomplete_body"


def test_what_is_cut_short_by_its_limit_is_answered_anew(client: FlaskClient) -> None:
    """`test_caching.py` has what is left to chance."""
    hard = {"board": ["." * 9] * 9, "row_length": 5, "node_limit": 300}
    nodes = [send(client, hard).get_json()["search"]["nodes"] for _ in range(2)]
    assert min(nodes) > 0


def test_the_best_option_is_asked_for_again_when_more_is_known(client: FlaskClient) -> None:
    """What is proven is never told weaker later."""
    best = {"board": ["...."] * 4, "row_length": 3, "evaluate": "best"}

    def values() -> list[int | None]:
        options = send(client, best).get_json()["options"]
        return [option["value"] for option in sorted(options, key=lambda each: each["name"])]

    assert None in values()
    send(client, best | {"evaluate": "all"})
    assert None not in values()
