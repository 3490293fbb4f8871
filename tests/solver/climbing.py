"""Each of the searches behind the door, used for any board whatever its size."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from service.game import Board, Rules
from service.solver import linegames
from service.solver.climbs import NarrowClimb, PartClimb, WideClimb, first_state
from service.solver.engines import narrow_search
from service.solver.searches import Search
from service.solver.threats import Threats
from service.solver.transposition import TranspositionTable
from tests.positions import Position
from tests.reference import Reference


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


def unchecked(game: Reference, cells: str, mover: str) -> Board:
    """The position, without the check that a game can reach it."""
    x, o = (sum(1 << cell for cell, mark in enumerate(cells) if mark == player) for player in "XO")
    rules = Rules(game.width, game.height, game.row_length)
    return Board(rules, x, o, "X" if mover == "X" else "O")


def climb_of(
    position: Position,
    table: TranspositionTable,
    part: bool,
    best_only: bool = False,
    options: list[int] | None = None,
) -> NarrowClimb:
    """A climb that has not begun, of all options; `part` takes the empty cells for a game."""
    board = unchecked(position.game, position.cells, position.to_move)
    empty = np.array([cell for cell, mark in enumerate(position.cells) if mark == "."], np.int64)
    cells = empty if options is None else np.array(options, np.int64)
    state = first_state(best_only)
    if part:
        game = linegames.empty_cells(board, empty, table.private_keys())
        return PartClimb(game, empty, cells, table, state)
    game = linegames.whole_board(board.rules)
    return NarrowClimb(game, (board.own, board.opponent), empty, cells, table, state)
