"""A question with `moves`, and an `id` that comes back with the answer."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.events import read_events
from tests.api.http.in_process import send
from tests.api.questions import EMPTY, pointers
from tests.api.routes.test_batch import results_of

MOVES: list[Any] = ["b2", {"row": 0, "column": 0}, {"row": 2, "column": 0, "name": "A1"}]
SIZES: dict[str, Any] = {"width": 4, "height": 3, "row_length": 3, "gravity": True}
BOARD = {"board": ["O..", ".X.", "X.."], "row_length": 3}


@pytest.mark.parametrize(
    ("moves", "board"),
    [
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
    ],
    ids=str,
)  # fmt: skip
def test_a_game_is_answered_as_the_position_that_it_leads_to(
    client: FlaskClient, moves: dict[str, Any], board: dict[str, Any]
) -> None:
    told, said = (send(client, question).get_json() for question in (moves, board))
    alone = {"mistake", "last_move"} if moves.get("moves") else set()
    assert told.keys() - said.keys() == alone
    assert {name: told[name] for name in said} | {"search": None} == said | {"search": None}


@pytest.mark.parametrize("given", ["", "a", '"nodes":}', "x" * 1000])
def test_an_id_comes_back(client: FlaskClient, given: str) -> None:
    """With an answer that is remembered, too, and at the end of a stream."""
    question, plain = EMPTY | {"id": given}, send(client, EMPTY).get_json()
    streamed = read_events(send(client, ("/move/stream", question)).text)
    answers = [*(send(client, question).get_json() for _ in range(4)), [*streamed][-1][1]]
    for answer in answers:
        assert answer | {"search": None} == plain | {"search": None, "id": given}


def test_a_batch_gives_back_the_ids_of_answers_and_problems(base_url: str) -> None:
    bad = {"board": ["?"], "row_length": 1}
    results = results_of(
        base_url, EMPTY | {"id": "good"}, bad | {"id": "bad"}, EMPTY, bad, {"id": "none"},
        EMPTY | {"id": 5}, [],
    )  # fmt: skip
    ids = [each.get("id", "absent") for each in results]
    assert ids == ["good", "bad", "absent", "absent", "none", "absent", "absent"]
    assert pointers(results[5]) == ["/requests/5/id"]
