"""No answer crosses rules: one solver is asked about the same stones under all of them."""

from service.solver import Budget, Solver
from tests.rules.cases import COMBINATIONS, Case, Shape, random_case, variant_of
from tests.solver.checks import check_exact, check_variation
from tests.support.reference import Variant
from tests.support.sampling import chance_of, samples

SHAPES: list[Shape] = [(4, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4), (5, 3, 3), (3, 3, 3), (6, 2, 3)]
MOVES_LEFT = 7


def test_one_solver_under_all_combinations_in_any_order() -> None:
    chance = chance_of("crossing")
    answered = 0
    for index in range(samples(25)):
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
