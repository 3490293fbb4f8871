"""Laws that tie answers to each other: symmetry, swapping the players, tables, threads."""

import random
from functools import cache

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from service.solver import Analysis, Budget, Solver
from tests.solver.checks import values
from tests.support.positions import Position, random_position
from tests.support.reference import Reference, moved, other, symmetries_of
from tests.support.sampling import samples

SHAPES = [
    (3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 5, 4), (6, 5, 4), (6, 6, 4), (7, 7, 5),
    (2, 9, 3), (9, 9, 5), (10, 10, 5), (70, 1, 4), (13, 5, 4),
]  # fmt: skip
GAMES = {shape: Reference(*shape) for shape in SHAPES}


@cache
def solver(table_mebibytes: int) -> Solver:
    """Return a solver with a table of this size; without any, it has room for next to nothing."""
    made = Solver(table_mebibytes or 1)
    if not table_mebibytes:
        made.table.entries = np.zeros((1, made.table.entries.shape[1]), np.uint64)
    return made


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Return a random position with few empty cells, of a game that either player started."""
    game = GAMES[draw(st.sampled_from(SHAPES))]
    empty_cells = draw(st.integers(1, min(12, game.width * game.height)))
    chance = random.Random(draw(st.integers(0, 2**32)))
    position = random_position(game, empty_cells, chance, draw(st.sampled_from("XO")))
    if position is None:
        return Position(game, "." * (game.width * game.height), "X")
    return position


def analyse(solver: Solver, position: Position) -> Analysis:
    """Return everything about a position, within a limit no position here comes near."""
    board = position.board
    return solver.analyse(board, Budget(nodes=1_000_000, best_only=False))


@settings(max_examples=samples(300))
@given(position=positions(), data=st.data())
def test_neither_turning_nor_swapping_nor_the_size_of_the_table_changes_values(
    position: Position, data: st.DataObject
) -> None:
    """A symmetry permutes the options; one bucket, one mebibyte or 256 of them say the same."""
    game, cells, mover = position.game, position.cells, position.to_move
    ours = analyse(solver(256), position)
    for mebibytes in (1, 0):
        assert values(analyse(solver(mebibytes), position)) == values(ours)
    images = data.draw(st.sampled_from(symmetries_of(game.width, game.height)))
    image = Position(game, moved(cells, images), mover)
    expected = {images[cell]: value for cell, value in values(ours).items()}
    assert values(analyse(Solver(1), image)) == expected
    swapped = Position(game, cells.translate(str.maketrans("XO", "OX")), other(mover))
    theirs = analyse(Solver(1), swapped)
    assert (values(theirs), theirs.assessment) == (values(ours), ours.assessment)


@settings(max_examples=samples(100))
@given(position=positions())
def test_the_options_are_what_the_positions_after_them_are_worth(position: Position) -> None:
    analysis = analyse(solver(256), position)
    for option in analysis.options:
        board = analysis.board.play(option.cell)
        after = solver(256).analyse(board, Budget()).assessment
        assert option.assessment.value == -(after.value or 0)
        assert option.assessment.plies_to_end == (after.plies_to_end or 0) + 1
