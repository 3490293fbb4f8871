"""Positions whose analyses are shared, and how analyses are compared."""

from functools import cache

from service.game import Board, Rules
from service.solver import Analysis, Budget, Solver
from tests.support.positions import random_positions

SECRET = b"a secret of sixteen bytes or more"

SEARCHED = Board(Rules(3, 3, 3))
PAIRED = Board(Rules(5, 5, 5))
TILED = Board(Rules(14, 14, 8))
BOARDS = list(dict.fromkeys([
    SEARCHED, PAIRED, TILED, Board(Rules(5, 4, 4)), Board(Rules(4, 4, 4)), Board(Rules(1, 1, 1)),
    *(each.board
      for each in random_positions((4, 3, 3), (1, 12), 12, seed=5)),
]))  # fmt: skip
"""Empty boards, and random positions of games that are not over; none of them twice."""


@cache
def analysed(board: Board, best_only: bool = False) -> Analysis:
    """Return a complete analysis by a solver that has seen nothing yet."""
    analysis = Solver(1).analyse(board, Budget(best_only=best_only))
    assert analysis.whole
    return analysis
