"""Questions under every combination of rules: answered right by every route, and never mixed up."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
import requests

from service.game import Switches
from service.questions.schemas import MoveRequest
from service.questions.schemas.answer import Rules
from tests.api.events import stream
from tests.api.questions import ask
from tests.api.routes.test_answer import best_answer
from tests.api.routes.test_batch import MOST, results_of
from tests.api.routes.test_link import query_of
from tests.api.routes.truths import (
    UNHURRIED,
    cell_of,
    check_best_move,
    check_end,
    check_last_move,
    check_options,
    name_of,
)
from tests.heaps.heap import question_of
from tests.rules.cases import (
    COMBINATIONS,
    Case,
    Shape,
    every_combination,
    random_blank,
    random_case,
    random_game,
    variant_of,
)
from tests.rules.cases import Switches as Combination
from tests.rules.facts import known_positions
from tests.support.reference import Variant
from tests.support.sampling import chance_of, samples

SHAPE = (4, 3, 3)
MOVES_LEFT = 6
SHAPES: list[Shape] = [
    (1, 1, 1), (1, 7, 3), (7, 1, 2), (2, 2, 3), (3, 3, 3), (4, 3, 3), (5, 5, 4), (10, 10, 5),
]  # fmt: skip
MOST_LEFT = 10


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
        response = ask(base_url, **question_of(case, **UNHURRIED))
        assert response.status_code == 200, response.text
        check_options(response.json(), case)
        assert tags.setdefault(response.headers["ETag"], case) == case
    assert len(tags) >= len(COMBINATIONS)


def test_links_streams_and_batches_know_the_rules(base_url: str) -> None:
    cases = list(under_all_rules((3, 4, 3), "routes"))
    for case in cases[: samples(40)]:
        question = question_of(case, **UNHURRIED)
        told = requests.get(f"{base_url}/move?{query_of(question).replace('#', '%23')}", timeout=60)
        check_options(told.json(), case)
        check_options(stream(base_url, **question)[-1][1], case)
    for start in range(0, len(cases), MOST):
        part = cases[start : start + MOST]
        questions = [question_of(case, **UNHURRIED) for case in part]
        for case, answer in zip(part, results_of(base_url, *questions), strict=True):
            check_options(answer, case)


@every_combination
def test_a_game_is_told_to_its_end_as_moves_and_as_stones(
    base_url: str, switches: Combination
) -> None:
    chance = chance_of(f"games {switches}")
    for shape in ((3, 3, 3), (4, 2, 3)):
        start = Case(variant_of(shape, switches), random_blank(shape, chance), "X")
        cases = list(random_game(start, chance))
        cells = [
            next(each for each, mark in enumerate(after.cells) if mark != case.cells[each])
            for case, after in pairwise(cases)
        ]
        moves = [name_of(cell, start) for cell in cells]
        for count, case in enumerate(cases):
            question = question_of(case, **UNHURRIED)
            answer = best_answer(base_url, **question)
            check_options(answer, case)
            check_end(answer, case)
            check_best_move(answer, case)
            game = question | {"board": start.rows, "moves": moves[:count]}
            played = ask(base_url, **game).json()
            if count:
                check_last_move(played, cases[count - 1], cells[count - 1])
                del played["mistake"], played["last_move"]
            assert played | {"search": None} == answer | {"search": None}


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_legal_move_is_an_option_and_the_first_is_played(base_url: str, shape: Shape) -> None:
    chance = chance_of(f"options {shape}")
    for _ in range(samples(6)):
        case = random_case(Variant(*shape), MOST_LEFT, chance)
        answer = best_answer(base_url, **question_of(case, **UNHURRIED))
        assert answer["search"]["complete"]
        check_options(answer, case)
        check_best_move(answer, case)


def test_what_is_known_is_told(base_url: str) -> None:
    facts = chance_of("facts").sample(list(known_positions()), samples(20))
    questions = [question_of(fact.case, **UNHURRIED) for fact in facts]
    for fact, answer in zip(facts, results_of(base_url, *questions), strict=True):
        assert (answer["value"], answer["plies_to_end"]) == fact.outcome, fact
        told = {
            cell_of(each, fact.case): (each["value"], each["plies_to_end"])
            for each in answer["options"]
        }
        assert told == fact.options, fact


def test_every_switch_can_be_asked_for_and_is_told() -> None:
    names = list(Switches.__annotations__)
    assert [name for name in MoveRequest.model_fields if name in names] == names
    assert list(Rules.__annotations__)[3:] == names
