"""Connect Four is what is published about it."""

import numpy as np
import pytest

from service.game import Board
from service.solver.gravity.kernels import rows
from service.solver.lines import WIN
from service.solver.memory import TranspositionTable
from tests.solver.gravity.support import position_of, score_of_best
from tests.support.connect_four import Published, connect_four, published
from tests.support.facts import facts
from tests.support.sampling import chance_of, samples

QUICK, THOROUGH = 26, 35
"""The cells of the largest empty boards that the quick and the thorough tier solve."""
LATE, EARLY = 20, 12
"""The fewest stones of public positions that the quick and the thorough tier solve."""


@pytest.fixture(scope="module")
def table() -> TranspositionTable:
    """Provide one table for all positions."""
    return TranspositionTable(64)


SIZES = [
    pytest.param(
        *map(int, row),
        marks=()
        if int(row[0]) * int(row[1]) <= QUICK
        else pytest.mark.thorough
        if int(row[0]) * int(row[1]) <= THOROUGH
        else pytest.mark.long,
    )
    for row in facts("connect_four_sizes.csv")
    if row[3] and int(row[0]) * int(row[1]) <= 42
]


@pytest.mark.parametrize(("width", "height", "winner", "last_move"), SIZES)
def test_an_empty_board(
    table: TranspositionTable, width: int, height: int, winner: int, last_move: int
) -> None:
    value = {0: 0, 1: 1, 2: -1}[winner]
    score = score_of_best(Board(connect_four(width, height)), table)
    assert score == value * (WIN - last_move)


def _check(table: TranspositionTable, position: Published) -> None:
    sign = (position.score > 0) - (position.score < 0)
    assert score_of_best(position.board, table) == sign * (WIN - position.plies), position


def test_public_positions_of_many_stones(table: TranspositionTable) -> None:
    late = [each for each in published() if len(each.columns) >= LATE]
    for position in chance_of("late").sample(late, samples(len(late))):
        _check(table, position)


@pytest.mark.thorough
def test_public_positions_of_some_stones(table: TranspositionTable) -> None:
    for position in published():
        if EARLY <= len(position.columns) < LATE:
            _check(table, position)


@pytest.mark.long
def test_public_positions_of_few_stones(table: TranspositionTable) -> None:
    for position in published():
        if len(position.columns) < EARLY:
            _check(table, position)


COUNTS = [
    pytest.param(*map(int, row), marks=() if int(row[2]) < 500_000 else pytest.mark.thorough)
    for row in facts("connect_four_counts.csv")
    if int(row[2]) < 5_000_000
]


@pytest.mark.parametrize(("width", "height", "positions"), COUNTS)
def test_the_number_of_positions(width: int, height: int, positions: int) -> None:
    """All are found by the moves and rows of the kernels, whose code also works on arrays."""
    board = Board(connect_four(width, height))
    game = position_of(board, TranspositionTable(1)).game
    floor = game.floor
    own, taken, count = np.zeros(1, np.uint64), np.zeros(1, np.uint64), 0
    while own.size:
        count += own.size
        opponent = taken ^ own
        row = np.zeros_like(own)
        for step in game.steps:
            row |= rows.starts.py_func(opponent, int(step), game.row_length)
        own, taken = own[row == 0], taken[row == 0]
        opponent, moves = taken ^ own, rows.playable.py_func(game, taken)
        names = [np.zeros(0, np.uint64)]
        for column in range(width):
            move = moves & np.uint64((1 << height) - 1 << column * (height + 1))
            of_column, there = opponent[move != 0], (taken | move)[move != 0]
            names.append(of_column + there + floor)
        found = np.unique(np.concatenate(names))
        # The highest bit of each column is that of its lowest empty place.
        higher = np.zeros_like(found)
        for column in range(width):
            part = found >> np.uint64(column * (height + 1)) & np.uint64((2 << height) - 1)
            for shift in (1, 2, 4):
                part |= part >> np.uint64(shift)
            higher |= part >> np.uint64(1) << np.uint64(column * (height + 1))
        taken = higher
        own = found - taken - floor
    assert count == positions
