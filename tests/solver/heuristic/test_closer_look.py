"""Every option gets a score of its own, not only the best."""

from __future__ import annotations

import numpy as np
import pytest

from service.solver.heuristic import SURE, CloserLook
from tests.positions import random_positions
from tests.solver.checks import board_of

UNLIMITED = 1 << 40


@pytest.mark.parametrize("shape", [(4, 4, 4), (5, 4, 3), (9, 9, 5), (12, 3, 4)], ids=str)
def test_it_tells_who_wins_after_each_option(shape: tuple[int, int, int]) -> None:
    """Searched deeper than there are empty cells; wherever it is cut."""
    seen = set()
    for position in random_positions(shape, (5, 8), 100, seed=15):
        game, cells, mover = position.game, position.cells, position.to_move
        options = game.options(cells, mover)
        if (1, 1) in options.values():
            continue
        table = np.zeros((1 << 12, 2), np.uint64)
        guesses = np.zeros(len(options), np.int64)
        look = CloserLook(board_of(game, cells, mover), np.array(list(options)), guesses, 40, table)
        while not look.advance(look.nodes + 7):
            assert len(look.scores) < len(options)
        values = [(score >= SURE) - (score <= -SURE) for score in look.scores]
        assert values == [value for value, _ in options.values()], position.rows
        seen |= set(values)
    assert len(seen) > 1
