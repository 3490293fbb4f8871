"""The two searches behind one face: a climb of the ladder, then the line of best play."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from service.game import Board
from service.solver import linegames
from service.solver.kernels import frames, ladder, narrow, narrow_play, wide
from service.solver.kernels.line_game import LineGame
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

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return int(self.control[frames.NODES])

    @property
    def table_hits(self) -> int:
        """Positions answered by the table so far."""
        return int(self.control[frames.TABLE_HITS])

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; return whether it has ended."""

    def follow(self, score: int, line: list[int], node_limit: int) -> bool:
        """Extend a line of play from the root, which has this score, by best replies.

        Returns whether the game has ended; if not, the nodes are spent. No `advance` after it.
        """


def first_state(best_only: bool) -> np.ndarray:
    """The state of a climb that has not begun."""
    state = np.zeros(ladder.STATE_COLUMNS, np.int64)
    state[ladder.RUNG] = ladder.FIRST_RUNG
    state[ladder.BEST_ONLY] = best_only
    return state


class NarrowClimb(Climb):
    """A climb on a board of at most 64 cells."""

    def __init__(
        self,
        game: LineGame,
        stones: tuple[int, int],
        empty: np.ndarray,
        cells: np.ndarray,
        table: TranspositionTable,
        state: np.ndarray,
    ) -> None:
        self.game = game
        self.own, self.opponent = map(np.uint64, stones)
        self.empty = empty
        self.cells = cells
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
        narrow.begin(game, self.own, self.opponent, cells, self.lower, self.upper)

    def advance(self, node_limit: int) -> bool:
        return bool(
            narrow.climb(
                self.game,
                self._table,
                self._stack,
                self.own,
                self.opponent,
                self.cells,
                self.lower,
                self.upper,
                self.state,
                node_limit,
            )
        )

    def follow(self, score: int, line: list[int], node_limit: int) -> bool:
        places = np.zeros(self.empty.size, np.int64)
        places[: len(line)] = self.to_places(line)
        length, ended = narrow_play.follow(
            self.game,
            self._table,
            self._stack,
            self.own,
            self.opponent,
            score,
            places,
            len(line),
            node_limit,
        )
        line[:] = self.to_cells(places[:length].tolist())
        return bool(ended)

    def to_places(self, cells: list[int]) -> list[int]:
        """Where cells of the board lie in the game."""
        return cells

    def to_cells(self, places: list[int]) -> list[int]:
        """The cells of the board at these places of the game."""
        return places


class PartClimb(NarrowClimb):
    """A climb on the empty cells, at most 64, of a larger board; its cells are their places."""

    def __init__(
        self,
        game: LineGame,
        empty: np.ndarray,
        cells: np.ndarray,
        table: TranspositionTable,
        state: np.ndarray,
    ) -> None:
        places = np.searchsorted(empty, cells)
        super().__init__(game, (0, 0), empty, places, table, state)

    def to_places(self, cells: list[int]) -> list[int]:
        places: list[int] = np.searchsorted(self.empty, cells).tolist()
        return places

    def to_cells(self, places: list[int]) -> list[int]:
        cells: list[int] = self.empty[places].tolist()
        return cells


class WideClimb(Climb):
    """A climb on a board of any size."""

    def __init__(self, board: Board, cells: np.ndarray, state: np.ndarray) -> None:
        self._root = board
        self._remaining = board.empty.bit_count()
        self._board = linegames.line_board(board)
        self._cells = cells
        self._stack = wide.new_stack(board.rules.cells, self._remaining)
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
