"""Questions under every combination of rules: answered right by every route, and never mixed up."""

from collections.abc import Iterator
from typing import Any

import pytest
import requests

from service.game import Switches, name_place
from service.questions.schemas import MoveRequest
from service.questions.schemas.answer import Rules
from tests.api.events import stream
from tests.api.questions import EMPTY, ask, check_problem, pointers
from tests.api.routes.test_answer import best_answer
from tests.api.routes.test_batch import MOST, results_of
from tests.api.routes.test_link import query_of
from tests.rules.cases import (
    COMBINATIONS,
    Case,
    every_combination,
    random_blank,
    random_case,
    random_game,
    variant_of,
)
from tests.rules.cases import Switches as Combination
from tests.rules.facts import known_positions
from tests.support.reference import Outcome, Variant
from tests.support.sampling import chance_of, samples

SHAPE = (4, 3, 3)
MOVES_LEFT = 6
UNHURRIED = {"time_limit_ms": 60_000}


def rules_of(case: Case) -> dict[str, Any]:
    """Return what an answer says of the rules of a position."""
    width, height, row_length, gravity, wrap, exact, misere = case.variant
    return {
        "width": width, "height": height, "row_length": row_length, "gravity": gravity,
        "wrap": wrap, "exact": exact, "misere": misere, "any_position": case.any_position,
    }  # fmt: skip


def question_of(case: Case) -> dict[str, Any]:
    """Return the question about a position."""
    return {"board": case.rows, "to_move": case.to_move, **rules_of(case), **UNHURRIED}


def outcomes_of(answer: dict[str, Any]) -> dict[int, Outcome]:
    """Return value and plies of every option of an answer, by its cell."""
    width = answer["rules"]["width"]
    return {
        each["row"] * width + each["column"]: (each["value"], each["plies_to_end"])
        for each in answer["options"]
    }


def check(answer: dict[str, Any], case: Case) -> None:
    """Check that an answer is about this position under its rules, and right."""
    assert answer["rules"] == rules_of(case), case
    assert answer["to_move"] == case.to_move, case
    over = not case.reference.legal_moves(case.cells)
    assert outcomes_of(answer) == ({} if over else case.expected), case


def check_end(answer: dict[str, Any], case: Case, when: str = "") -> None:
    """Check what an answer says of how the game has ended, if it has."""
    winner, owner = case.reference.winner(case.cells), case.reference.row_owner(case.cells)
    over = not case.reference.legal_moves(case.cells)
    status = "won" if winner else "drawn" if over else "in_progress"
    assert (answer[f"status{when}"], answer[f"winner{when}"]) == (status, winner), case
    line = answer[f"winning_line{when}"]
    assert (line is None) == (owner is None), case
    if line is not None:
        cells = [each["row"] * case.variant.width + each["column"] for each in line]
        assert {case.cells[cell] for cell in cells} == {owner}, case
        assert len(set(cells)) == len(cells) >= case.variant.row_length, case


def under_all_rules(shape: tuple[int, int, int], seed: str) -> Iterator[Case]:
    """Yield the same stones under all rules, in any order, twice each."""
    chance = chance_of(seed)
    # Nothing that a game with gravity and all edges joined leads to is over under other rules.
    stones = random_case(Variant(*shape, gravity=True, wrap="both"), MOVES_LEFT, chance)
    cases = [
        Case(variant_of(shape, switches), stones.cells, stones.to_move, any_position)
        for switches in COMBINATIONS
        for any_position in {stones.any_position, True}
    ]
    yield from chance.sample(cases + cases, 2 * len(cases))


def test_no_answer_crosses_rules(base_url: str) -> None:
    tags: dict[str, Case] = {}
    for case in under_all_rules(SHAPE, "crossing"):
        response = ask(base_url, **question_of(case))
        assert response.status_code == 200, response.text
        check(response.json(), case)
        assert tags.setdefault(response.headers["ETag"], case) == case
    assert len(tags) >= len(COMBINATIONS)


def test_links_streams_and_batches_know_the_rules(base_url: str) -> None:
    cases = list(under_all_rules((3, 4, 3), "routes"))
    for case in cases[: samples(40)]:
        question = question_of(case)
        told = requests.get(f"{base_url}/move?{query_of(question).replace('#', '%23')}", timeout=60)
        check(told.json(), case)
        check(stream(base_url, **question)[-1][1], case)
    for start in range(0, len(cases), MOST):
        part = cases[start : start + MOST]
        for case, answer in zip(part, results_of(base_url, *map(question_of, part)), strict=True):
            check(answer, case)


