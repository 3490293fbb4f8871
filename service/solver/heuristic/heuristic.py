"""The heuristic search: iterative deepening over the options of which nothing is proven."""

from typing import Any

import numpy as np

from service.game import Board, Rules
from service.solver.analysis import UNLIMITED
from service.solver.heuristic.kernels.evaluation import evaluate_options
from service.solver.heuristic.kernels.root_search import begin_iteration
from service.solver.heuristic.kernels.search import SEARCH
from service.solver.heuristic.kernels.state import PLIES, new_root, new_search
from service.solver.heuristic.kernels.transposition_table import MATE, SURE, known_move
from service.solver.heuristic.weights import network
from service.solver.lines import MOST_ROW_LENGTH, pattern_board
from service.solver.lines.kernels.pattern_board import PatternBoard

BREADTH = 48
"""The number of options that are searched, the most promising ones."""
MOST_DEPTH = PLIES - 4
"""The depth of the last iteration in plies."""
CENTRALITY = 240.0
"""What a first or second stone loses for each cell to the middle, in thousandths of a logit."""
HALF_SCORE = 2000.0
"""The score that is an estimate of one half."""


def has_patterns(rules: Rules) -> bool:
    """Return whether tables of patterns tell what stones make under these rules."""
    return rules.patterns_hold and can_judge(rules)


def can_judge(rules: Rules) -> bool:
    """Return whether the search is of use under these rules.

    Where joined sides are short, it may take one cell for two. That may mislead it, but it proves
    nothing.
    """
    return rules.row_length <= MOST_ROW_LENGTH and not (rules.stacks or rules.misere)


