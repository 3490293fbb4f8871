"""One question has one entity tag, however it is written, and no other question has it."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.questions.schemas import MoveRequest, MovesRequest
from tests.api.http.in_process import new_client, send
from tests.api.questions import EMPTY, ask

QUESTION = {"board": ["X..", ".O.", "..."], "row_length": 3}
SIZES: dict[str, Any] = {"width": 3, "height": 3, "row_length": 3}
SPELLINGS = [
    QUESTION,
    QUESTION | {"board": ["x  ", "_o_", "---"]},
    QUESTION | {"board": [["X", None, ""], [".", "o", " "], ["_", "-", "."]]},
    QUESTION | {"board": ["X..", [" ", "o", None], "..."]},
    QUESTION | {"board": "X../.O./..."},
    QUESTION | {"width": None, "height": None},
    QUESTION | {"to_move": "X"},
    QUESTION | {"level": "master", "evaluate": "all", "seed": None},
    QUESTION | {"moves": []},
    QUESTION | {"lang": None},
    QUESTION | {"lang": "en"},
    QUESTION | {"gravity": False, "wrap": "none", "exact": None, "misere": False},
    QUESTION | {"gravity": None, "wrap": None, "any_position": False},
]


def with_number(field: str, number: str) -> bytes:
    """Return a question in JSON with a number as it is written."""
    fields = {"board": '["...", "...", "..."]', "row_length": "3", "seed": "1", field: number}
    return "{{{}}}".format(", ".join(f'"{key}": {text}' for key, text in fields.items())).encode()


SAME: dict[str, list[Any]] = {
    "a board": [
        *SPELLINGS, QUESTION | {"time_limit_ms": 60_000},
        *(f"/move?board={board}&row_length=3" for board in (
            "X../.O./...", "x__/_o_/___", "X--/-O-/---", "X++/+O+/+++", "X..%2F.O.%2F...")),
    ],
    "sizes": [SIZES, EMPTY, EMPTY | {"width": 3}, EMPTY | {"width": 3, "height": 3}],
    "sizes and moves": [SIZES | {"moves": ["b2"]}, EMPTY | {"moves": ["b2"]}],
    "a place": [EMPTY | {"moves": [{"row": 1, "column": 1, "name": "b2"}]},
                (b'{"board": ".../.../...", "row_length": 3, '
                 b'"moves": [{"row": 1.0, "column": 1e0, "name": "b2"}]}')],
    "a wall": [EMPTY | {"board": ["X.#", "...", "..."], "wrap": "vertical"},
               "/move?board=X.%23/.../...&row_length=3&misere=false&wrap=vertical"],
    "a number in a link": ["/move?board=...&row_length=1E2",
                           {"board": ["..."], "row_length": 100}],
    **{f"{field} {number:.20}": [with_number(field, number), with_number(field, same)]
       for field, number, same in (
           ("row_length", "3.0", "3"), ("row_length", "0.3e1", "3"), ("row_length", "30E-1", "3"),
           ("strength", "4.0", "4"), ("seed", "-7.00", "-7"), ("seed", "-0.0", "0"),
           ("seed", "9007199254740993.0", "9007199254740993"),
           ("seed", "9e18", "9000000000000000000"), ("seed", "0e99999999999999999999", "0"),
           ("seed", "-0.00E-99999999999999999999", "0"), ("seed", "0e-400", "0"),
           ("max_options", "0.0e400", "0"), ("seed", "0e" + "9" * 99_999, "0"),
           ("seed", "1" + "0" * 99_999 + "e-99999", "1"),
           ("seed", "0." + "0" * 99_999 + "1e100000", "1"), ("time_limit_ms", "1e3", "1000"),
           ("node_limit", "1e9", "1000000000"), ("max_options", "2.0", "2"))},
    **{f"{name} null": [SIZES, SIZES | {name: None}] if name == "board" else
                       [EMPTY, EMPTY | {name: None}]
       for name, field in MoveRequest.model_fields.items() if not field.is_required()},
}  # fmt: skip
"""What asks the same each: JSON, bytes of it, or a link."""
OTHERS: list[Any] = [
    EMPTY,
    QUESTION,
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
    QUESTION | {"max_options": 2**63 - 1},
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
    "/puzzle?id=connect-four-easy-1",
    "/puzzle?id=connect-four-easy-2",
]
"""Questions that are all different."""


@pytest.mark.parametrize("name", SAME)
def test_a_question_has_one_tag_however_it_is_written(client: FlaskClient, name: str) -> None:
    tags = {send(client, asked).headers["ETag"] for asked in SAME[name]}
    assert len(tags) == 1


def test_every_worker_gives_the_same_tag(base_url: str) -> None:
    """Whether or not it knows the answer already."""
    asked = [*SPELLINGS, QUESTION | {"time_limit_ms": 1000}]
    tags = {ask(base_url, **question).headers["ETag"] for question in asked * 3}
    assert len(tags) == 1


def test_different_questions_have_different_tags(client: FlaskClient) -> None:
    tags = {send(client, asked).headers["ETag"] for asked in OTHERS}
    assert len(tags) == len(OTHERS)


@pytest.mark.parametrize(
    ("asked", "settings"),
    [(QUESTION, {"default_time_limit_ms": 999}), (QUESTION, {"table_mebibytes": 64}),
     (QUESTION, {"search_threads": 7}), ("/limits", {"max_batch": 3})],
    ids=str,
)  # fmt: skip
def test_what_the_server_decides_shows_in_the_tag(
    client: FlaskClient, asked: Any, settings: dict[str, Any]
) -> None:
    tags = {send(each, asked).headers["ETag"] for each in (client, new_client(**settings))}
    assert len(tags) == 2


def test_null_is_as_good_as_nothing_in_a_batch(client: FlaskClient) -> None:
    batch: dict[str, Any] = dict.fromkeys(MovesRequest.model_fields) | {"requests": []}
    assert send(client, ("/moves", batch)).get_json() == {"results": []}


@pytest.mark.parametrize(
    "board",
    ["X", "X.O", ["X.", ".O"], "......", [".", ".", "."], ".#........", [*"......."], "?" * 9],
)
def test_a_board_that_can_be_no_flat_square_tells_its_own_sides(
    client: FlaskClient, board: Any
) -> None:
    answer = send(client, {"board": board, "row_length": 2})
    assert "give width" not in answer.text


@pytest.mark.parametrize("board", [[*"X..."], ["X..."], [["X", None, "", " "]]])
def test_a_board_of_one_row_or_column_is_one_beside_its_sides(
    client: FlaskClient, board: Any
) -> None:
    sides = {"width": len(board[0]), "height": len(board)}
    rules = send(client, sides | {"board": board, "row_length": 2}).get_json()["rules"]
    assert rules == send(client, sides | {"row_length": 2}).get_json()["rules"]
    assert (rules["width"], rules["height"]) == (len(board[0]), len(board))
