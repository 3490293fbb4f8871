"""A re-search gives every option a score of its own, not only the best one."""

import numpy as np

from service.solver.heuristic import SURE, ReSearch
from tests.solver.heuristic.test_heuristic import new_heuristic
from tests.support.positions import Position, random_positions


def test_it_tells_who_wins_after_each_option() -> None:
    """It searches deeper than there are empty cells, in slices of a few nodes."""
    seen = set()
    for shape in ((3, 3, 3), (4, 4, 4), (5, 4, 4), (6, 6, 4), (9, 9, 5)):
        for position in random_positions(shape, (5, 8), 60, seed=15):
            game, cells, mover = position.game, position.cells, position.to_move
            options = game.options(cells, mover)
            if (1, 1) in options.values():
                continue
            heuristic = new_heuristic(Position(game, cells, mover).board)
            heuristic.advance(0)
            search = ReSearch(heuristic, np.arange(len(options)), 40)
            while not search.advance(search.nodes + 7):
                assert len(search.scores) < len(options)
            values = [(score >= SURE) - (score <= -SURE) for score in search.scores]
            assert values == [value for value, _ in options.values()], position.rows
            seen |= set(values)
    assert seen == {-1, 0, 1}
