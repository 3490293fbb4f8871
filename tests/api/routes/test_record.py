"""A question with `moves`, and an `id` that comes back with the answer."""

from typing import Any

import pytest

from tests.api.events import stream
from tests.api.questions import EMPTY, ask, check_problem, pointers
from tests.api.routes.test_batch import results_of

MOVES: list[Any] = ["b2", {"row": 0, "column": 0}, {"row": 2, "column": 0, "name": "a1"}]
SIZES: dict[str, Any] = {"width": 4, "height": 3, "row_length": 3, "gravity": True}
BOARD = {"board": ["O..", ".X.", "X.."], "row_length": 3}


def test_a_game_is_answered_as_the_position_that_it_leads_to(base_url: str) -> None:
    for moves, board in (
        (EMPTY | {"moves": MOVES}, BOARD),
        (EMPTY | {"moves": MOVES, "to_move": "O"}, BOARD),
        (EMPTY | {"moves": MOVES[:2], "to_move": "O"},
         {"board": ["X..", ".O.", "..."], "row_length": 3, "to_move": "O"}),
        (EMPTY | {"board": ["...", ".X.", "..."], "moves": MOVES[1:]}, BOARD),
        (EMPTY | {"moves": []}, EMPTY),
        (BOARD | {"moves": []}, BOARD),
        (EMPTY | {"moves": None}, EMPTY),
        (EMPTY | {"moves": ["a3", "a2", "b3", "b2", "c3"]},
         {"board": ["XXX", "OO.", "..."], "row_length": 3}),
        ({"width": 3, "height": 3, "row_length": 3, "moves": MOVES}, BOARD),
        ({"board": "O../.X./...", "row_length": 3, "moves": ["a1"], "to_move": "O"}, BOARD),
        (SIZES | {"moves": ["b", "2", "D", "b3"]},
         {"board": ".O../.O../.X.X", "row_length": 3, "gravity": True}),
        (SIZES | {"moves": [2, 2.0, "D", 2]},
         {"board": ".O../.O../.X.X", "row_length": 3, "gravity": True}),
        (BOARD | {"width": 3, "height": 3}, BOARD),
        (BOARD | {"width": 3}, BOARD),
    ):  # fmt: skip
        told, said = ask(base_url, **moves), ask(base_url, **board)
        answer = told.json()
        assert ("mistake" in answer) == bool(moves.get("moves"))
        answer.pop("mistake", None)
        answer.pop("last_move", None)
        assert answer | {"search": None} == said.json() | {"search": None}


@pytest.mark.parametrize(
    ("fields", "code", "pointed"),
    [
        ({"moves": ["b2", "b2"]}, "impossible_position", ["/moves/1"]),
        ({"moves": ["a1", "a2", "b1", "b2", "c1", "c2"]}, "impossible_position", ["/moves/5"]),
        ({"moves": ["a1", "d1"]}, "impossible_position", ["/moves/1"]),
        ({"moves": [{"row": 3, "column": 0}]}, "impossible_position", ["/moves/0"]),
        ({"moves": MOVES, "board": ["O..", ".X.", "X.."]}, "impossible_position", ["/moves/0"]),
        ({"moves": MOVES, "board": ["O.."] * 3}, "impossible_position", ["/board"]),
        ({"moves": ["b"]}, "impossible_position", ["/moves/0"]),
        ({"moves": ["b", "2", "4"], "gravity": True}, "impossible_position", ["/moves/2"]),
        ({"moves": ["b", "2", "b", "b"], "gravity": True}, "impossible_position", ["/moves/3"]),
        ({"moves": ["b", 2, 4], "gravity": True}, "impossible_position", ["/moves/2"]),
        ({"moves": ["b", 0], "gravity": True}, "impossible_position", ["/moves/1"]),
        ({"moves": [-1], "gravity": True}, "impossible_position", ["/moves/0"]),
        ({"moves": [10**40], "gravity": True}, "impossible_position", ["/moves/0"]),
        ({"moves": [True], "gravity": True}, "invalid_request", ["/moves/0"]),
        ({"moves": [1.5], "gravity": True}, "invalid_request", ["/moves/0"]),
        ({"moves": ["b2", 1]}, "impossible_position", ["/moves/1"]),
        ({"moves": "b2"}, "invalid_request", ["/moves"]),
        ({"moves": ["b2", 5, None]}, "invalid_request", ["/moves/2"]),
        ({"moves": [{"row": "0", "column": 0}]}, "invalid_request", ["/moves/0/row"]),
        ({"moves": [{"row": -1, "column": 0}]}, "invalid_request", ["/moves/0/row"]),
        ({"moves": [{"row": 0}]}, "invalid_request", ["/moves/0/column"]),
        ({"moves": [{"row": 0, "column": 0, "value": 1}]}, "invalid_request", ["/moves/0/value"]),
        ({"id": 5}, "invalid_request", ["/id"]),
    ],
)
def test_what_is_no_game_is_named(
    base_url: str, fields: dict[str, Any], code: str, pointed: list[str]
) -> None:
    response = ask(base_url, **EMPTY | fields)
    assert pointers(check_problem(response, 422, code)) == pointed


def test_an_id_comes_back(base_url: str) -> None:
    for given in ("", "a", '"nodes":}', "x" * 1000):
        question = EMPTY | {"id": given}
        for _ in range(4):
            answer = ask(base_url, **question).json()
            assert answer.pop("id") == given
            assert answer | {"search": None} == ask(base_url, **EMPTY).json() | {"search": None}
        assert stream(base_url, **question)[-1][1]["id"] == given


def test_a_batch_gives_back_the_ids_of_answers_and_problems(base_url: str) -> None:
    bad = {"board": ["?"], "row_length": 1}
    results = results_of(
        base_url, EMPTY | {"id": "good"}, bad | {"id": "bad"}, EMPTY, bad, {"id": "none"},
        EMPTY | {"id": 5}, [],
    )  # fmt: skip
    assert [each.get("id") for each in results] == ["good", "bad", None, None, "none", None, None]
    assert ["id" in each for each in results] == [True, True, False, False, True, False, False]
    assert pointers(results[5]) == ["/requests/5/id"]
