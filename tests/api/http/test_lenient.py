"""What JSON Schema, RFC 9110 and the contract allow is allowed, however unusual it looks."""

from typing import Any

import pytest
import requests

from service.questions.schemas import MoveRequest, MovesRequest
from tests.api.questions import EMPTY, JSON, ask, check_problem, pointers, send

OPTIONAL = [name for name, field in MoveRequest.model_fields.items() if not field.is_required()]


def body_with(field: str, number: str) -> bytes:
    """Return a question in JSON with a number as it is written."""
    fields = {"board": '["...", "...", "..."]', "row_length": "3", "seed": "1"}
    fields |= {field: number}
    return "{{{}}}".format(", ".join(f'"{key}": {text}' for key, text in fields.items())).encode()


@pytest.mark.parametrize(
    ("field", "number", "same"),
    [("row_length", "3.0", "3"), ("row_length", "0.3e1", "3"), ("row_length", "30E-1", "3"),
     ("strength", "4.0", "4"), ("seed", "-7.00", "-7"), ("seed", "-0.0", "0"),
     ("seed", "9007199254740993.0", "9007199254740993"), ("seed", "9e18", "9000000000000000000"),
     ("seed", "0e99999999999999999999", "0"), ("seed", "-0.00E-99999999999999999999", "0"),
     ("seed", "0e-400", "0"), ("max_options", "0.0e400", "0"),
     pytest.param("seed", "0e" + "9" * 99_999, "0", id="an exponent of many digits"),
     pytest.param("seed", "1" + "0" * 99_999 + "e-99999", "1", id="many zeros"),
     pytest.param("seed", "0." + "0" * 99_999 + "1e100000", "1", id="many more zeros"),
     ("time_limit_ms", "1e3", "1000"), ("node_limit", "1e9", "1000000000"),
     ("max_options", "2.0", "2")],
)  # fmt: skip
def test_a_number_is_an_integer_by_its_value(
    base_url: str, field: str, number: str, same: str
) -> None:
    # The tag names the question.
    tags = [send(base_url, body_with(field, each)).headers["ETag"] for each in (number, same)]
    assert tags[0] == tags[1]


@pytest.mark.parametrize(
    "board",
    ["X", "X.O", ["X.", ".O"], "......", [".", ".", "."], ".#........", [*"......."], "?" * 9],
)
def test_a_board_that_can_be_no_flat_square_tells_its_own_sides(base_url: str, board: Any) -> None:
    answer = ask(base_url, board=board, row_length=2).json()
    assert "give width" not in str(answer)


@pytest.mark.parametrize("board", [[*"X..."], ["X..."], [["X", None, "", " "]]])
def test_a_board_of_one_row_or_column_is_one_beside_its_sides(base_url: str, board: Any) -> None:
    width, height = len(board[0]), len(board)
    answer = ask(base_url, board=board, width=width, height=height, row_length=2).json()
    assert (answer["rules"]["width"], answer["rules"]["height"]) == (width, height)
    empty = ask(base_url, width=width, height=height, row_length=2).json()
    assert empty["rules"] == answer["rules"]


@pytest.mark.parametrize(
    "number",
    ["3.5", "3.00000000000000000000000000000001", "1e-400", "1e-99999999999999999999", "1e400",
     "-1e400", "1e99999999999999999999", "0.01e-99999999999999999999", "3000.0", "-3.0",
     pytest.param("1E" + "9" * 99_999, id="an exponent of many digits")],
)  # fmt: skip
def test_a_number_that_is_none_or_too_large_is_refused(base_url: str, number: str) -> None:
    body = check_problem(send(base_url, body_with("row_length", number)), 422, "invalid_request")
    assert pointers(body) == ["/row_length"]


def test_places_and_batches_have_such_numbers_too(base_url: str) -> None:
    named, placed = (
        ask(base_url, **EMPTY, moves=moves).json()["board_after"]
        for moves in (["b2"], [{"row": 1.0, "column": 1e0, "name": "B2"}])
    )
    assert named == placed
    batch = b'{"requests": [], "time_limit_ms": 1e3}'
    assert requests.post(f"{base_url}/moves", data=batch, headers=JSON, timeout=60).ok


@pytest.mark.parametrize("field", OPTIONAL)
def test_null_is_as_good_as_nothing(base_url: str, field: str) -> None:
    answers: list[dict[str, Any]] = []
    asked = {"width": 3, "height": 3, "row_length": 3} if field == "board" else EMPTY
    for question in (asked, asked | {field: None}):
        response = ask(base_url, **question)
        assert response.status_code == 200, response.text
        answers.append(response.json() | {"search": None})
    assert answers[0] == answers[1]


def test_null_is_as_good_as_nothing_in_a_batch(base_url: str) -> None:
    batch: dict[str, Any] = dict.fromkeys(MovesRequest.model_fields) | {"requests": []}
    assert requests.post(f"{base_url}/moves", json=batch, timeout=60).json() == {"results": []}
