"""Whole games: every option of every reachable position of two boards."""

from collections.abc import Callable

import pytest

from service.solver import Budget, Proof, Solver
from tests.solver.checks import board_of, check_classes, check_exact, check_variation
from tests.support.reference import Reference, moved, reachable, symmetries_of


@pytest.mark.parametrize(
    ("shape", "positions", "classes"),
    [((3, 3, 3), 5_478, 765), pytest.param((4, 3, 3), 111_973, 28_275, marks=pytest.mark.thorough)],
    ids=str,
)
def test_every_reachable_position(
    reference: Callable[..., Reference],
    solver: Solver,
    shape: tuple[int, int, int],
    positions: int,
    classes: int,
) -> None:
    """Value and plies of all options; options that are alike and variations once per class."""
    game = reference(*shape)
    symmetries = symmetries_of(*shape[:2])
    count, seen = 0, set()
    for cells, mover, over in reachable(game):
        count += 1
        form = min(moved(cells, images) for images in symmetries)
        new = form not in seen
        seen.add(form)
        if over:
            continue
        analysis = solver.analyse(board_of(game, cells, mover), Budget())
        check_exact(analysis, game, cells)
        if new:
            check_classes(analysis, game, cells)
            check_variation(analysis, game, cells)
    assert (count, len(seen)) == (positions, classes)


@pytest.mark.parametrize("shape", [(3, 3, 3), (4, 2, 2), (2, 2, 2), (2, 2, 1), (3, 2, 4)], ids=str)
def test_every_finished_position(
    reference: Callable[..., Reference], solver: Solver, shape: tuple[int, int, int]
) -> None:
    """A finished game is answered at once, for the side that would be to move."""
    game = reference(*shape)
    for cells, mover, over in reachable(game):
        if not over:
            continue
        analysis = solver.analyse(board_of(game, cells, mover), Budget())
        won = any(game.has_line(cells, player) for player in "XO")
        assert analysis.assessment.value == (-1 if won else 0)
        assert analysis.assessment.plies_to_end == 0
        assert not analysis.options
        assert not analysis.principal_variation
        assert analysis.proof == Proof("game_over")
        assert analysis.search.complete
        assert analysis.search.nodes == 0


@pytest.mark.parametrize(
    "shape",
    [(1, 1, 1), (1, 1, 2), (2, 1, 1), (1, 6, 2), (6, 1, 3), (7, 1, 4), (2, 2, 2), (2, 2, 3),
     (3, 2, 2), (2, 3, 3), (4, 2, 3), (2, 4, 2), (3, 3, 2), (3, 3, 1),
     *(pytest.param(shape, marks=pytest.mark.thorough)
       for shape in [(3, 3, 9), (1, 9, 3), (5, 2, 3)])],
    ids=str,
)  # fmt: skip
def test_every_position_of_small_boards_from_either_start(
    reference: Callable[..., Reference], solver: Solver, shape: tuple[int, int, int]
) -> None:
    game = reference(*shape)
    swap = str.maketrans("XO", "OX")
    for cells, mover, over in reachable(game):
        if over:
            continue
        for each, player in ((cells, mover), (cells.translate(swap), mover.translate(swap))):
            analysis = solver.analyse(board_of(game, each, player), Budget())
            check_exact(analysis, game, each)
            check_classes(analysis, game, each)
            check_variation(analysis, game, each)
