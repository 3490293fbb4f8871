"""What was answered before is answered alike, at next to no cost, and only where that is right."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.players import LEVELS
from tests.api.events import STREAM
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
    first, *others = (client.post("/move", json=question) for _ in range(3))
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


def test_what_is_special_about_a_request_is_heeded_all_the_same(client: FlaskClient) -> None:
    body = json.dumps(EMPTY)

    def ask(path: str = "/move", **headers: str) -> tuple[int, str | None]:
        named = {name.replace("_", "-"): value for name, value in (JSON | headers).items()}
        response = client.post(path, data=body, headers=named)
        return response.status_code, response.content_type

    tag = [client.post("/move", data=body, headers=JSON) for _ in range(2)][-1].headers["ETag"]
    assert ask() == (200, "application/json")
    assert ask(If_None_Match=tag)[0] == 304
    assert ask(Accept="text/html")[0] == 406
    assert ask(Accept=STREAM["Accept"]) == (200, STREAM["Accept"])
    assert ask(Content_Type="text/plain")[0] == 415
    assert ask(Content_Encoding="gzip")[0] == 415
    assert ask("/moves")[0] == 422
    longer = {"CONTENT_LENGTH": str(len(body) + 1)}
    cut = client.post("/move", data=body, headers=JSON, environ_overrides=longer)
    assert cut.get_json()["code"] == "incomplete_body"
    assert client.put("/move", data=body, headers=JSON).status_code == 405


def test_what_is_left_to_chance_or_cut_short_is_answered_anew(client: FlaskClient) -> None:
    hard = {"board": ["." * 9] * 9, "row_length": 5, "node_limit": 300}
    nodes = [client.post("/move", json=hard).get_json()["search"]["nodes"] for _ in range(2)]
    assert min(nodes) > 0
    moves = {
        str(client.post("/move", json=EMPTY | {"level": "blind"}).get_json()["best_move"])
        for _ in range(40)
    }
    assert len(moves) > 1


def test_the_best_option_is_asked_for_again_when_more_is_known(client: FlaskClient) -> None:
    """What is proven is never told weaker later."""
    best = {"board": ["...."] * 4, "row_length": 3, "evaluate": "best"}

    def values() -> list[int | None]:
        options = client.post("/move", json=best).get_json()["options"]
        return [option["value"] for option in sorted(options, key=lambda each: each["name"])]

    assert None in values()
    client.post("/move", json=best | {"evaluate": "all"})
    assert None not in values()
