"""The two searches behind one face: a climb of the ladder, then the line of best play."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from service.game import Board
from service.solver import linegames
from service.solver.kernels import frames, ladder, narrow, wide
from service.solver.transposition import TranspositionTable


class Climb(Protocol):
    """Bounds on the scores of some options of a position, tightened step by step."""

    lower: np.ndarray
    """Lower bound of each option, shape (options,), int64; see `kernels.scores`."""
    upper: np.ndarray
    state: np.ndarray
    """Where the climb is; see `kernels.ladder`."""
    control: np.ndarray
    """Counts of the search; see `kernels.frames`."""

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; return whether it has ended."""

    def follow(self, score: int, line: list[int], node_limit: int) -> bool:
        """Extend a line of play from the root, which has this score, by best replies.

        Returns whether the game has ended; if not, the nodes are spent. No `advance` after it.
        """


def new_climb(
    board: Board,
    empty: np.ndarray,
    cells: np.ndarray,
    table: TranspositionTable,
    best_only: bool,
) -> Climb:
    """A climb for the options `cells`, among the `empty` cells (int64) of a game not over."""
    state = np.zeros(ladder.STATE_COLUMNS, np.int64)
    state[ladder.RUNG] = ladder.FIRST_RUNG
    state[ladder.BEST_ONLY] = best_only
    if board.rules.cells <= narrow.CELLS:
        game = linegames.whole_board(board.rules)
        return NarrowClimb(game, (board.own, board.opponent), empty, cells, table, state)
    if empty.size <= narrow.CELLS:
        game = linegames.empty_cells(board, empty, table.private_keys())
        return PartClimb(game, empty, cells, table, state)
    return WideClimb(board, cells, state)


class NarrowClimb:
    """A climb on a board of at most 64 cells."""

    def __init__(
        self,
        game: narrow.LineGame,
        stones: tuple[int, int],
        empty: np.ndarray,
        cells: np.ndarray,
        table: TranspositionTable,
        state: np.ndarray,
    ) -> None:
        self._game = game
        self._own, self._opponent = map(np.uint64, stones)
        self._empty = empty
        self._cells = cells
        self._table = table.entries
        self._stack = narrow.Stack(
            words=np.zeros((narrow.PLIES + 1, narrow.WORD_COLUMNS), np.uint64),
            numbers=np.zeros((narrow.PLIES, frames.FRAME_COLUMNS), np.int64),
            control=np.zeros(frames.CONTROL_COLUMNS, np.int64),
        )
        self.control = self._stack.control
        self.state = state
        self.lower = np.zeros(cells.size, np.int64)
        self.upper = np.zeros(cells.size, np.int64)
        narrow.begin(game, self._own, self._opponent, cells, self.lower, self.upper)

    def advance(self, node_limit: int) -> bool:
        return bool(
            narrow.climb(
                self._game,
                self._table,
                self._stack,
                self._own,
                self._opponent,
                self._cells,
                self.lower,
                self.upper,
                self.state,
                node_limit,
            )
        )

    def follow(self, score: int, line: list[int], node_limit: int) -> bool:
        cells = np.zeros(self._empty.size, np.int64)
        cells[: len(line)] = line
        length, ended = narrow.follow(
            self._game,
            self._table,
            self._stack,
            self._own,
            self._opponent,
            score,
            cells,
            len(line),
            node_limit,
        )
        line[:] = cells[:length].tolist()
        return bool(ended)


class PartClimb(NarrowClimb):
    """A climb on the empty cells, at most 64, of a larger board; its cells are their places."""

    def __init__(
        self,
        game: narrow.LineGame,
        empty: np.ndarray,
        cells: np.ndarray,
        table: TranspositionTable,
        state: np.ndarray,
    ) -> None:
        places = np.searchsorted(empty, cells)
        super().__init__(game, (0, 0), empty, places, table, state)

    def follow(self, score: int, line: list[int], node_limit: int) -> bool:
        places = np.searchsorted(self._empty, line).tolist()
        ended = super().follow(score, places, node_limit)
        line[:] = self._empty[places].tolist()
        return ended


class WideClimb:
    """A climb on a board of any size."""

    def __init__(self, board: Board, cells: np.ndarray, state: np.ndarray) -> None:
        self._root = board
        self._remaining = board.empty.bit_count()
        self._board = linegames.line_board(board)
        self._cells = cells
        self._stack = wide.Stack(
            weights=np.zeros((wide.PLIES + 1, board.rules.cells), np.int32),
            numbers=np.zeros((wide.PLIES, frames.FRAME_COLUMNS), np.int64),
            control=np.zeros(frames.CONTROL_COLUMNS, np.int64),
        )
        self.control = self._stack.control
        self.state = state
        self.lower = np.zeros(cells.size, np.int64)
        self.upper = np.zeros(cells.size, np.int64)
        wide.begin(self._board, self._remaining, cells, self.lower, self.upper)

    def advance(self, node_limit: int) -> bool:
        return bool(
            wide.climb(
                self._board,
                self._stack,
                self._remaining,
                self._cells,
                self.lower,
                self.upper,
                self.state,
                node_limit,
            )
        )

    def follow(self, score: int, line: list[int], node_limit: int) -> bool:
        cells = np.zeros(self._remaining, np.int64)
        cells[: len(line)] = line
        board = linegames.line_board(self._root)
        length, ended = wide.follow(board, self._stack, score, cells, len(line), node_limit)
        line[:] = cells[:length].tolist()
        return bool(ended)
