"""Which engines search a position: what fits its board and the cells that are empty."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from service.game import Board
from service.solver import linegames
from service.solver.climbs import Climb, NarrowClimb, PartClimb, WideClimb, first_state
from service.solver.kernels.line_game import CELLS
from service.solver.outlook import Outlook
from service.solver.proofs import Proofs, fits
from service.solver.proven_play import ProvenPlay
from service.solver.searches import Search
from service.solver.threats import Threats
from service.solver.transposition import TranspositionTable


def new_search(
    board: Board,
    empty: np.ndarray,
    cells: np.ndarray,
    table: TranspositionTable,
    best_only: bool,
    threads: int = 1,
) -> Search:
    """A search of the options `cells`, among the `empty` cells (int64) of a game not over.

    It is to have work for this many threads, where it can.
    """
    state = first_state(best_only)
    if board.rules.cells > CELLS < empty.size:
        wide_climb = WideClimb(board, cells, state)
        outlooks = new_outlooks(board, cells, wide_climb, table, threads)
        return Search(wide_climb, [], None, Threats(board, cells, wide_climb), outlooks)
    climb = narrow_climb(board, empty, cells, table, state)
    outlooks = new_outlooks(board, cells, climb, table)
    return narrow_search(climb, table, threads, Threats(board, cells, climb), outlooks)


def narrow_climb(
    board: Board,
    empty: np.ndarray,
    cells: np.ndarray,
    table: TranspositionTable,
    state: np.ndarray,
) -> NarrowClimb:
    """A climb of the options `cells` on up to 64 cells: all of the board, or the `empty` ones."""
    if board.rules.cells <= CELLS:
        game = linegames.whole_board(board.rules)
        return NarrowClimb(game, (board.own, board.opponent), empty, cells, table, state)
    game = linegames.empty_cells(board, empty, table.private_keys())
    return PartClimb(game, empty, cells, table, state)


def new_outlooks(
    board: Board, cells: np.ndarray, climb: Climb, table: TranspositionTable, threads: int = 1
) -> list[Outlook]:
    """One for each thread; every other one is an iteration ahead."""
    bounds = climb.lower, climb.upper
    return [
        Outlook(board, cells, bounds, table.estimates, first_depth=1 + index % 2)
        for index in range(threads)
    ]


def narrow_search(
    climb: NarrowClimb,
    table: TranspositionTable,
    threads: int = 1,
    threats: Threats | None = None,
    outlooks: Sequence[Outlook] = (),
) -> Search:
    """A climb with the proofs that fit its game."""
    if not fits(climb.game):
        return Search(climb, [], None, threats, outlooks)
    crowd = max(1, threads - 2)
    proofs = [Proofs(climb, table, weak=True)]
    proofs += [Proofs(climb, table, weak=False, crowd=crowd > 1) for _ in range(crowd)]
    return Search(climb, proofs, ProvenPlay(climb, table), threats, outlooks)
