"""A climb of the ladder on either kind of board, behind one face."""

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
    control: np.ndarray
    """Counts of the search; see `kernels.frames`."""
    state: np.ndarray
    """Where the climb is; see `kernels.ladder`."""

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; whether the climb has ended."""

    def rewind(self) -> None:
        """Return to the root, to follow a line of play with `step` and `play`."""

    def step(self, score: int, node_limit: int) -> int:
        """A cell that achieves `score` in the position reached, -1 if the nodes run out.

        See `kernels.narrow.step`; after -1 nothing but `rewind` may follow.
        """

    def play(self, cell: int) -> None:
        """Play `cell` in the position reached; it must not end the game."""


def new_climb(board: Board, cells: np.ndarray, table: TranspositionTable, best_only: bool) -> Climb:
    """A climb for the options `cells` (int64) of a game that is not over."""
    empty = linegames.board_cells(board)
    kind = NarrowClimb if min(board.rules.cells, empty.size) <= narrow.CELLS else WideClimb
    return kind(board, cells, empty, table, best_only)


class NarrowClimb:
    """A climb on at most 64 cells, or on at most 64 empty cells of a larger board."""

    def __init__(
        self,
        board: Board,
        cells: np.ndarray,
        empty: np.ndarray,
        table: TranspositionTable,
        best_only: bool,
    ) -> None:
        if board.rules.cells <= narrow.CELLS:
            self._empty = None
            keys = table.keys_of_rules(board.rules)
            self._game = linegames.whole_board(board.rules)._replace(keys=keys)
            self._cells = cells
        else:
            self._empty = empty
            self._game = linegames.empty_cells(board, empty)._replace(keys=table.private_keys())
            self._cells = np.searchsorted(empty, cells)
        self._root = board
        self._table = table.entries
        self._stack = narrow.Stack(
            words=np.zeros((narrow.PLIES + 1, narrow.WORD_COLUMNS), np.uint64),
            numbers=np.zeros((narrow.PLIES, frames.FRAME_COLUMNS), np.int64),
            control=np.zeros(frames.CONTROL_COLUMNS, np.int64),
        )
        self.control = self._stack.control
        self.lower, self.upper, self.state = _ladder(cells.size, best_only)
        self.rewind()
        narrow.begin(
            self._game, self._colour, self._own, self._opponent, self._cells, self.lower, self.upper
        )

    def advance(self, node_limit: int) -> bool:
        ended: bool = narrow.climb(
            self._game,
            self._table,
            self._stack,
            self._colour,
            self._own,
            self._opponent,
            self._cells,
            self.lower,
            self.upper,
            self.state,
            node_limit,
        )
        return ended

    def rewind(self) -> None:
        self._colour = 0
        if self._empty is None:
            self._own, self._opponent = np.uint64(self._root.own), np.uint64(self._root.opponent)
        else:
            self._own = self._opponent = np.uint64(0)

    def step(self, score: int, node_limit: int) -> int:
        move = narrow.step(
            self._game,
            self._table,
            self._stack,
            self._colour,
            self._own,
            self._opponent,
            score,
            node_limit,
        )
        return int(move if self._empty is None or move < 0 else self._empty[move])

    def play(self, cell: int) -> None:
        place = cell if self._empty is None else int(np.searchsorted(self._empty, cell))
        move = np.uint64(1 << place)
        self._own, self._opponent = self._opponent, self._own | move
        self._colour = 1 - self._colour


class WideClimb:
    """A climb on a board of any size."""

    def __init__(
        self,
        board: Board,
        cells: np.ndarray,
        empty: np.ndarray,
        table: TranspositionTable,
        best_only: bool,
    ) -> None:
        self._root = board
        self._cells = cells
        self._stack = wide.Stack(
            weights=np.zeros((wide.PLIES + 1, board.rules.cells), np.int32),
            numbers=np.zeros((wide.PLIES, frames.FRAME_COLUMNS), np.int64),
            control=np.zeros(frames.CONTROL_COLUMNS, np.int64),
        )
        self.control = self._stack.control
        self.lower, self.upper, self.state = _ladder(cells.size, best_only)
        self.rewind()
        wide.begin(self._board, self._colour, cells, self.lower, self.upper)

    def advance(self, node_limit: int) -> bool:
        ended: bool = wide.climb(
            self._board,
            self._stack,
            self._colour,
            self._remaining,
            self._cells,
            self.lower,
            self.upper,
            self.state,
            node_limit,
        )
        return ended

    def rewind(self) -> None:
        self._colour = 0
        self._remaining = self._root.empty.bit_count()
        self._board = linegames.line_board(self._root)

    def step(self, score: int, node_limit: int) -> int:
        return int(
            wide.step(self._board, self._stack, self._colour, self._remaining, score, node_limit)
        )

    def play(self, cell: int) -> None:
        wide.put(self._board, cell, self._colour, 1)
        self._remaining -= 1
        self._colour = 1 - self._colour


def _ladder(options: int, best_only: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    state = np.zeros(ladder.STATE_COLUMNS, np.int64)
    state[ladder.RUNG] = ladder.FIRST_RUNG
    state[ladder.BEST_ONLY] = best_only
    return np.zeros(options, np.int64), np.zeros(options, np.int64), state