class HeuristicSearch:
    """An engine that proves nothing and tells which options look best.

    Several of them, with different values of `first_depth`, work together through a shared table.
    """

    _kernels = SEARCH

    def __init__(
        self,
        board: Board,
        cells: np.ndarray,
        bounds: tuple[np.ndarray, np.ndarray],
        table: np.ndarray,
        first_depth: int = 1,
        most_nodes: int = UNLIMITED,
    ) -> None:
        """Set up a search that begins with the first call of `advance`.

        `cells` are the options and `bounds` the bounds on their scores, all of shape (options,),
        int64. `table` is a transposition table as in `kernels.transposition_table`. The search ends
        after `most_nodes`.
        """
        self.lower, self.upper = bounds[0].copy(), bounds[1].copy()
        self._board = board
        self._cells = cells
        self._table = table
        self._first_depth = first_depth
        self._most_nodes = most_nodes
        self._least_options = 2
        self._search: Any = None
        self._mover = int(board.to_move == "O")
        self._most_depth = min(board.empty.bit_count(), MOST_DEPTH)
        self._ended = False
        self.depth = 0
        """The depth of the last finished iteration in plies; 0 while options are only evaluated."""
        self.gives_way = False
        """Whether the last iteration has seen the end of the game: other engines may prove it."""

    @property
    def nodes(self) -> int:
        return int(self._search.control.nodes) if self._search else 0

    @property
    def table_hits(self) -> int:
        return int(self._search.control.table_hits) if self._search else 0

    @property
    def begun(self) -> bool:
        """Return whether the options have scores."""
        return self._search is not None

    @property
    def scores(self) -> np.ndarray:
        """Return the score of each option, shape (options,), int64."""
        return self._root.scores

    @property
    def estimates(self) -> np.ndarray:
        """Return the score of each option as an estimate in (-1, 1), shape (options,), float64."""
        estimates: np.ndarray = self.scores / (np.abs(self.scores) + HALF_SCORE)
        return estimates

    def advance(self, node_limit: int) -> bool:
        """Search until `node_limit` nodes in all are spent; return whether the search has ended.

        It also stops after each iteration that sees the end of the game.
        """
        self.gives_way = False
        if self._search is None:
            self._begin()
        node_limit = min(node_limit, self._most_nodes)
        while not self._ended and self._kernels.continue_iteration(
            self._search, self._root, self._mover, node_limit
        ):
            self.depth = int(self._root.control.depth)
            self._ended = not self._next_iteration(self.depth + 1)
            self.gives_way = abs(int(self.scores.max())) >= SURE
            if self.gives_way:
                break
        return self._ended or self.nodes >= self._most_nodes

    def line(self, cell: int) -> list[int]:
        """Return the expected variation after an option, as cells, as far as the table knows it."""
        line: list[int] = []
        key, mover, occupied = self._key, self._mover, self._board.occupied
        while cell >= 0 and self._board.rules.playable_cells(occupied) >> cell & 1:
            line.append(cell)
            occupied |= 1 << cell
            key ^= self._hashes[mover, cell]
            mover = 1 - mover
            cell = int(known_move(self._table, key))
        return line

    def extend_line(self, score: int, line: list[int], nodes: int) -> bool:
        """Extend a line of play from the root, which is proven to have this score, by best replies.

        A search that proves nothing does not extend the line. See `Extension`.
        """
        return False

    def new_search(self) -> Any:
        """Return a search of the position that has not begun, as its kernels take it."""
        position = evaluated(self._board)
        # All cells, or all on the lines through one, where these come back to a cell.
        most_moves = max(self._board.rules.cells, 8 * position.powers.shape[1])
        return new_search(position, self._table, most_moves)

    def _begin(self) -> None:
        search = self.new_search()
        self._key, self._hashes = search.position.key[0], search.position.hashes
        self._root = new_root(self._cells, np.zeros(self._cells.size, np.int64))
        self._evaluate_options(search)
        self._next_iteration(self._first_depth)
        # This comes last, since other threads look at a search that has begun.
        self._search = search

    def _evaluate_options(self, search: Any) -> None:
        """Give the options of the root their first scores."""
        evaluate_options(search.position, self._mover, self._cells, self._root.scores)

    def _next_iteration(self, depth: int) -> bool:
        """Begin an iteration over the options that are not settled; return whether it is of use."""
        is_open = (self.lower <= 0) & (self.upper >= 0)
        # Options that lose at once score -MATE at least.
        scores = np.where(is_open, self._root.scores, -MATE - 1)
        self._root.order[:] = np.argsort(-scores, kind="stable")
        count = min(int(np.count_nonzero(is_open)), BREADTH)
        begin_iteration(self._root, depth, count)
        return count >= self._least_options and depth <= self._most_depth


def evaluated(board: Board) -> PatternBoard:
    """Return the position of a board with its evaluation; player 0 is X."""
    mover, length = int(board.to_move == "O"), board.rules.row_length
    return pattern_board(board, mover, game_key(board), network(length), cell_values(board))


def game_key(board: Board) -> int:
    """Return a random word for what stones alone do not tell: the rules, and whose turn it is."""
    rules = board.rules
    # Any player may have moved first.
    turn = int(board.to_move == "O") ^ (board.empty.bit_count() & 1)
    variant = b"" if rules.is_plain else repr(tuple(rules)).encode()
    chance = np.random.default_rng([*rules.shape, turn, *variant])
    return int(chance.integers(0, 1 << 64, 1, np.uint64)[0])


def cell_values(board: Board) -> np.ndarray:
    """Return what a stone on each cell is worth for its distance to the middle of the board.

    Over joined edges there is no middle. The shape is (cells,), int64, in thousandths of a logit;
    the more stones, the less it is.
    """
    rules, stones = board.rules, (board.x | board.o).bit_count()
    row, column = np.divmod(np.arange(rules.cells), rules.width)
    right = (2 * column - rules.width + 1) * (not rules.joins_columns)
    down = (2 * row - rules.height + 1) * (not rules.joins_rows)
    lost = CENTRALITY / 2 * np.sqrt(right * right + down * down) / max(stones, 1)
    found: np.ndarray = -lost.astype(np.int64)
    return found
