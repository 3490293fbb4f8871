"""The positions of 4x4 with four in a row that either player wins, ply by ply.

How many there are up to symmetry is published: OEIS A317573 for X and A317574 for O. Positions in
which the game has just been won count, and those where best play of both wins it. The empty board
is drawn, and so is each position before the first of these plies.
"""

from functools import cache

import numpy as np
import pytest

from service.solver import Budget, Solver
from tests.solver.enumeration import Levels
from tests.solver.minimax_tables import Ply, minimax_table
from tests.support.positions import Position
from tests.support.reference import Reference
from tests.support.sampling import chance_of

SHAPE = (4, 4, 4)
PUBLISHED = {
    "X": dict(enumerate([1100, 280, 26771, 11535, 91567, 36362, 78138, 26146, 12900, 3774], 6)),
    "O": dict(enumerate([2476, 642, 31841, 11251, 66364, 21718, 29258, 8496, 1335, 371], 7)),
}
SAMPLE = 1_000
"""Positions of each ply and value that the solver is asked about."""


@cache
def table() -> list[Ply]:
    """Return the values by plain minimax, worked out from the last ply to the first."""
    return minimax_table(SHAPE)


@pytest.mark.thorough
def test_as_many_are_won_as_is_published() -> None:
    levels = Levels(SHAPE)
    for ply, row in enumerate(table()):
        mover, waiting = "XO" if ply % 2 == 0 else "OX"
        found = {
            mover: row.codes[row.values == 1],
            waiting: np.concatenate([row.codes[row.values == -1], row.won]),
        }
        for player, codes in found.items():
            classes = len(np.unique(levels.canonical(codes)))
            assert classes == PUBLISHED[player].get(ply, 0), (player, ply)


@pytest.mark.thorough
def test_the_solver_says_so_of_each_kind(solver: Solver) -> None:
    """Of every ply and value, as many as there are or a large sample."""
    game, levels, chance = Reference(*SHAPE), Levels(SHAPE), chance_of("won positions")
    asked = 0
    for ply, row in enumerate(table()):
        kinds = [(value, row.codes[row.values == value]) for value in (1, 0, -1)]
        for value, codes in [*kinds, (-1, row.won)]:
            for code in chance.sample(codes.tolist(), min(SAMPLE, len(codes))):
                cells = levels.text(code)
                board = Position(game, cells, "XO"[ply % 2]).board
                found = solver.analyse(board, Budget(best_only=True)).assessment
                assert found.value == value, (game.rows(cells), ply)
                asked += 1
    assert asked > 30_000
