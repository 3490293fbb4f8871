"""What looks best where nothing is proven: iterative deepening over the options of a position."""

from __future__ import annotations

import numpy as np

from service.game import Board, Rules
from service.solver.heuristic.kernels import deepening, evaluation
from service.solver.heuristic.kernels.score_table import MATE, SURE
from service.solver.heuristic.kernels.stack import NODES, PLIES, TABLE_HITS, new_stack
from service.solver.heuristic.weights import network
from service.solver.lines import MOST_ROW_LENGTH, pattern_board
from service.solver.lines.kernels.pattern_board import PatternBoard

BREADTH = 48
"""Options searched, the most promising ones."""
MOST_DEPTH = PLIES - 4
CENTRAL = 240.0
"""What a stone loses for each cell between it and the middle, where it is the first or second."""
MOST_CELLS = 0x1FFF
"""The bits of a move in the table, which counts cells from 1; see `kernels.score_table`."""
HALF = 2000.0
"""The score at which an estimate is a half."""


def has_patterns(rules: Rules) -> bool:
    """Whether there is a table for rows of this length."""
    return rules.row_length <= MOST_ROW_LENGTH


class HeuristicSearch:
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
        """`cells` are the options, with their bounds; `table` is that of `kernels.pvs`."""
        self.lower, self.upper = bounds[0].copy(), bounds[1].copy()
        self._board = board
        self._cells = cells
        self._table = table
        self._first_depth = first_depth
        self._position: PatternBoard | None = None
        self._colour = int(board.to_move == "O")
        self._most_depth = min(board.empty.bit_count(), MOST_DEPTH)
        self._ended = False
        self.depth = 0
        """Plies of the last whole iteration; 0 where the options are only looked at."""
        self.gives_way = False
        """Whether it has just come to see the end of the game: others may be near a proof."""

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return int(self._stack.control[NODES]) if self.begun else 0

    @property
    def table_hits(self) -> int:
        """Positions answered by the table so far."""
        return int(self._stack.control[TABLE_HITS]) if self.begun else 0

    @property
    def begun(self) -> bool:
        """Whether it has any estimates."""
        return self._position is not None

    @property
    def scores(self) -> np.ndarray:
        """The score of each option, shape (options,), int64; see `kernels.pvs`."""
        return self._root.scores

    @property
    def estimates(self) -> np.ndarray:
        """The same as an estimate in (-1, 1), float64."""
        estimates: np.ndarray = self.scores / (np.abs(self.scores) + HALF)
        return estimates

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; whether it is as deep as it goes.

        It stops after each iteration that sees the end of the game.
        """
        self.gives_way = False
        if self._position is None:
            self._begin()
        while not self._ended and deepening.iterate(
            self._position, self._table, self._stack, self._root, self._colour, node_limit
        ):
            self.depth = int(self._root.state[deepening.DEPTH])
            self._ended = not self._next_iteration(self.depth + 1)
            self.gives_way = abs(int(self.scores.max())) >= SURE
            if self.gives_way:
                break
        return self._ended

    def line(self, cell: int) -> list[int]:
        """How it expects the game to go on from an option: as far as the table remembers moves."""
        line: list[int] = []
        key, colour = self._key, self._colour
        while cell >= 0 and self._board.empty >> cell & 1 and cell not in line:
            line.append(cell)
            key ^= int(self._hashes[colour, cell])
            colour = 1 - colour
            check, data = map(int, self._table[key & (len(self._table) - 1)])
            # Other threads write meanwhile: what does not fit is of another position.
            cell = (data & MOST_CELLS) - 1 if check ^ data == key else -1
        return line

    def _begin(self) -> None:
        position = evaluated(self._board)
        self._key, self._hashes = int(position.key[0]), position.hashes
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
        self._stack = new_stack(self._board.rules.cells)
        # Last of all: other threads look at what has begun.
        self._position = position

    def _next_iteration(self, depth: int) -> bool:
        """Begin an iteration over what may win or lose; whether there is any use in it."""
        is_open = (self.lower <= 0) & (self.upper >= 0)
        scores = np.where(is_open, self._root.scores, -MATE)
        self._root.order[:] = np.argsort(-scores, kind="stable")
        count = min(int(np.count_nonzero(is_open)), BREADTH)
        deepening.begin(self._root, depth, count)
        return count > 1 and depth <= self._most_depth


def central(board: Board) -> np.ndarray:
    """What a stone on each cell loses for its distance to the middle, shape (cells,), int64.

    The more stones there are, the less it matters.
    """
    stones = (board.x | board.o).bit_count()
    lost = CENTRAL / 2 * np.sqrt(board.geometry.off_centre) / max(stones, 1)
    found: np.ndarray = -lost.astype(np.int64)
    return found


def evaluated(board: Board) -> PatternBoard:
    """The stones of a board and what they are worth; player 0 is X."""
    rules = board.rules
    # The stones alone do not tell who moves where any player may have moved first.
    turn = int(board.to_move == "O") ^ (board.empty.bit_count() & 1)
    chance = np.random.default_rng([rules.width, rules.height, rules.row_length, turn])
    word = int(chance.integers(0, 1 << 64, 1, np.uint64)[0])
    mover = int(board.to_move == "O")
    return pattern_board(board, mover, word, network(rules.row_length), central(board))
