"""What looks best where nothing is proven: iterative deepening over the options of a position."""

from __future__ import annotations

import numpy as np

from service.game import Board
from service.solver import linegames
from service.solver.kernels import deepening, evaluation, variations

BREADTH = 48
"""Options searched, the most promising ones."""
MOST_DEPTH = variations.PLIES - 4
HALF = 2000.0
"""The score at which an estimate is a half."""


class Outlook:
    """An engine that proves nothing, and tells which options look best.

    Several of them, with different `first_depth`, work together through the shared table.
    """

    def __init__(
        self,
        board: Board,
        cells: np.ndarray,
        bounds: tuple[np.ndarray, np.ndarray],
        table: np.ndarray,
        first_depth: int = 1,
    ) -> None:
        """`cells` are the options, with their bounds; `table` is that of `kernels.variations`."""
        self.lower, self.upper = bounds[0].copy(), bounds[1].copy()
        self._board = board
        self._cells = cells
        self._table = table
        self._first_depth = first_depth
        self._position: evaluation.Position | None = None
        self._colour = int(board.to_move == "O")
        self._most_depth = min(board.empty.bit_count(), MOST_DEPTH)
        self._ended = False
        self.depth = 0
        """Plies of the last whole iteration; 0 where the options are only looked at."""

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return int(self._stack.control[variations.NODES]) if self.begun else 0

    @property
    def table_hits(self) -> int:
        """Positions answered by the table so far."""
        return int(self._stack.control[variations.TABLE_HITS]) if self.begun else 0

    @property
    def begun(self) -> bool:
        """Whether it has any estimates."""
        return self._position is not None

    @property
    def scores(self) -> np.ndarray:
        """The score of each option, shape (options,), int64; see `kernels.variations`."""
        return self._root.scores

    @property
    def estimates(self) -> np.ndarray:
        """The same as an estimate in (-1, 1), float64."""
        estimates: np.ndarray = self.scores / (np.abs(self.scores) + HALF)
        return estimates

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; whether it is as deep as it goes."""
        if self._position is None:
            self._begin()
        while not self._ended and deepening.iterate(
            self._position, self._table, self._stack, self._root, self._colour, node_limit
        ):
            self.depth = int(self._root.state[deepening.DEPTH])
            self._ended = not self._next_iteration(self.depth + 1)
        return self._ended

    def _begin(self) -> None:
        position = linegames.evaluated(self._board)
        options = self._cells.size
        self._root = deepening.Root(
            cells=self._cells,
            order=np.arange(options),
            scores=np.zeros(options, np.int64),
            found=np.zeros(options, np.int64),
            state=np.zeros(deepening.STATE_COLUMNS, np.int64),
        )
        evaluation.evaluate_options(position, self._colour, self._cells, self._root.scores)
        self._next_iteration(self._first_depth)
        self._stack = variations.new_stack(self._board.rules.cells)
        # Last of all: other threads look at what has begun.
        self._position = position

    def _next_iteration(self, depth: int) -> bool:
        """Begin an iteration over what may win or lose; whether there is any use in it."""
        is_open = (self.lower <= 0) & (self.upper >= 0)
        scores = np.where(is_open, self._root.scores, -variations.MATE)
        self._root.order[:] = np.argsort(-scores, kind="stable")
        count = min(int(np.count_nonzero(is_open)), BREADTH)
        deepening.begin(self._root, depth, count)
        return count > 1 and depth <= self._most_depth
