"""Iterative deepening with alpha-beta: exact plies, and the line of best play."""

from collections.abc import Sequence

import numpy as np

from service.game import Board
from service.solver.alpha_beta import Deepening, new_options
from service.solver.counters.kernels import search as counters
from service.solver.lines import line_board

MOST_LINE_CELLS = 1 << 18
"""The most cells on all lines of a board whose lines have counters: each node of a line of play
looks at all of them."""


def can_count(board: Board) -> bool:
    """Return whether `CounterDeepening` has room and time for a position."""
    has_time = board.geometry.line_cells <= MOST_LINE_CELLS
    return has_time and bool(counters.fits(board.rules.cells, board.empty.bit_count()))


class CounterDeepening(Deepening):
    """The search on a board of thousands of cells."""

    def __init__(self, board: Board, cells: np.ndarray, *, best_only: bool) -> None:
        self._root = board
        self._remaining = board.empty.bit_count()
        # The moves of a line of play that the board of the search holds.
        self._played = 0
        self._search = counters.new_search(line_board(board), self._remaining)
        super().__init__(new_options(cells, best_only=best_only), self._search.control)
        counters.bound_options(self._search.board, self._remaining, self.options)

    def advance(self, node_limit: int) -> bool:
        return bool(counters.deepen(self._search, self._remaining, self.options, node_limit))

    def extend_line(self, score: int, proven: Sequence[int], line: list[int], nodes: int) -> bool:
        if not self._played:
            # Between calls of `advance` the board may hold moves of the search.
            self._search = self._search._replace(board=line_board(self._root))
        cells = np.zeros(self._remaining, np.int64)
        cells[: len(line)] = line
        proof, limit = np.array(proven, np.int64), self.nodes + nodes
        self._played, ended = counters.extend_line(
            self._search, score, cells, self._played, len(line), proof, limit
        )
        line[:] = cells[: self._played].tolist()
        return bool(ended)
