"""Value, plies and every option under every combination of rules, against the plain reference."""

from dataclasses import replace

import pytest

from service.game import Board, Rules
from service.solver import Budget, Solver
from tests.rules.cases import (
    COMBINATIONS,
    LARGER,
    SMALL,
    Case,
    Shape,
    Switches,
    every_combination,
    every_position,
    random_blank,
    random_case,
    random_game,
    variant_of,
)
from tests.rules.facts import Fact, known_positions, known_values
from tests.solver.checks import (
    check_bounds,
    check_classes,
    check_exact,
    check_finished,
    check_variation,
)
from tests.support.reference import Variant
from tests.support.sampling import chance_of, samples

OTHERS: list[Shape] = [
    (5, 4, 4), (5, 5, 4), (6, 5, 4), (7, 6, 4), (2, 7, 3), (8, 2, 3), (7, 1, 3), (4, 3, 13),
]  # fmt: skip
FEW_LEFT, MOST_LEFT = 9, 12
"""Moves left in most positions, and in one of MANY."""
MANY = 20


def check_position(solver: Solver, case: Case, seed: int | None = None) -> None:
    """Check everything that is said of a position, which may be finished."""
    analysis = solver.analyse(case.board, Budget(seed=seed))
    if not case.reference.legal_moves(case.cells):
        check_finished(analysis, case)
        return
    check_exact(analysis, case)
    check_classes(analysis, case)
    check_variation(analysis, case)


@every_combination
def test_every_position_of_games_on_small_boards(solver: Solver, switches: Switches) -> None:
    chance = chance_of(f"small games {switches}")
    for index in range(samples(60)):
        shape = SMALL[index % len(SMALL)] if index < len(SMALL) else chance.choice(SMALL)
        start = Case(variant_of(shape, switches), random_blank(shape, chance), "X")
        for case in random_game(start, chance):
            check_position(solver, case)


@every_combination
def test_random_positions(solver: Solver, switches: Switches) -> None:
    """With walls, either side to move, stones of no game; every other one is asked with a seed."""
    chance = chance_of(f"positions {switches}")
    for index in range(samples(150)):
        most = MOST_LEFT if index % MANY == MANY - 1 else FEW_LEFT
        variant = variant_of(chance.choice([*LARGER, *OTHERS]), switches)
        case = random_case(variant, chance.randint(1, most), chance)
        check_position(solver, case, index if index % 2 else None)


@every_combination
def test_walls_at_two_edges_cut_them(solver: Solver, switches: Switches) -> None:
    """Rows do not go on over joined edges there, and stones rest on the walls below."""
    chance = chance_of(f"walls {switches}")
    for _ in range(samples(20)):
        variant = variant_of(chance.choice([*LARGER, *OTHERS]), switches)
        case = random_case(variant._replace(wrap="none"), chance.randint(1, FEW_LEFT), chance)
        cells = "".join(row + "#" for row in case.rows) + "#" * (variant.width + 1)
        larger = variant._replace(width=variant.width + 1, height=variant.height + 1)
        check_position(solver, replace(case, variant=larger, cells=cells))


@pytest.mark.thorough
@pytest.mark.parametrize("shape", [(2, 2, 2), (3, 2, 2), (2, 3, 3), (6, 1, 3), (3, 3, 3)], ids=str)
@every_combination
def test_every_position_of_a_game(solver: Solver, switches: Switches, shape: Shape) -> None:
    start = Case(variant_of(shape, switches), "." * (shape[0] * shape[1]), "X")
    for case in every_position(start):
        analysis = solver.analyse(case.board, Budget())
        if case.reference.legal_moves(case.cells):
            check_exact(analysis, case)
        else:
            check_finished(analysis, case)


@pytest.mark.parametrize("fact", list(known_positions()), ids=str)
def test_known_positions(solver: Solver, fact: Fact) -> None:
    assert fact.options is not None
    analysis = solver.analyse(fact.case.board, Budget())
    check_exact(analysis, fact.case, fact.options)
    assert (analysis.assessment.value, analysis.assessment.plies_to_end) == fact.outcome


@pytest.mark.parametrize("best_only", [False, True])
@pytest.mark.parametrize("fact", list(known_values()), ids=str)
def test_known_values(solver: Solver, fact: Fact, best_only: bool) -> None:
    analysis = solver.analyse(fact.case.board, Budget(best_only=best_only))
    assert analysis.search.complete
    assert (analysis.assessment.value, analysis.assessment.plies_to_end) == fact.outcome
    assert analysis.assessment.shortest
    assert len(analysis.principal_variation) == fact.outcome[1]


@every_combination
def test_no_budget_makes_it_say_anything_wrong(switches: Switches) -> None:
    """Whatever limit ends the search, bounds and plies are true."""
    chance = chance_of(f"budgets {switches}")
    for index in range(samples(20)):
        case = random_case(variant_of(chance.choice(LARGER), switches), FEW_LEFT, chance)
        budget = Budget(nodes=chance.choice((1, 10, 100)), best_only=bool(index % 2))
        check = check_bounds if case.reference.legal_moves(case.cells) else check_finished
        check(Solver(1).analyse(case.board, budget), case)


@pytest.mark.parametrize("best_only", [True, False])
def test_a_search_that_has_nothing_left_to_try_says_so(best_only: bool) -> None:
    """Two plies are all that is tried on so high a board where a stone may hurt."""
    board = Board(Rules(20, 64, 5, misere=True)).play(210)
    search = Solver(1).analyse(board, Budget(best_only=best_only)).search
    assert (search.complete, search.stopped_by) == (False, "exhausted")


SHAPES: list[Shape] = [(4, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4), (5, 3, 3), (3, 3, 3), (6, 2, 3)]
MOVES_LEFT = 7


def test_one_solver_under_all_combinations_in_any_order() -> None:
    chance = chance_of("crossing")
    answered = 0
    for index in range(samples(15)):
        shape = SHAPES[index % len(SHAPES)]
        solver = Solver(4)
        # Nothing that a game with gravity and all edges joined leads to is over under other rules.
        stones = random_case(Variant(*shape, gravity=True, wrap="both"), MOVES_LEFT, chance)
        cases = [
            Case(variant_of(shape, switches), stones.cells, stones.to_move, any_position)
            for switches in COMBINATIONS
            for any_position in {stones.any_position, True}
        ]
        expected = {case: case.expected for case in cases}
        for case in chance.sample(cases + cases, 2 * len(cases)):
            analysis = solver.analyse(case.board, Budget())
            check_exact(analysis, case, expected[case])
            check_variation(analysis, case)
            answered += 1
    assert answered >= 64 * 5
