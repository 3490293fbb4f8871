"""Positions whose analyses are shared, and how analyses are compared."""

from functools import cache, partial
from itertools import product
from typing import get_args

from service.game import Board, Rules, Wrap
from service.solver import Analysis, Budget, Solver
from tests.support.positions import random_positions

SECRET = b"a secret of sixteen bytes or more"

SEARCHED = Board(Rules(3, 3, 3))
PAIRED = Board(Rules(5, 5, 5))
LARGE = Board(Rules(15, 15, 9))
BOARDS = list(dict.fromkeys([
    SEARCHED, PAIRED, LARGE, Board(Rules(5, 4, 4)), Board(Rules(4, 4, 4)), Board(Rules(1, 1, 1)),
    *(each.board
      for each in random_positions((4, 3, 3), (1, 12), 12, seed=5)),
]))  # fmt: skip
"""Empty boards, and random positions of games that are not over; none of them twice."""

UNLIKE = [
    Board(rules)
    for rules in map(
        partial(Rules, 3, 3, 3),
        *zip(*product([False, True], get_args(Wrap), *[[False, True]] * 3, [0, 1, 2]), strict=True),
    )
    if rules != SEARCHED.rules
]
"""The empty board of `SEARCHED` under all other rules and with a few walls."""


@cache
def analysed(board: Board, best_only: bool = False) -> Analysis:
    """Return a complete analysis by a solver that has seen nothing yet."""
    analysis = Solver(1).analyse(board, Budget(best_only=best_only))
    assert analysis.whole
    return analysis
