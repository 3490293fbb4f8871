"""Searches where stones fall."""

import numpy as np

from service.game import Board
from service.solver.gravity import GravityDeepening, GravityPosition, gravity_position
from service.solver.lines.kernels.wide_words import WIDE_WORD
from service.solver.memory import TranspositionTable
from tests.rules.cases import Switches

UNLIMITED = 1 << 60
FALLING: Switches = (True, "none", False, False)


def position_of(board: Board, table: TranspositionTable) -> GravityPosition:
    """Return the position as the kernels see it."""
    position = gravity_position(board, table)
    assert position is not None
    return position


def is_wide(position: GravityPosition) -> bool:
    """Return whether its words have 128 bits."""
    return position.stones.dtype == WIDE_WORD


def deepening_of(
    board: Board, table: TranspositionTable, *, best_only: bool = False
) -> GravityDeepening:
    """Return a deepening of all legal moves, in ascending order, that has not begun."""
    cells = np.array(board.legal_moves, np.int64)
    return GravityDeepening(position_of(board, table), cells, table, best_only=best_only)


def solved(board: Board, table: TranspositionTable, *, best_only: bool = False) -> GravityDeepening:
    """Return a deepening of all legal moves that has ended."""
    deepening = deepening_of(board, table, best_only=best_only)
    assert deepening.advance(UNLIMITED)
    return deepening


def score_of_best(board: Board, table: TranspositionTable) -> int:
    """Return the score of a position."""
    deepening = solved(board, table, best_only=True)
    lower, upper = int(deepening.lower.max()), int(deepening.upper.max())
    assert lower == upper
    return lower
