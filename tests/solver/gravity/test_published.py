"""Connect Four is what is published about it."""

import pytest

from service.game import Board
from service.solver.lines import WIN
from service.solver.memory import TranspositionTable
from tests.solver.gravity.support import score_of_best
from tests.support.connect_four import connect_four, published
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


@pytest.mark.parametrize(
    ("fewest", "most"),
    [
        (LATE, 42),
        pytest.param(EARLY, LATE - 1, marks=pytest.mark.thorough),
        pytest.param(0, EARLY - 1, marks=pytest.mark.long),
    ],
)
def test_public_positions(table: TranspositionTable, fewest: int, most: int) -> None:
    """Of so many stones."""
    found = [each for each in published() if fewest <= len(each.columns) <= most]
    for position in chance_of("public").sample(found, samples(len(found))):
        value = (position.score > 0) - (position.score < 0)
        assert score_of_best(position.board, table) == value * (WIN - position.plies), position
