"""Every kind of bad input has its own status, code and pointer, and harms nothing."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import requests

from service.players import LEVELS
from service.questions.schemas import MoveRequest
from tests.api.questions import (
    BODY_LIMIT,
    EMPTY,
    JSON,
    ask,
    check_problem,
    pointers,
    results_in,
    send,
)
from tests.support.live_server import LiveServer
from tests.support.waiting import PATIENCE_SECONDS

BROKEN = {
    "nothing": (b"", "invalid_json"),
    "not json": (b"board", "invalid_json"),
    "half an object": (b'{"board": ["."], ', "invalid_json"),
    "two values": (b"{} {}", "invalid_json"),
    "NaN": (b'{"board": ["."], "row_length": NaN}', "invalid_json"),
    "control character": (b'{"board": ["\x00"], "row_length": 1}', "invalid_json"),
    "latin-1": ('{"board": ["é"], "row_length": 1}'.encode("latin-1"), "invalid_encoding"),
    "utf-16": ('{"board": ["."], "row_length": 1}'.encode("utf-16"), "invalid_encoding"),
    "byte order mark": (b'\xef\xbb\xbf{"board": ["."], "row_length": 1}', "invalid_encoding"),
    "duplicate key": (b'{"row_length": 1, "board": ["."], "row_length": 2}', "duplicate_key"),
    "duplicate unknown key": (b'{"a": {"b": 1, "b": 1}}', "duplicate_key"),
    "deep arrays": (b"[" * 100_000, "nested_too_deep"),
    "deep objects": (b'{"a":' * 40_000, "nested_too_deep"),
    "whole deep arrays": (b"[" * 2000 + b"]" * 2000, "nested_too_deep"),
    "deep arrays in a question": (
        b'{"board": ' + b"[" * 101 + b"]" * 101 + b"}",
        "nested_too_deep",
    ),
    "brackets in a text that does not end": (b'{"board": "' + b"[" * 2000, "invalid_json"),
}


def nested(levels: int) -> Any:
    """Return so many arrays, each in another."""
    return [nested(levels - 1)] if levels > 1 else []


IMPOSSIBLE: dict[str, tuple[Any, str, list[str]]] = {
    "array": ([], "invalid_request", [""]),
    "arrays of arrays": (nested(100), "invalid_request", [""]),
    "brackets in a text": ({**EMPTY, "id": '[{"\\' * 200, "board": 1}, "invalid_request",
                           ["/board"]),
    "more than 100 arrays": ({**EMPTY, "moves": [[]] * 200}, "invalid_request", ["/moves/0"]),
    "null": (None, "invalid_request", [""]),
    "no fields": ({}, "invalid_request", ["/board", "/row_length"]),
    "no board": ({"row_length": 3}, "invalid_request", ["/board"]),
    "board and other sizes": ({**EMPTY, "width": 4, "height": 4}, "invalid_request",
                              ["/width", "/height"]),
    "board and another width": ({**EMPTY, "width": 4, "height": 3}, "invalid_request",
                                ["/width"]),
    "board and another height": ({**EMPTY, "height": 4}, "invalid_request", ["/height"]),
    "a flat board": ({**EMPTY, "board": ["X", "X", *"OOO.X.."]}, "invalid_request", ["/board"]),
    "a flat text": ({**EMPTY, "board": "XXOOO.X.."}, "invalid_request", ["/board"]),
    "a flat row of nulls": ({**EMPTY, "board": [[None] * 9]}, "invalid_request", ["/board"]),
    "a flat board of another width": ({**EMPTY, "board": "." * 9, "width": 3, "height": 3},
                                      "invalid_request", ["/width", "/height"]),
    "no height": ({"row_length": 3, "width": 3}, "invalid_request", ["/height"]),
    "no width": ({"row_length": 3, "height": 3}, "invalid_request", ["/width"]),
    "no rows, but sizes": ({"row_length": 3, "board": [], "width": 3, "height": 3},
                           "invalid_request", ["/width", "/height"]),
    "width 0": ({"row_length": 3, "width": 0, "height": 3}, "invalid_request", ["/width"]),
    "ragged text": ({**EMPTY, "board": ".../..../..."}, "impossible_position", ["/board/1"]),
    "unknown cell in a text": ({**EMPTY, "board": ".../.Z."}, "impossible_position",
                               ["/board/1/1"]),
    "empty text": ({**EMPTY, "board": ""}, "impossible_position", ["/board/0"]),
    "unknown field": ({**EMPTY, "rowlength": 3}, "invalid_request", ["/rowlength"]),
    "unknown field with signs": ({**EMPTY, "a/b~c": 3}, "invalid_request", ["/a~1b~0c"]),
    "half a character as field": ({**EMPTY, "\ud800": 1}, "invalid_request", ["/\ufffd"]),
    "board of the wrong type": ({**EMPTY, "board": 3}, "invalid_request", ["/board"]),
    "row of the wrong type": ({**EMPTY, "board": ["...", 3]}, "invalid_request", ["/board/1"]),
    "number as cell": ({**EMPTY, "board": [["X", 1]]}, "invalid_request", ["/board/0/1"]),
    "boolean as cell": ({**EMPTY, "board": [[".", "."], [True, "."]]}, "invalid_request",
                        ["/board/1/0"]),
    "no rows": ({**EMPTY, "board": []}, "impossible_position", ["/board"]),
    "rows of no cells": ({**EMPTY, "board": ["", ""]}, "impossible_position", ["/board/0"]),
    "ragged": ({**EMPTY, "board": ["...", "....", "..."]}, "impossible_position", ["/board/1"]),
    "unknown cell": ({**EMPTY, "board": ["...", ".Z."]}, "impossible_position", ["/board/1/1"]),
    "half a character as cell": ({**EMPTY, "board": [".\ud800"]}, "impossible_position",
                                 ["/board/0/1"]),
    "too many X": ({**EMPTY, "board": ["XX.", "...", "..."]}, "impossible_position", ["/board"]),
    "wrong side": ({**EMPTY, "board": ["X..", "...", "..."], "to_move": "X"},
                   "impossible_position", ["/to_move"]),
    "two winners": ({**EMPTY, "board": ["XXX", "OOO", "..."]}, "impossible_position", ["/board"]),
    "row_length 0": ({**EMPTY, "row_length": 0}, "invalid_request", ["/row_length"]),
    "row_length 3.5": ({**EMPTY, "row_length": 3.5}, "invalid_request", ["/row_length"]),
    "row_length 1e308": ({**EMPTY, "row_length": 1e308}, "invalid_request", ["/row_length"]),
    "row_length text": ({**EMPTY, "row_length": "3"}, "invalid_request", ["/row_length"]),
    "row_length over the limit": ({**EMPTY, "row_length": 2501}, "invalid_request",
                                  ["/row_length"]),
    "to_move unknown": ({**EMPTY, "to_move": "x"}, "invalid_request", ["/to_move"]),
    "to_move missing": ({**EMPTY, "any_position": True}, "invalid_request", ["/to_move"]),
    "to_move missing after moves": ({**EMPTY, "any_position": True, "moves": ["b2"]},
                                    "invalid_request", ["/to_move"]),
    "gravity text": ({**EMPTY, "gravity": "true"}, "invalid_request", ["/gravity"]),
    "exact number": ({**EMPTY, "exact": 1}, "invalid_request", ["/exact"]),
    "misere list": ({**EMPTY, "misere": []}, "invalid_request", ["/misere"]),
    "any_position number": ({**EMPTY, "any_position": 0}, "invalid_request", ["/any_position"]),
    "wrap unknown": ({**EMPTY, "wrap": "torus"}, "invalid_request", ["/wrap"]),
    "wrap boolean": ({**EMPTY, "wrap": True}, "invalid_request", ["/wrap"]),
    "stones that float": ({"board": ["X..", "...", ".O#"], "row_length": 3, "gravity": True},
                          "impossible_position", ["/board/0/0"]),
    "a stone below a wall": ({"board": ["#..", ".X.", "XOO"], "row_length": 3, "gravity": True,
                              "to_move": "X"}, "impossible_position", ["/board/2/0"]),
    "two misere losers": ({**EMPTY, "board": ["XXX", "OOO", "..."], "misere": True},
                          "impossible_position", ["/board"]),
    "level unknown": ({**EMPTY, "level": "genius"}, "invalid_request", ["/level"]),
    "seed text": ({**EMPTY, "seed": "1"}, "invalid_request", ["/seed"]),
    "seed too large": ({**EMPTY, "seed": 2**63}, "invalid_request", ["/seed"]),
    "seed too small": ({**EMPTY, "seed": -(2**63) - 1}, "invalid_request", ["/seed"]),
    "no time": ({**EMPTY, "time_limit_ms": 0}, "invalid_request", ["/time_limit_ms"]),
    "too much time": ({**EMPTY, "time_limit_ms": 60_001}, "invalid_request", ["/time_limit_ms"]),
    "no nodes": ({**EMPTY, "node_limit": 0}, "invalid_request", ["/node_limit"]),
    "too many nodes": ({**EMPTY, "node_limit": 10**9 + 1}, "invalid_request", ["/node_limit"]),
    "fewer options than none": ({**EMPTY, "max_options": -1}, "invalid_request", ["/max_options"]),
    "more options than there are numbers": ({**EMPTY, "max_options": 2**63}, "invalid_request",
                                            ["/max_options"]),
    "evaluate unknown": ({**EMPTY, "evaluate": "some"}, "invalid_request", ["/evaluate"]),
    "three faults": ({"board": 1, "row_length": "3", "x": 1}, "invalid_request",
                     ["/board", "/row_length", "/x"]),
}  # fmt: skip


@pytest.fixture(autouse=True, scope="module")
def unharmed(server: LiveServer) -> Iterator[None]:
    """Check that after all tests of the module the same workers serve, and well."""
    before = server.workers()
    assert len(before) == 2
    yield
    assert server.workers() == before
    assert requests.get(f"{server.url}/healthz", timeout=60).json() == {"status": "ok"}
    assert ask(server.url, **EMPTY).json()["outcome"] == "draw"


@pytest.mark.parametrize("name", BROKEN)
def test_a_body_that_is_not_strict_json_is_400(base_url: str, name: str) -> None:
    body, code = BROKEN[name]
    problem = check_problem(send(base_url, body), 400, code)
    assert problem["errors"] == []
    assert problem["detail"].endswith(".")


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_well_formed_but_impossible_question_is_422(base_url: str, name: str) -> None:
    question, code, errors = IMPOSSIBLE[name]
    problem = check_problem(send(base_url, json.dumps(question).encode()), 422, code)
    assert pointers(problem) == errors


INTEGERS = [
    name
    for name, field in MoveRequest.model_fields.items()
    if field.annotation in (int, int | None)
]


@pytest.mark.parametrize("number", ["1e999", "-1e999", "9" * 400, "1e19", "0.5", "1e-400"])
@pytest.mark.parametrize("name", INTEGERS)
def test_what_is_no_integer_of_64_bits_is_refused(base_url: str, name: str, number: str) -> None:
    """However it is written, in a question, in one of a batch, and in a link."""
    sizes = {"width": "3", "height": "3", "row_length": "3", name: number}
    text = "{" + ", ".join(f'"{key}": {value}' for key, value in sizes.items()) + "}"
    batch = f'{{"requests": [{text}]}}'.encode()
    link = "&".join(f"{key}={value}" for key, value in sizes.items())
    (in_batch,) = results_in(
        requests.post(f"{base_url}/moves", data=batch, headers=JSON, timeout=PATIENCE_SECONDS)
    )
    linked = requests.get(f"{base_url}/move?{link}", timeout=PATIENCE_SECONDS).json()
    for problem in (send(base_url, text.encode()).json(), in_batch, linked):
        assert problem["code"] in ("invalid_request", "board_too_large")
        (at,) = pointers(problem)
        # Too many cells are a fault of the width.
        assert at.rpartition("/")[2] in (name, name.replace("height", "width"))


def test_the_time_of_a_batch_is_an_integer(base_url: str) -> None:
    for number in ("1e999", "0.5"):
        body = f'{{"requests": [], "time_limit_ms": {number}}}'.encode()
        answer = requests.post(
            f"{base_url}/moves", data=body, headers=JSON, timeout=PATIENCE_SECONDS
        )
        assert pointers(check_problem(answer, 422, "invalid_request")) == ["/time_limit_ms"]


def test_of_a_flat_board_both_right_forms_are_shown(base_url: str) -> None:
    (error,) = ask(base_url, **EMPTY | {"board": [*"XXOOO.X.."]}).json()["errors"]
    assert error["message"] == (
        'One column of 9 cells may be meant as 3x3: then give 3 rows of 3 cells, such as "XXO/OO./'
        'X..". If it is meant as it is, give width 1 and height 9 as well.'
    )
    as_a_square = ask(base_url, **EMPTY | {"board": "XXO/OO./X.."}).json()
    as_it_is = ask(base_url, **EMPTY | {"board": [*"XXOOO.X.."], "width": 1, "height": 9}).json()
    assert (as_a_square["status"], as_it_is["winner"]) == ("in_progress", "O")


@pytest.mark.parametrize("digits", [31, 5_000, 100_000])
@pytest.mark.parametrize("sign", ["", "-"])
def test_an_integer_of_any_length_is_out_of_range(base_url: str, digits: int, sign: str) -> None:
    body = f'{{"board": ["."], "row_length": {sign}{"9" * digits}}}'
    problem = check_problem(send(base_url, body.encode()), 422, "invalid_request")
    assert pointers(problem) == ["/row_length"]


def test_the_message_names_the_limit_and_the_levels(base_url: str) -> None:
    too_long = ask(base_url, board=["."], row_length=2501).json()
    assert "2500" in too_long["errors"][0]["message"]
    too_slow = ask(base_url, **EMPTY, time_limit_ms=60_001).json()
    assert "60000" in too_slow["errors"][0]["message"]
    no_level = ask(base_url, **EMPTY, level="genius").json()
    for level in LEVELS:
        assert level in no_level["errors"][0]["message"]


@pytest.mark.parametrize("board", [["." * 2501], ["."] * 2501, ["." * 51] * 50, [["."] * 2501]])
def test_a_board_over_the_cell_limit_is_413(base_url: str, board: list[Any]) -> None:
    problem = check_problem(ask(base_url, board=board, row_length=5), 413, "board_too_large")
    assert pointers(problem) == ["/board"]
    assert "2500" in problem["detail"]


@pytest.mark.parametrize("size", [51, 10**9, 10**40])
def test_sizes_over_the_cell_limit_are_413(base_url: str, size: int) -> None:
    response = ask(base_url, width=size, height=size, row_length=5)
    assert pointers(check_problem(response, 413, "board_too_large")) == ["/width"]


@pytest.mark.parametrize("chunked", [False, True])
def test_a_large_body_is_413_and_can_be_read(base_url: str, chunked: bool) -> None:
    body = (b" " * 1000 for _ in range(10_000)) if chunked else b"x" * 10_000_000
    response = requests.post(f"{base_url}/move", data=body, headers=JSON, timeout=60)
    assert str(BODY_LIMIT) in check_problem(response, 413, "body_too_large")["detail"]


@pytest.mark.parametrize("chunked", [False, True])
def test_the_body_limit_is_exact(base_url: str, chunked: bool) -> None:
    body = json.dumps(EMPTY).encode()
    full = body + b" " * (BODY_LIMIT - len(body))
    for sent, status in ((full, 200), (full + b" ", 413)):
        data = iter([sent]) if chunked else sent
        response = requests.post(f"{base_url}/move", data=data, headers=JSON, timeout=60)
        assert response.status_code == status


def test_a_body_of_garbage_gets_a_short_answer(base_url: str) -> None:
    for question in (
        {f"field{index}": 1 for index in range(10_000)},
        {"board": [1] * 50_000, "row_length": 3},
        {"board": [[1] * 50_000], "row_length": 3},
        {"board": [["Z"] * 50] * 50, "row_length": 3},
        {"board": "/" * 200_000, "row_length": 3},
    ):
        response = send(base_url, json.dumps(question).encode())
        assert response.status_code == 422
        assert 1 <= len(response.json()["errors"]) <= 20
