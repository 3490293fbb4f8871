"""Each of the searches behind the door, used for any board whatever its size."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from service.game import Board
from service.solver import linegames
from service.solver.climbs import PartClimb, WideClimb, first_state
from service.solver.searches import Search, narrow_search
from service.solver.threats import Threats
from service.solver.transposition import TranspositionTable


def wide_search(
    board: Board,
    empty: NDArray[np.int64],
    cells: NDArray[np.int64],
    table: TranspositionTable,
    best_only: bool,
    threads: int = 1,
) -> Search:
    """The search of boards with more than 64 empty cells."""
    climb = WideClimb(board, cells, first_state(best_only))
    return Search(climb, [], None, Threats(board, cells, climb))


def part_search(
    board: Board,
    empty: NDArray[np.int64],
    cells: NDArray[np.int64],
    table: TranspositionTable,
    best_only: bool,
    threads: int = 1,
) -> Search:
    """The search of boards with more than 64 cells of which few are empty."""
    game = linegames.empty_cells(board, empty, table.private_keys())
    climb = PartClimb(game, empty, cells, table, first_state(best_only))
    return narrow_search(climb, table, threads, Threats(board, cells, climb))
