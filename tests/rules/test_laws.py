"""Laws that tie the answers under one combination of rules to those under another."""

from itertools import product

import pytest

from service.solver import Analysis, Budget, Solver
from tests.rules.cases import (
    COMBINATIONS,
    Case,
    Shape,
    Switches,
    every_combination,
    opponent,
    random_case,
    variant_of,
)
from tests.solver.checks import values
from tests.support.reference import Variant, Wrap, moved
from tests.support.sampling import chance_of, samples

SHAPES: list[Shape] = [
    (3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 5, 4), (2, 7, 3),
    (7, 6, 4), (8, 2, 3), (7, 1, 3),
]  # fmt: skip
MOVES_LEFT = 9
EXCHANGED: dict[Wrap, Wrap] = {
    "none": "none", "horizontal": "vertical", "vertical": "horizontal", "both": "both",
}  # fmt: skip


def cases(switches: Switches, name: str, count: int) -> list[Case]:
    """Return seeded random positions of several shapes."""
    chance = chance_of(f"{name} {switches}")
    variants = [variant_of(chance.choice(SHAPES), switches) for _ in range(samples(count))]
    return [random_case(variant, chance.randint(2, MOVES_LEFT), chance) for variant in variants]


def answer(solver: Solver, case: Case) -> Analysis:
    """Return everything about a position."""
    return solver.analyse(case.board, Budget())


def check_alike(solver: Solver, case: Case, image: Case, images: tuple[int, ...]) -> None:
    """Check that two positions are worth the same, as are the options of one and their images."""
    ours, theirs = answer(solver, case), answer(Solver(1), image)
    assert ours.assessment == theirs.assessment, (case, image)
    expected = {images[cell]: outcome for cell, outcome in values(ours).items()}
    assert values(theirs) == expected, (case, image)


def check_equal(solver: Solver, case: Case, other_rules: Variant) -> None:
    """Check that a position is worth the same under other rules."""
    image = Case(other_rules, case.cells, case.to_move, case.any_position)
    check_alike(solver, case, image, tuple(range(len(case.cells))))


@pytest.mark.parametrize("switches", [each for each in COMBINATIONS if each[1] != "none"], ids=str)
def test_translations_along_joined_edges_change_nothing(solver: Solver, switches: Switches) -> None:
    """Where stones fall, the floor stays the bottom row."""
    chance = chance_of(f"distances {switches}")
    for case in cases(switches, "translations", 10):
        variant = case.variant
        joins_rows, joins_columns = variant.joins
        down = chance.randrange(variant.height) if joins_rows and not variant.gravity else 0
        right = chance.randrange(variant.width) if joins_columns else 0
        images = tuple(
            (row + down) % variant.height * variant.width + (column + right) % variant.width
            for row, column in product(range(variant.height), range(variant.width))
        )
        cells = moved(case.cells, images)
        image = Case(variant, cells, case.to_move, case.any_position)
        check_alike(solver, case, image, images)


@every_combination
def test_swapping_the_players_changes_nothing(solver: Solver, switches: Switches) -> None:
    for case in cases(switches, "players", 5):
        cells = case.cells.translate(str.maketrans("XO", "OX"))
        image = Case(case.variant, cells, opponent(case.to_move), case.any_position)
        check_alike(solver, case, image, tuple(range(len(cells))))


@pytest.mark.parametrize("switches", [each for each in COMBINATIONS if not each[0]], ids=str)
def test_exchanging_rows_and_columns_changes_nothing(solver: Solver, switches: Switches) -> None:
    _, wrap, exact, misere = switches
    exchanged = EXCHANGED[wrap]
    for case in cases(switches, "exchange", 5):
        width, height, row_length = case.variant[:3]
        variant = Variant(height, width, row_length, False, exchanged, exact, misere)
        images = tuple(
            column * height + row for row, column in product(range(height), range(width))
        )
        image = Case(variant, moved(case.cells, images), case.to_move, case.any_position)
        check_alike(solver, case, image, images)


@every_combination
def test_a_rectangle_within_walls_is_the_smaller_board(solver: Solver, switches: Switches) -> None:
    """Walls to the right of it and below cut joined edges as well, and stones rest on them."""
    gravity, _, exact, misere = switches
    for case in cases((gravity, "none", exact, misere), f"walls {switches}", 10):
        width, height, row_length = case.variant[:3]
        cells = "".join(row + "#" for row in case.rows) + "#" * (width + 1)
        images = tuple(
            row * (width + 1) + column for row, column in product(range(height), range(width))
        )
        larger = Variant(width + 1, height + 1, row_length, *switches)
        check_alike(solver, case, Case(larger, cells, case.to_move, case.any_position), images)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("wrap", ["none", "horizontal", "vertical"])
@pytest.mark.parametrize("gravity", [False, True])
def test_no_run_is_longer_than_the_longest_side(
    solver: Solver, gravity: bool, wrap: str, misere: bool
) -> None:
    """Exactly as many in a row as the longest side has cells are as many or more."""
    switches = next(each for each in COMBINATIONS if each == (gravity, wrap, False, misere))
    for case in cases(switches, "longest", 20):
        width, height = case.variant[:2]
        plain = case.variant._replace(row_length=max(width, height))
        case = Case(plain, case.cells, case.to_move, case.any_position)
        if not case.reference.row_owner(case.cells):
            check_equal(solver, case, plain._replace(exact=True))


@every_combination
def test_without_a_row_to_make_every_game_is_drawn(solver: Solver, switches: Switches) -> None:
    for case in cases(switches, "no rows", 5):
        longer = len(case.cells) + 1
        case = Case(case.variant._replace(row_length=longer), case.cells, case.to_move, True)
        left = case.reference.moves_left(case.cells)
        analysis = answer(solver, case)
        assert set(values(analysis).values()) == {(0, left)}, case
        assert len(analysis.principal_variation) == left, case


@pytest.mark.parametrize("switches", [each for each in COMBINATIONS if not each[0]], ids=str)
def test_stones_do_not_fall_on_a_board_of_one_row(solver: Solver, switches: Switches) -> None:
    chance = chance_of(f"one row {switches}")
    for _ in range(samples(10)):
        variant = Variant(chance.randint(4, 9), 1, chance.randint(2, 4), *switches)
        case = random_case(variant, MOVES_LEFT, chance)
        check_equal(solver, case, variant._replace(gravity=True))


@every_combination
def test_stones_that_come_from_a_game_may_be_any(solver: Solver, switches: Switches) -> None:
    for case in cases(switches, "any", 10):
        if not case.any_position:
            image = Case(case.variant, case.cells, case.to_move, any_position=True)
            check_alike(solver, case, image, tuple(range(len(case.cells))))
