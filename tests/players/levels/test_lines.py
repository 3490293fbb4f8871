"""`lines` wins, blocks, or plays a cell of the highest worth, which is worked out anew here."""

from fractions import Fraction
from itertools import chain

import pytest

from service.game import Board, Rules
from service.solver import Solver
from tests.players.asking import ask
from tests.players.made import possible_rows
from tests.support.positions import Position, random_positions
from tests.support.reference import other, put

SHAPES = {
    (3, 3, 3): (2, 9), (4, 4, 3): (6, 16), (5, 5, 4): (8, 25), (6, 6, 2): (30, 36),
    (9, 1, 3): (3, 9), (2, 8, 3): (4, 16), (7, 7, 5): (15, 49), (4, 4, 5): (3, 16),
    (10, 10, 4): (50, 100),
}  # fmt: skip
SEEDS = 25
REASONS = {"win", "block", "open_lines", "random", "only_move"}
"""Every reason that the level gives."""


def worth_of(position: Position, cell: int, player: str, cells: str) -> Fraction:
    """Return the worth of the open lines through a cell, fourfold for each stone on them."""
    rows = chain(*possible_rows(position.game, cells, cell, player).values())
    return Fraction(sum(4 ** sum(cells[each] == player for each in row) for row in rows))


def net_worth(position: Position, cell: int) -> Fraction:
    """Return the worth of a cell, less what the best of the forced replies gives the opponent."""
    mover, rival = position.to_move, other(position.to_move)
    after = put(position.cells, cell, mover)
    replies = position.game.completing(after, mover)
    given = max((worth_of(position, reply, rival, after) for reply in replies), default=Fraction(0))
    return worth_of(position, cell, mover, position.cells) - given


def best_cells(position: Position) -> set[int]:
    """Return the cells that it may play."""
    game, cells, mover = position.game, position.cells, position.to_move
    for player in (mover, other(mover)):
        if decisive := game.completing(cells, player):
            return decisive
    worths = {cell: net_worth(position, cell) for cell, mark in enumerate(cells) if mark == "."}
    return {cell for cell, worth in worths.items() if worth == max(worths.values())}


@pytest.mark.parametrize("shape", SHAPES)
def test_it_plays_exactly_the_best_cells(solver: Solver, shape: tuple[int, int, int]) -> None:
    for index, position in enumerate(random_positions(shape, SHAPES[shape], 40, seed=53)):
        board, best = position.board, best_cells(position)
        few = len(best) < 5 and index < 20
        played = {ask("lines", board, solver, seed).cell for seed in range(SEEDS if few else 2)}
        assert played == best if few else played <= best, (position.rows, played, best)


def test_lines_too_long_for_any_fraction_still_count(solver: Solver) -> None:
    """A power of the thousand stones that a line lacks is no number to compare."""
    moves = {ask("lines", Board(Rules(1500, 1, 1000)), solver, seed).cell for seed in range(20)}
    assert moves <= set(range(499, 1001))
    assert len(moves) > 10
