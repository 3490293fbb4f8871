"""`master` never does worse than the minimax value, at any point of any game."""

from itertools import pairwise

import numpy as np
import pytest

from service.game import Board, Player, Rules
from service.solver import Budget, Solver
from tests.players.asking import ask
from tests.players.truths import OF_THE_BEST_MOVE
from tests.solver.enumeration import Levels, minimax_table
from tests.support.positions import random_positions
from tests.support.reference import preference
from tests.support.sampling import chance_of, samples

Shape = tuple[int, int, int]

REASONS = OF_THE_BEST_MOVE
"""Every reason that the level gives."""

LATE_SHAPES = [(4, 3, 3), (4, 4, 3), (4, 4, 4), (4, 3, 4)]


@pytest.mark.parametrize(
    ("shape", "most"),
    [
        ((3, 3, 3), 9999), ((4, 3, 3), 600), ((4, 3, 4), 300),
        *(pytest.param((4, 4, length), 2000, marks=pytest.mark.long) for length in (3, 4)),
    ],
)  # fmt: skip
def test_it_keeps_the_value_from_the_first_move_on(solver: Solver, shape: Shape, most: int) -> None:
    """The whole tree of 3x3 is tried, and of larger ones up to `most` positions of every ply."""
    levels, table = Levels(shape), minimax_table(shape)
    chance = chance_of(57)
    for ply, (now, after) in enumerate(pairwise(table)):
        mover: Player = "O" if ply % 2 else "X"
        chosen = range(len(now.codes))
        for index in chance.sample(chosen, min(samples(most), len(chosen))):
            code = int(now.codes[index])
            board = Board(
                Rules(*shape), code & (1 << levels.cells) - 1, code >> levels.cells, mover
            )
            cell = ask("master", board, solver).cell
            if board.play(cell).winner:
                continue
            child = np.uint32(code | 1 << (cell + ply % 2 * levels.cells))
            value = after.values[np.searchsorted(after.codes, child)]
            assert -value == now.values[index], (levels.text(code), cell)


@pytest.mark.parametrize("shape", LATE_SHAPES)
def test_late_positions_with_plies(solver: Solver, shape: Shape) -> None:
    for seed, position in enumerate(random_positions(shape, (4, 9), 100, seed=56)):
        board = position.board
        for budget in (Budget(), Budget(seed=seed), Budget(best_only=True)):
            choice = ask("master", board, solver, seed, budget)
            options = position.game.options(position.cells, position.to_move)
            best = max(map(preference, options.values()))
            assert preference(options[choice.cell]) == best, position.rows


def test_its_first_move_is_the_one_that_is_taught(solver: Solver) -> None:
    """On 3x3 that is the center, with any seed."""
    board = Board(Rules(3, 3, 3))
    seeds = [None, *range(20)]
    moves = {ask("master", board, solver, seed, Budget(seed=seed)).cell for seed in seeds}
    assert moves == {4}