@every_combination
def test_a_game_is_told_to_its_end_as_moves_and_as_stones(
    base_url: str, switches: Combination
) -> None:
    chance = chance_of(f"games {switches}")
    for shape in ((3, 3, 3), (4, 2, 3)):
        start = Case(variant_of(shape, switches), random_blank(shape, chance), "X")
        cases = list(random_game(start, chance))
        names: list[str] = []
        for case, after in zip(cases, [*cases[1:], None], strict=True):
            question = question_of(case)
            answer = best_answer(base_url, **question)
            check_end(answer, case)
            check(answer, case)
            if answer["best_move"] is not None:
                best = answer["best_move"]
                cell = best["row"] * case.variant.width + best["column"]
                check_end(answer, case.after(cell), "_after")
                assert answer["board_after"] == case.after(cell).rows
            played = ask(base_url, **question | {"board": start.rows, "moves": names}).json()
            mistake, last_move = played.pop("mistake", None), played.pop("last_move", None)
            assert bool(names) == (last_move is not None)
            if last_move is not None:
                check_last_move(last_move, mistake, *cases[len(names) - 1 : len(names) + 1])
            hidden = {"search": None}
            assert played | hidden == answer | hidden
            if after is not None:
                (cell,) = [
                    each for each, mark in enumerate(after.cells) if mark != case.cells[each]
                ]
                names.append(name_place(*divmod(cell, shape[0]), shape[1]))


def check_last_move(
    told: dict[str, Any], mistake: dict[str, Any] | None, before: Case, after: Case
) -> None:
    """Check what is said of the last move of a game; nothing proven may be false."""
    options = before.expected
    best = max(value for value, _ in options.values())
    (cell,) = [each for each, mark in enumerate(after.cells) if mark != before.cells[each]]
    value, plies = options[cell]
    assert told["kept"] in (value == best, None)
    assert (mistake is not None) == (told["kept"] is False)
    better = told["better_move"]
    if better is not None and told["kept"] is not None:
        named = options[better["row"] * before.variant.width + better["column"]]
        assert named[0] == best or not told["kept"]
        assert not told["kept"] or (named[1] < plies if value == 1 else named[1] > plies)
    if mistake is not None:
        had = mistake["bounds"]
        assert value < had["lower"] <= best <= had["upper"]
        assert mistake["better_move"] == better


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"misere": True, "moves": ["a1"]}, "a1 gave up the draw; b2 kept it."),
        ({"board": ["...."] * 4, "gravity": True, "moves": ["b1", "b2", "a1"]},
         "a1 gave up the win; c1 kept it."),
    ],
)  # fmt: skip
def test_a_mistake_is_one_under_the_rules(base_url: str, fields: dict[str, Any], text: str) -> None:
    before = EMPTY | fields | {"moves": fields["moves"][:-1]} | UNHURRIED
    ask(base_url, **before)
    assert ask(base_url, **EMPTY | fields | UNHURRIED).json()["mistake"]["text"] == text


def test_what_is_known_is_told(base_url: str) -> None:
    facts = chance_of("facts").sample(list(known_positions()), samples(20))
    answers = results_of(base_url, *(question_of(fact.case) for fact in facts))
    for fact, answer in zip(facts, answers, strict=True):
        assert (answer["value"], answer["plies_to_end"]) == fact.outcome, fact
        assert outcomes_of(answer) == fact.options, fact


@pytest.mark.parametrize(
    ("fields", "pointer", "told"),
    [
        ({"gravity": True, "moves": ["a1", "b2"]}, "/moves/1", "falls to b1"),
        ({"gravity": True, "moves": ["a1", "a2", "a3", "a3"]}, "/moves/3", "stone on a3 already"),
        ({"board": ["...", "#..", "..."], "moves": ["b2", "a2"]}, "/moves/1", "wall on a2"),
        ({"board": ["...", "#..", "..."], "gravity": True, "moves": ["a1"]}, "/moves/0",
         "falls to a3"),
        ({"board": ["#..", "...", "..."], "gravity": True, "moves": ["a1"]}, "/moves/0",
         "a wall closes it"),
        ({"misere": True, "moves": ["a1", "b1", "a2", "b2", "a3", "c3"]}, "/moves/5",
         "O has won already"),
        ({"board": [".X.", "...", "..."], "gravity": True}, "/board/0/1", "floats"),
        ({"any_position": True, "gravity": True, "to_move": "X", "board": ["O..", "...", "..."]},
         "/board/0/0", "floats"),
    ],
)  # fmt: skip
def test_what_the_rules_forbid_is_named(
    base_url: str, fields: dict[str, Any], pointer: str, told: str
) -> None:
    problem = check_problem(ask(base_url, **EMPTY | fields), 422, "impossible_position")
    assert pointers(problem) == [pointer]
    assert told in problem["errors"][0]["message"]


def test_every_switch_can_be_asked_for_and_is_told() -> None:
    names = list(Switches.__annotations__)
    assert [name for name in MoveRequest.model_fields if name in names] == names
    assert list(Rules.__annotations__)[3:] == names
