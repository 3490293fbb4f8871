"""`GET /move`: the question of a `POST` as a link, answered alike."""

from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from service.api.http.link import parse_link, parse_question
from service.questions.schemas import MoveRequest
from tests.api.http.in_process import send
from tests.api.questions import EMPTY

NINE: dict[str, Any] = {"board": ".../.../...", "row_length": 3}
FIELDS: dict[str, dict[str, Any]] = {
    "board": NINE | {"board": "X.O/.../..."},
    "width": {"width": 4, "height": 3, "row_length": 3},
    "height": {"width": 4, "height": 3, "row_length": 3},
    "moves": NINE | {"moves": ["b2", "A3"]},
    "row_length": NINE | {"row_length": 2},
    "gravity": NINE | {"gravity": True},
    "wrap": NINE | {"wrap": "both"},
    "exact": NINE | {"exact": True},
    "misere": NINE | {"misere": True},
    "any_position": {"board": "XX./.../...", "row_length": 3, "any_position": True, "to_move": "X"},
    "to_move": {"board": "X../.../...", "row_length": 3, "to_move": "O"},
    "level": NINE | {"level": "rules"},
    "strength": NINE | {"strength": 4, "seed": -7},
    "seed": NINE | {"seed": -7},
    "time_limit_ms": NINE | {"time_limit_ms": 5000},
    "node_limit": NINE | {"node_limit": 90_000},
    # What else is known of the other options depends on what was asked before.
    "evaluate": {"board": "XX./OO./...", "row_length": 3, "evaluate": "best"},
    "max_options": NINE | {"max_options": 2},
    "lang": NINE | {"lang": "de"},
    "id": NINE | {"id": "a b&c=d/e,f+g%h\u00e9"},
}
"""For every field a question in which it has another value than its default."""
SHOWN = "&x=you&o=master&x_strength=1&o_strength=2&time=300&pace=0&analysis=1"
"""What a link of the page holds beside the game."""


def query_of(question: dict[str, Any]) -> str:
    """Return the question as the query of an address."""
    told = {
        name: str(each).lower() if isinstance(each, bool) else each
        for name, each in question.items()
        if each is not None
    }
    for name, between in (("board", "/"), ("moves", ",")):
        if isinstance(told.get(name), list):
            told[name] = between.join(told[name])
    return urlencode(told, safe="/,")


@pytest.mark.parametrize("name", MoveRequest.model_fields)
def test_every_field_can_stand_in_a_link(name: str) -> None:
    assert parse_link(query_of(FIELDS[name]).encode()) == FIELDS[name]


@pytest.mark.parametrize(
    "question",
    [
        *FIELDS.values(),
        {"row_length": 3}, {"width": 3, "row_length": 3}, EMPTY | {"height": 4},
        {"board": ["..."]}, EMPTY | {"row_length": 0}, EMPTY | {"sede": 1},
        EMPTY | {"board": "XXOOO.X.."},
        EMPTY | {"row_length": 10**40}, EMPTY | {"level": "genius"}, EMPTY | {"to_move": "Z"},
        EMPTY | {"seed": 2**63}, EMPTY | {"gravity": "yes"}, EMPTY | {"exact": ""},
        EMPTY | {"wrap": "torus"}, EMPTY | {"any_position": "2"},
        EMPTY | {"time_limit_ms": 60_001}, EMPTY | {"evaluate": ""},
        EMPTY | {"board": ["XX.", "...", "..."]}, EMPTY | {"board": ["..", "..?"]},
        EMPTY | {"board": [""]}, EMPTY | {"moves": ["b2", "b2"]}, EMPTY | {"moves": ["", "z9"]},
        EMPTY | {"board": ["." * 3000]},
        {"board": "XXO.", "width": 4, "height": 1, "row_length": 2},
    ],
    ids=str,
)  # fmt: skip
def test_a_link_is_answered_as_a_body_but_for_caching_and_costs(
    client: FlaskClient, question: dict[str, Any]
) -> None:
    told, said = send(client, f"/move?{query_of(question)}"), send(client, question)
    assert told.status_code == said.status_code, told.text
    hidden = dict.fromkeys(("search", "request_id"))
    assert told.get_json() | hidden == said.get_json() | hidden
    assert told.headers.get("ETag") == said.headers.get("ETag")
    assert told.headers["Content-Type"] == said.headers["Content-Type"]
    assert set(told.headers.keys()) == set(said.headers.keys())


@pytest.mark.parametrize(
    ("of_the_page", "question"),
    [("board=7x6&k=4&gravity=1&exact=0", {"width": 7, "height": 6, "row_length": 4,
      "gravity": True, "exact": False, "moves": []}),
     (f"board=X../...&k=3&any=true&to_move=O&moves=b1,a1,c1&at=2{SHOWN}",
      {"board": "X../...", "row_length": 3, "any_position": True, "to_move": "O",
       "moves": ["b1", "a1"]}),
     ("board=3x3&k=3&to_move=X&moves=b2", {"width": 3, "height": 3, "row_length": 3,
      "to_move": "O", "moves": ["b2"]}),
     ("board=3x0&k=3&at=9&moves=b2", {"board": "3x0", "row_length": 3, "moves": ["b2"]}),
     ("board=3x3&width=3&height=3&k=3", {"width": 3, "height": 3, "row_length": 3, "moves": []})],
)  # fmt: skip
def test_a_link_of_the_page_asks_about_the_position_on_view(
    of_the_page: str, question: dict[str, Any]
) -> None:
    assert parse_question(of_the_page.encode()).question == question
