"""`GET /move`: the question of a `POST` as a link, answered alike, and kept as HTTP has it."""

from typing import Any
from urllib.parse import quote, urlencode

import pytest
import requests

from service.api.http.etag import CACHE_LINK
from service.api.http.link import parse_link, parse_question
from service.questions.schemas import MoveRequest
from tests.api.questions import EMPTY, ask, check_problem, pointers

FIELDS: dict[str, Any] = {
    "board": "X.O/.../...", "width": 4, "height": 3, "moves": ["b2", "A3"], "row_length": 2,
    "gravity": True,
    "wrap": "both", "exact": True, "misere": True, "any_position": True, "to_move": "O",
    "level": "rules", "strength": 4, "seed": -7, "time_limit_ms": 5000, "node_limit": 90_000,
    "evaluate": "best", "max_options": 2, "lang": "de", "id": "a b&c=d/e,f+g%h\u00e9",
}  # fmt: skip
"""Of every field a value that is not its default."""
SHOWN = "&x=you&o=master&x_strength=1&o_strength=2&time=300&pace=0&analysis=1"
"""What a link of the page holds beside the game."""
HARD = {"board": ["." * 9] * 9, "row_length": 5, "node_limit": 300}


def query_of(question: dict[str, Any]) -> str:
    """Return the question as the query of an address."""
    told = {name: value for name, value in question.items() if value is not None}
    told = {
        name: str(each).lower() if isinstance(each, bool) else each for name, each in told.items()
    }
    for name, between in (("board", "/"), ("moves", ",")):
        if isinstance(told.get(name), list):
            told[name] = between.join(told[name])
    return urlencode(told, safe="/,")


def follow(
    base_url: str, question: dict[str, Any] | str, method: str = "GET", **headers: str
) -> requests.Response:
    """Return the response to a link that asks the question, or has the text as its query."""
    query = question if isinstance(question, str) else query_of(question)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return requests.request(method, f"{base_url}/move?{query}", headers=named, timeout=60)


def check_alike(base_url: str, question: dict[str, Any]) -> None:
    """Check that link and body are answered alike, but for caching headers and costs."""
    told, said = follow(base_url, question), ask(base_url, **question)
    assert told.status_code == said.status_code, (question, told.text)
    hidden = dict.fromkeys(("search", "request_id"))
    assert told.json() | hidden == said.json() | hidden, question
    assert told.headers.get("ETag") == said.headers.get("ETag")
    assert told.headers["Content-Type"] == said.headers["Content-Type"]
    assert set(told.headers) == set(said.headers)


@pytest.mark.parametrize("name", MoveRequest.model_fields)
def test_every_field_can_stand_in_a_link(base_url: str, name: str) -> None:
    question = {"board": ".../.../...", "row_length": 3, name: FIELDS[name]}
    if name == "to_move":
        question["board"] = "X../.../..."
    if name == "any_position":
        question |= {"board": "XX./.../...", "to_move": "X"}
    if name == "evaluate":
        # What else is known of the others depends on what was asked before.
        question["board"] = "XX./OO./..."
    if name in ("width", "height"):
        del question["board"]
        question |= {"width": FIELDS["width"], "height": FIELDS["height"]}
    if name == "strength":
        question["seed"] = FIELDS["seed"]
    assert parse_link(query_of(question).encode()) == question
    check_alike(base_url, question)


@pytest.mark.parametrize(
    "question",
    [
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
    ],
    ids=str,
)  # fmt: skip
def test_what_is_wrong_is_told_as_of_a_body(base_url: str, question: dict[str, Any]) -> None:
    check_alike(base_url, question)
    assert follow(base_url, question).headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "number", ["", "3.5", "3.", "+3", "03", "1e", " 3", "\u0663", "three", "--3"]
)
def test_a_number_is_written_as_in_json(base_url: str, number: str) -> None:
    assert follow(base_url, "board=...&row_length=3.0").json()["rules"]["row_length"] == 3
    assert follow(base_url, "board=...&row_length=1E2").json()["rules"]["row_length"] == 100
    response = follow(base_url, f"board=...&row_length={quote(number)}")
    problem = check_problem(response, 422, "invalid_request")
    assert pointers(problem) == ["/row_length"]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("board=...&row_length=3&board=...", 400, "duplicate_key"),
        ("board=...&row_length=3&k=3", 400, "duplicate_key"),
        ("board=...&k=3&any=1&any_position=0", 400, "duplicate_key"),
        ("board=...&row_length=3&id=%ff", 400, "invalid_encoding"),
        ("board=...&row_length=3&id=%ed%a0%80", 400, "invalid_encoding"),
        ("", 422, "invalid_request"),
        ("board=...&row_length=3&%00=", 422, "invalid_request"),
        ("board", 422, "invalid_request"),
        ("board=" + "." * 5000, 414, "uri_too_long"),
    ],
)
def test_what_is_no_question_is_a_problem(
    base_url: str, query: str, status: int, code: str
) -> None:
    check_problem(follow(base_url, query), status, code)


