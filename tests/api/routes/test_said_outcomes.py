"""All that an answer says of outcomes, compared with a plain search where next to none was made.

Each word and each sentence is true of what the moves lead to, however few nodes may be searched.
"""

import re
from collections import Counter
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.app import create_app
from service.game import name_place
from service.settings import Settings
from service.solver import Solver
from tests.heaps.heap import question_of
from tests.rules.cases import Case, Shape, Switches, every_combination, random_case, variant_of
from tests.support.reference import Outcome
from tests.support.sampling import chance_of, enough, samples

SHAPES: list[Shape] = [(3, 3, 3), (4, 3, 3), (2, 6, 3), (4, 4, 3), (5, 3, 3), (7, 1, 3)]
NODES = (1, 3, 10, 30, 100, 300)
MOST_LEFT = 9
"""Moves left at most in the position before the last move."""
WORDS = {"win": 1, "draw": 0, "loss": -1}
CLAUSE = re.compile(
    r"\b(?P<who>[XO]|[a-g]\d) (?P<does>wins|loses|draws|does not lose|does not win)"
    r"(?P<span> in at most| in| within)?(?: (?P<count>\d+) moves?)?"
)
TRUTHS = {
    "wins": (1, 1), "loses": (-1, -1), "draws": (0, 0), "does not lose": (0, 1),
    "does not win": (-1, 0),
}  # fmt: skip
GAVE_UP = re.compile(
    r"gave up (?P<what>the win|the draw|at least a draw)(?:; (?P<better>\w+) kept)?"
)
HAD = {"the win": (1, 1), "the draw": (0, 0), "at least a draw": (0, 1)}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """Provide the client of an application that no other test asks."""
    return create_app(Settings.model_construct(), Solver(1)).test_client()


def is_within(value: int, bounds: tuple[int, int]) -> bool:
    return bounds[0] <= value <= bounds[1]


def check_known(known: dict[str, Any], true: Outcome) -> None:
    """Check the fields about the outcome of a position or a move."""
    value, plies = true
    assert known["bounds"]["lower"] <= value <= known["bounds"]["upper"]
    assert known["value"] in (None, value)
    assert WORDS.get(known["outcome"]) == known["value"]
    if known["value"]:
        assert known["plies_to_end"] == plies or (
            not known["shortest"] and known["plies_to_end"] >= plies
        )


def check_clauses(text: str, said_of: dict[str, Outcome]) -> None:
    """Check what a text says of the outcomes of players and moves, by their names."""
    for clause in CLAUSE.finditer(text):
        if clause["span"] is None and clause["does"] in ("wins", "loses"):
            continue  # Not said of best play: a move wins with a row, or a row would lose.
        value, plies = said_of[clause["who"]]
        assert is_within(value, TRUTHS[clause["does"]]), text
        if clause["count"]:
            count, exact = int(clause["count"]), (plies + 1) // 2
            assert count == exact or (clause["span"] != " in" and count > exact), text


def check_last(answer: dict[str, Any], case: Case, options: dict[int, Outcome], cell: int) -> None:
    """Check what is said of the last move, and of what it gave up."""
    names = {
        name_place(*divmod(each, case.variant.width), case.variant.height): true
        for each, true in options.items()
    }
    best, (value, _) = max(each for each, _ in options.values()), options[cell]
    last, mistake = answer["last_move"], answer["mistake"]
    assert last["kept"] in (None, value == best)
    assert (mistake is not None) == (last["kept"] is False)
    text = last["sentence"]
    check_clauses(text, {**names, case.to_move: options[cell]})
    assert "every move loses" not in text or best == -1
    assert "No move is better than" not in text or value == best
    if mistake is None:
        assert "gave up" not in text
        return
    had = mistake["bounds"]["lower"], mistake["bounds"]["upper"]
    assert value < had[0] <= best <= had[1]
    assert WORDS.get(mistake["gave_up"]) == (had[0] if had[0] == had[1] else None)
    said = GAVE_UP.search(mistake["text"])
    assert said is not None
    assert HAD[said["what"]] == had
    assert (said["better"] is None) == (mistake["better_move"] is None)
    assert said["better"] is None or names[said["better"]][0] >= had[0]
    assert text.startswith(mistake["text"])


@every_combination
def test_nothing_false_is_said_of_an_outcome(client: FlaskClient, switches: Switches) -> None:
    chance, seen = chance_of(f"outcomes {switches}"), Counter[str]()
    for _ in range(samples(250)):
        case = random_case(variant_of(chance.choice(SHAPES), switches), MOST_LEFT, chance)
        if not (options := case.expected):
            continue
        cell = chance.choice([*options])
        place = divmod(cell, case.variant.width)
        after = case.after(cell)
        move = name_place(*place, case.variant.height)
        question = question_of(
            case, moves=[move], to_move=after.to_move, node_limit=chance.choice(NODES),
            time_limit_ms=60_000,
        )  # fmt: skip
        answer = client.post("/move", json=question).get_json()
        check_last(answer, case, options, cell)
        value, plies = options[cell]
        check_known(answer, (-value, plies - 1))
        seen[str(answer["last_move"]["kept"])] += 1
        if after.reference.legal_moves(after.cells):
            sides: dict[str, Outcome] = {
                after.to_move: (-value, plies - 1),
                case.to_move: (value, plies - 1),
            }
            check_clauses(answer["verdict"], sides)
            expected = after.expected
            for option in answer["options"]:
                check_known(option, expected[option["row"] * case.variant.width + option["column"]])
    assert min(seen[kept] for kept in ("True", "False")) >= enough(10), seen


def test_what_was_only_proven_to_be_a_draw_at_least_is_not_called_a_draw(
    client: FlaskClient,
) -> None:
    """A move wins here, but so few nodes do not tell."""
    question = {
        "board": ["...", "...", ".#."], "row_length": 3, "moves": ["a1", "a2", "b2", "c1"],
        "gravity": True, "wrap": "vertical", "exact": True, "node_limit": 10,
    }  # fmt: skip
    answer = client.post("/move", json=question).get_json()
    mistake = answer["mistake"]
    assert mistake is not None
    assert mistake["gave_up"] == "unknown"
    assert mistake["bounds"] == {"lower": 0, "upper": 1}
    assert mistake["text"].startswith("c1 gave up at least a draw")
