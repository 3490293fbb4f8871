"""Each of the searches behind the door, used for any board whatever its size."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from service.game import Board
from service.solver import linegames
from service.solver.climbs import Climb, PartClimb, WideClimb
from service.solver.kernels import ladder
from service.solver.transposition import TranspositionTable


def first_state(best_only: bool) -> NDArray[np.int64]:
    """The state of a climb that has not begun."""
    state = np.zeros(ladder.STATE_COLUMNS, np.int64)
    state[ladder.RUNG] = ladder.FIRST_RUNG
    state[ladder.BEST_ONLY] = best_only
    return state


def wide_climb(
    board: Board,
    empty: NDArray[np.int64],
    cells: NDArray[np.int64],
    table: TranspositionTable,
    best_only: bool,
) -> Climb:
    """The search of boards with more than 64 empty cells."""
    return WideClimb(board, cells, first_state(best_only))


def part_climb(
    board: Board,
    empty: NDArray[np.int64],
    cells: NDArray[np.int64],
    table: TranspositionTable,
    best_only: bool,
) -> Climb:
    """The search of boards with more than 64 cells of which few are empty."""
    game = linegames.empty_cells(board, empty, table.private_keys())
    return PartClimb(game, empty, cells, table, first_state(best_only))
