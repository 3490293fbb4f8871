"""All that an answer says of outcomes, compared with a plain search where next to none was made.

Each word and each sentence is true of what the moves lead to, however few nodes may be searched.
"""

from collections import Counter
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.events import read_events
from tests.api.http.in_process import send
from tests.api.questions import EMPTY
from tests.api.routes.truths import (
    cell_of,
    check_clauses,
    check_known,
    check_last_move,
    name_of,
)
from tests.heaps.heap import question_of
from tests.rules.cases import Shape, Switches, every_combination, random_case, variant_of
from tests.support.sampling import chance_of, enough, samples

SHAPES: list[Shape] = [(3, 3, 3), (4, 3, 3), (2, 6, 3), (4, 4, 3), (5, 3, 3), (7, 1, 3)]
NODES = (1, 3, 10, 30, 100, 300, None)
MOST_LEFT = 8
"""Moves left at most in the position before the last move."""
BLUNDER: dict[str, Any] = EMPTY | {"moves": ["b2", "b3"]}


@every_combination
def test_nothing_false_is_said_of_an_outcome(client: FlaskClient, switches: Switches) -> None:
    chance, seen = chance_of(f"outcomes {switches}"), Counter[str]()
    for _ in range(samples(250)):
        case = random_case(variant_of(chance.choice(SHAPES), switches), MOST_LEFT, chance)
        if not (options := case.expected):
            continue
        cell, nodes = chance.choice([*options]), chance.choice(NODES)
        after = case.after(cell)
        question = question_of(case, node_limit=nodes)
        if nodes is None:
            send(client, question)
        moved = {"moves": [name_of(cell, case)], "to_move": after.to_move}
        answer = send(client, question | moved).get_json()
        check_last_move(answer, case, cell)
        value, plies = options[cell]
        check_known(answer, (-value, plies - 1))
        kept = answer["last_move"]["kept"]
        assert kept is not None or nodes is not None, "all is proven of the position before"
        seen[str(kept)] += 1
        if after.reference.legal_moves(after.cells):
            sides = {after.to_move: (-value, plies - 1), case.to_move: (value, plies - 1)}
            check_clauses(answer["verdict"], {str(side): each for side, each in sides.items()})
            for option in answer["options"]:
                check_known(option, after.expected[cell_of(option, case)])
    assert min(seen[kept] for kept in ("True", "False")) >= enough(10), seen


def test_a_mistake_is_told_however_the_game_is_sent(client: FlaskClient) -> None:
    send(client, EMPTY | {"moves": ["b2"]})
    (_, streamed) = [*read_events(send(client, ("/move/stream", BLUNDER)).text)][-1]
    batch = send(client, ("/moves", {"requests": [BLUNDER]})).get_json()
    told = [
        send(client, BLUNDER).get_json(),
        send(client, "/move?board=.../.../...&row_length=3&moves=b2,b3").get_json(),
        send(client, EMPTY | {"board": ["...", ".X.", "..."], "moves": ["b3"]}).get_json(),
        batch["results"][0]["answer"],
        streamed,
    ]
    assert told[0]["mistake"]["text"].startswith("b3 gave up the draw; ")
    assert all(each["mistake"] == told[0]["mistake"] for each in told)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (EMPTY | {"misere": True, "moves": ["a1"]}, "a1 gave up the draw; b2 kept it."),
        ({"board": ["...."] * 4, "row_length": 3, "gravity": True, "moves": ["b1", "b2", "a1"]},
         "a1 gave up the win; c1 kept it."),
    ],
    ids=str,
)  # fmt: skip
def test_a_mistake_is_one_under_the_rules(
    client: FlaskClient, question: dict[str, Any], text: str
) -> None:
    send(client, question | {"moves": question["moves"][:-1]})
    assert send(client, question).get_json()["mistake"]["text"] == text


@pytest.mark.parametrize(
    "question",
    [BLUNDER | {"moves": []}, BLUNDER | {"evaluate": "none"},
     EMPTY | {"board": ["XO.", "...", "..."]}],
    ids=str,
)  # fmt: skip
def test_there_is_none_without_moves_or_a_search(client: FlaskClient, question: Any) -> None:
    assert not {"mistake", "last_move"} & {*send(client, question).get_json()}


def test_nothing_is_said_of_what_is_not_proven(client: FlaskClient) -> None:
    large = {"board": ["." * 15] * 15, "row_length": 5, "moves": ["h8", "a1"], "node_limit": 100}
    answer = send(client, large).get_json()
    assert answer["mistake"] is answer["last_move"]["kept"] is None
    assert answer["last_move"]["sentence"].startswith("a1")


def test_what_was_only_proven_to_be_a_draw_at_least_is_not_called_a_draw(
    client: FlaskClient,
) -> None:
    """A move wins here, but so few nodes do not tell."""
    question = {
        "board": ["...", "...", ".#."], "row_length": 3, "moves": ["a1", "a2", "b2", "c1"],
        "gravity": True, "wrap": "vertical", "exact": True, "node_limit": 10,
    }  # fmt: skip
    mistake = send(client, question).get_json()["mistake"]
    assert mistake["gave_up"] == "unknown"
    assert mistake["bounds"] == {"lower": 0, "upper": 1}
    assert mistake["text"].startswith("c1 gave up at least a draw")