def test_a_row_that_may_be_flat_is_asked_about_beside_its_sides(base_url: str) -> None:
    check_alike(base_url, {"board": "XXO.", "width": 4, "height": 1, "row_length": 2})


def test_empty_cells_are_written_as_in_a_body(base_url: str) -> None:
    answers = [
        follow(base_url, f"board={board}&row_length=3")
        for board in ("X.O/.X./...", "x_o/_x_/___", "X-O/-X-/---", "X+O/+X+/+++", "X.O%2F.X.%2F...")
    ]
    assert len({each.headers["ETag"] for each in answers}) == 1


def test_a_wall_and_the_rules_are_written_as_in_a_body(base_url: str) -> None:
    told = follow(base_url, "board=X.%23/...&row_length=2&misere=false&wrap=vertical").json()
    said = ask(base_url, board=["X.#", "..."], row_length=2, wrap="vertical").json()
    assert told["rules"] == said["rules"]
    assert told["board_after"][0].endswith("#")


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


@pytest.mark.parametrize(
    ("query", "pointed"),
    [("board=3x3&k=3&width=4&height=4", ["/width"]), ("board=3x3&k=3&height=4", ["/height"]),
     ("board=.../...&row_length=3&width=4&height=2", ["/width"]),
     ("board=.../...&k=3&height=3", ["/height"]), ("board=3x3&k=0", ["/k"]),
     ("board=3x3&k=5000", ["/k"]), ("board=3x3&k=3&any=2", ["/any"]), ("k=3", ["/board"]),
     ("board=99x99&k=3", ["/board"]), ("k=3&width=99&height=99", ["/width"]),
     ("board=3x3&row_length=0", ["/row_length"]), ("board=X?X&k=3", ["/board/0/1"]),
     ("board=3x3&k=3&moves=b2,b2", ["/moves/1"]), ("board=3x3&k=3&at=", ["/at"]),
     ("board=3x3&k=3&at=\u0661&moves=b2,a1", ["/at"]), ("board=3x3&k=3&at=x", ["/at"]),
     ("board=3x3&k=3&at=-1", ["/at"]), ("board=3x3&k=\u0663", ["/k"]),
     ("board=\u0663x3&k=3", ["/board/0/0", "/board/0/2"])],
)  # fmt: skip
def test_what_is_wrong_has_the_name_that_was_sent(
    base_url: str, query: str, pointed: list[str]
) -> None:
    response = requests.get(f"{base_url}/move?{quote(query, safe='=&,/')}", timeout=60)
    assert response.status_code in (413, 422)
    assert pointers(response.json()) == pointed


@pytest.mark.parametrize("moves", ["h8g6f6", "1. h8 g6", "h8 g6", "h8;g6", "4443", ""])
@pytest.mark.parametrize("gravity", [0, 1])
def test_what_separates_moves_is_said(base_url: str, moves: str, gravity: int) -> None:
    query = f"board=15x15&k=5&gravity={gravity}&moves={moves},{moves}"
    (error,) = check_problem(follow(base_url, query), 422, "impossible_position")["errors"]
    assert error["pointer"] == "/moves/0"
    assert error["message"].endswith('as in b2,a1 or, in JSON, ["b2", "a1"].')


@pytest.mark.parametrize("route", ["puzzle", "puzzle/sheet", "solve"])
def test_other_links_have_no_names_of_the_page(base_url: str, route: str) -> None:
    for name in ("k", "any", "at"):
        response = requests.get(f"{base_url}/{route}?{name}=3", timeout=60)
        assert pointers(check_problem(response, 422, "invalid_request")) == [f"/{name}"]


def test_a_complete_answer_may_be_kept_by_anybody(base_url: str) -> None:
    response = follow(base_url, EMPTY)
    assert response.headers["Cache-Control"] == CACHE_LINK == "public, max-age=3600"
    assert response.headers["ETag"].startswith('W/"')
    assert response.headers["Vary"] == "Accept, Accept-Language"


@pytest.mark.parametrize("had", ["", "*"])
@pytest.mark.parametrize("question", [HARD, EMPTY | {"level": "blind"}], ids=str)
def test_what_may_change_is_kept_by_nobody(
    base_url: str, question: dict[str, Any], had: str
) -> None:
    response = follow(base_url, question, If_None_Match=had)
    assert response.status_code == 200
    assert response.json()["best_move"]
    assert response.headers["Cache-Control"] == "no-store"
    assert "ETag" not in response.headers


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_who_has_the_answer_is_told_so(base_url: str, method: str) -> None:
    first = follow(base_url, EMPTY)
    tag = first.headers["ETag"]
    for sent in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
        response = follow(base_url, EMPTY, method, If_None_Match=sent)
        assert (response.status_code, response.content) == (304, b"")
        for name in ("ETag", "Cache-Control", "Vary"):
            assert response.headers[name] == first.headers[name]
        assert "Content-Type" not in response.headers
    for sent in ('"other"', "nonsense", ""):
        assert follow(base_url, EMPTY, method, If_None_Match=sent).status_code == 200
    bad = follow(base_url, EMPTY | {"sede": 1}, method, If_None_Match="*")
    assert bad.status_code == 422
