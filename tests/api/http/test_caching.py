"""Which answers may be kept, by whom, and what becomes of those who ask again."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.players import LEVELS, STRENGTHS
from tests.api.events import STREAM
from tests.api.http.in_process import send
from tests.api.questions import EMPTY

QUESTION = {"board": ["X..", ".O.", "..."], "row_length": 3}
LINK = "/move?board=.../.../...&row_length=3"
CODE = "/qr.svg?link=https://example.org/%23board=3x3"
WEEK = "public, max-age=604800"
KEPT: dict[str, tuple[Any, str, str]] = {
    "a posted question": (QUESTION, "private, no-cache", "Accept, Accept-Language"),
    "a link": (LINK, "public, max-age=3600", "Accept, Accept-Language"),
    "scores": ("/solve?pos=13572574574336771444755135121", "public, max-age=3600", "Accept"),
    "limits": ("/limits", "public, max-age=60", ""),
    "a picture": ("/board.svg?board=3x3&k=3", "public, max-age=3600", "Accept"),
    "a code": (CODE, "public, max-age=3600", "Accept"),
    "a puzzle": ("/puzzle?id=connect-four-easy-1", WEEK, "Accept, Accept-Language"),
    "a puzzle of a day": ("/puzzle?date=2026-11-27", WEEK, "Accept, Accept-Language"),
    "a sheet of a day": ("/puzzle/sheet?date=2026-11-27", WEEK, "Accept, Accept-Language"),
}
"""What is asked, how its answer may be kept, and by which headers it differs."""
SEARCHED = ("a posted question", "a link", "scores")
"""What a search answers unless the client has the answer."""
HARD: dict[str, Any] = {"board": ["." * 9] * 9, "row_length": 5, "node_limit": 300}
HARD_LINK = f"/move?board={'/'.join(HARD['board'])}&row_length=5&node_limit=300"
LARGE = {"board": ["." * 15] * 15, "row_length": 5}
NOT_KEPT: dict[str, tuple[Any, dict[str, str]]] = {
    "an incomplete answer": (HARD, {}),
    "an incomplete answer to a link": (HARD_LINK, {}),
    "a move of chance": (EMPTY | {"level": "blind"}, {}),
    "a move of chance by a link": (f"{LINK}&level=blind", {}),
    "an answer without values": (LARGE | {"level": "rules", "evaluate": "none"}, {}),
    # What follows is proven: X makes an open four of three in the open.
    "a last move that may be a mistake": (
        LARGE
        | {
            "moves": ["h8", "a1", "i8", "a15", "j8", "o1"],
            "evaluate": "best",
            "node_limit": 300,
        },
        {},
    ),
    "a stream": (QUESTION, STREAM),
    "a stream of its own route": (("/move/stream", QUESTION), {}),
    "a batch": (("/moves", {"requests": [QUESTION]}), {}),
    "health": ("/healthz", {}),
    "metrics": ("/metrics", {}),
}


def may_be_kept(response: TestResponse) -> bool:
    """Return whether an answer may be kept, after checking that its headers agree."""
    assert response.status_code == 200, response.text
    kept = "ETag" in response.headers
    assert (response.headers["Cache-Control"] != "no-store") == kept
    return kept


@pytest.mark.parametrize("name", KEPT)
def test_who_has_the_answer_is_told_so_without_a_search(client: FlaskClient, name: str) -> None:
    asked, policy, varies = KEPT[name]
    first = send(client, asked)
    assert may_be_kept(first)
    assert first.headers["Cache-Control"] == policy
    assert ", ".join(first.headers.getlist("Vary")) == varies
    assert ("Content-Language" in first.headers) == ("Accept-Language" in varies)
    tag = first.headers["ETag"]
    strong = tag.removeprefix("W/")
    # It is no name of an answer to a POST.
    by_any_name = ["*"] if isinstance(asked, str) else []
    for had in (*by_any_name, tag, strong, f'"other", {tag}', f'W/"a,b" , {strong},"c"'):
        again = send(client, asked, If_None_Match=had)
        assert (again.status_code, again.data) == (304, b"")
        lost = set(first.headers.keys()) - set(again.headers.keys())
        assert lost == {"Content-Type", "Content-Length"}
        for header in ("ETag", "Cache-Control", "Vary", "Content-Language"):
            assert again.headers.getlist(header) == first.headers.getlist(header)
    assert name not in SEARCHED or "search" not in again.headers["Server-Timing"]


def test_head_is_answered_as_get_to_who_has_the_answer(client: FlaskClient) -> None:
    tag = send(client, LINK).headers["ETag"]
    response = client.head(LINK, headers={"If-None-Match": tag})
    assert (response.status_code, response.data) == (304, b"")


@pytest.mark.parametrize("had", ['"other"', "", "nonsense", '"', "W/*"])
@pytest.mark.parametrize("name", KEPT)
def test_who_has_something_else_gets_the_answer(client: FlaskClient, name: str, had: str) -> None:
    asked, *_ = KEPT[name]
    first, again, guarded = (
        send(client, asked, **headers)
        for headers in ({}, {"If_None_Match": had}, {"If_Match": '"other"'})
    )
    for response in (again, guarded):
        assert may_be_kept(response)
        assert len(response.data) > len(first.data) / 2


def test_a_posted_answer_has_no_other_name_than_its_tag(client: FlaskClient) -> None:
    assert may_be_kept(send(client, QUESTION, If_None_Match="*"))


@pytest.mark.parametrize("name", NOT_KEPT)
def test_what_may_change_is_kept_by_nobody(client: FlaskClient, name: str) -> None:
    asked, headers = NOT_KEPT[name]
    for had in (send(client, QUESTION).headers["ETag"], "*", ""):
        response = send(client, asked, **headers, If_None_Match=had)
        assert response.data
        assert not may_be_kept(response)


@pytest.mark.parametrize(
    "who", [*({"level": level} for level in LEVELS), *({"strength": each} for each in STRENGTHS)]
)
def test_what_is_left_to_chance_is_not_kept(client: FlaskClient, who: dict[str, Any]) -> None:
    """Forty moves that chance chooses among two or more are never all alike, as good as never."""
    question = {"board": ["...", ".X.", "..."], "row_length": 3, **who}
    assert may_be_kept(send(client, question | {"seed": 1}))
    responses = [send(client, question) for _ in range(40)]
    moves = {str(each.get_json()["best_move"]) for each in responses}
    assert {may_be_kept(each) for each in responses} == {len(moves) == 1}


@pytest.mark.parametrize("strength", STRENGTHS)
def test_only_the_weak_leave_a_win_to_chance(client: FlaskClient, strength: int) -> None:
    """It can be made at once: nothing is left to chance above 3."""
    won = {"board": ["XX.", "OO.", "..."], "row_length": 3, "strength": strength}
    assert may_be_kept(send(client, won)) == (strength > 3)
