"""Seeded random positions of many shapes, all options, against the plain reference."""

from collections.abc import Callable

import pytest

from service.solver import Budget, Solver
from service.solver.session.engines import Engines, engines_for
from tests.solver.checks import check_classes, check_exact, check_variation
from tests.solver.engines import (
    BY_ENGINES,
    ENGINES_FOR,
    counter_engines,
    crowded,
    remainder_engines,
)
from tests.support.positions import random_positions

SHAPES = [
    ((1, 12, 3), (1, 9), 60), ((12, 1, 4), (1, 9), 60), ((9, 1, 2), (5, 9), 40),
    ((1, 10, 2), (6, 9), 40), ((1, 70, 5), (1, 8), 40), ((70, 1, 4), (1, 8), 40),
    ((64, 1, 4), (1, 8), 40), ((65, 1, 4), (1, 8), 40), ((2, 5, 3), (1, 10), 60),
    ((5, 2, 2), (4, 8), 40), ((2, 6, 5), (1, 8), 40), ((3, 4, 3), (1, 12), 60),
    ((5, 3, 3), (1, 9), 80), ((4, 4, 3), (1, 9), 80), ((4, 4, 4), (1, 9), 80),
    ((6, 3, 3), (1, 8), 60), ((3, 6, 4), (1, 8), 60), ((5, 4, 4), (1, 9), 80),
    ((5, 5, 3), (3, 9), 60), ((5, 5, 4), (1, 10), 100), ((5, 5, 5), (1, 9), 60),
    ((5, 5, 6), (1, 8), 30), ((6, 5, 4), (1, 9), 80), ((6, 6, 4), (2, 9), 80),
    ((6, 6, 5), (1, 9), 60), ((7, 4, 4), (1, 9), 60), ((7, 6, 4), (1, 8), 60),
    ((7, 7, 4), (4, 8), 60), ((7, 7, 5), (1, 9), 60), ((8, 8, 5), (1, 8), 60),
    ((8, 8, 4), (5, 8), 40), ((9, 7, 5), (1, 8), 40), ((9, 9, 5), (1, 9), 80),
    ((9, 9, 6), (1, 9), 60), ((10, 10, 5), (2, 8), 80), ((10, 10, 7), (1, 8), 40),
    ((13, 5, 4), (3, 8), 60), ((5, 13, 5), (1, 8), 60), ((22, 3, 4), (4, 8), 40),
    ((19, 19, 6), (2, 8), 30), ((30, 10, 7), (1, 8), 20), ((50, 50, 8), (2, 7), 8),
    ((11, 6, 12), (1, 7), 20), ((3, 22, 4), (5, 8), 40), ((6, 6, 4), (10, 12), 10),
    ((9, 9, 5), (10, 12), 10),
]  # fmt: skip


@pytest.mark.parametrize("search", [None, engines_for, counter_engines, remainder_engines])
@pytest.mark.parametrize(("shape", "empty_cells", "count"), SHAPES, ids=str)
def test_every_option_of_random_positions(
    monkeypatch: pytest.MonkeyPatch,
    shape: tuple[int, int, int],
    empty_cells: tuple[int, int],
    count: int,
    search: Callable[..., Engines] | None,
) -> None:
    """Without engines, as few empty cells are; by the usual engines; by those of larger boards.

    Every other analysis has a seed, which only chooses among equals, and every third one a table
    in which all positions collide.
    """
    if search:
        monkeypatch.setattr(ENGINES_FOR, search)
    solvers, nodes = (Solver(1), crowded(Solver(1))), BY_ENGINES if search else None
    positions = random_positions(shape, empty_cells, count // (2 if search else 1), seed=1)
    for index, position in enumerate(positions):
        board = position.board
        budget = Budget(nodes=nodes, seed=index if index % 2 else None)
        analysis = solvers[index % 3 == 2].analyse(board, budget)
        check_exact(analysis, position)
        check_classes(analysis, position)
        check_variation(analysis, position)


@pytest.mark.parametrize(("shape", "empty_cells", "count"), SHAPES, ids=str)
@pytest.mark.parametrize("best_only", [False, True])
def test_proofs_from_the_start(
    monkeypatch: pytest.MonkeyPatch,
    shape: tuple[int, int, int],
    empty_cells: tuple[int, int],
    count: int,
    best_only: bool,
) -> None:
    """Deepening and proofs take turns of a few nodes, so that either relies on the other."""
    monkeypatch.setattr("service.solver.session.engines.FIRST_SLICE", 8)
    solver = Solver(1)
    for position in random_positions(shape, empty_cells, count // 4, seed=4):
        board = position.board
        analysis = solver.analyse(board, Budget(nodes=BY_ENGINES, best_only=best_only))
        if not best_only:
            check_exact(analysis, position)
        outcome = (analysis.assessment.value, analysis.assessment.plies_to_end)
        assert outcome == position.game.solve(position.cells, position.to_move), position.rows
        check_variation(analysis, position)
