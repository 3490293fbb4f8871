"""Whole games: every option of every reachable position of two boards."""

import pytest

from service.solver import Budget, Solver
from tests.solver.checks import check_classes, check_exact, check_finished, check_variation
from tests.support.positions import Position
from tests.support.reference import Reference, moved, reachable, symmetries_of


@pytest.mark.parametrize(
    ("shape", "positions", "classes"),
    [((3, 3, 3), 5_478, 765), pytest.param((4, 3, 3), 111_973, 28_275, marks=pytest.mark.thorough)],
    ids=str,
)
def test_every_reachable_position(
    solver: Solver,
    shape: tuple[int, int, int],
    positions: int,
    classes: int,
) -> None:
    """Value and plies of all options; options that are alike and variations once per class."""
    game = Reference(*shape)
    symmetries = symmetries_of(*shape[:2])
    count, seen = 0, set()
    for cells, mover, over in reachable(game):
        count += 1
        form = min(moved(cells, images) for images in symmetries)
        new = form not in seen
        seen.add(form)
        position = Position(game, cells, mover)
        if over:
            check_finished(solver.analyse(position.board, Budget()), position)
            continue
        analysis = solver.analyse(position.board, Budget())
        check_exact(analysis, position)
        if new:
            check_classes(analysis, position)
            check_variation(analysis, position)
    assert (count, len(seen)) == (positions, classes)


@pytest.mark.parametrize(
    "shape",
    [(1, 1, 1), (1, 1, 2), (2, 1, 1), (1, 6, 2), (6, 1, 3), (7, 1, 4), (2, 2, 1), (2, 2, 2),
     (2, 2, 3), (3, 2, 2), (2, 3, 3), (4, 2, 2), (4, 2, 3), (2, 4, 2), (3, 2, 4), (3, 3, 2),
     (3, 3, 1),
     *(pytest.param(shape, marks=pytest.mark.thorough)
       for shape in [(3, 3, 9), (1, 9, 3), (5, 2, 3)])],
    ids=str,
)  # fmt: skip
def test_every_position_of_small_boards_from_either_start(
    solver: Solver, shape: tuple[int, int, int]
) -> None:
    """What is over is answered at once, for the side that would be to move."""
    game = Reference(*shape)
    swap = str.maketrans("XO", "OX")
    for cells, mover, over in reachable(game):
        for each, player in ((cells, mover), (cells.translate(swap), mover.translate(swap))):
            position = Position(game, each, player)
            analysis = solver.analyse(position.board, Budget())
            if over:
                check_finished(analysis, position)
                continue
            check_exact(analysis, position)
            check_classes(analysis, position)
            check_variation(analysis, position)
