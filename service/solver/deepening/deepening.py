"""Iterative deepening with alpha-beta: exact plies, and the line of best play."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from service.game import Board
from service.solver.analysis import Extension
from service.solver.deepening.kernels import bitboard, counters, iteration, variation
from service.solver.deepening.kernels.state import ITERATION, Options
from service.solver.lines import ROOT, BitboardPosition, line_board
from service.solver.memory import TranspositionTable


def new_options(cells: np.ndarray, *, best_only: bool) -> Options:
    """Return options, shape (options,), int64, of which nothing is known; see `state.Options`."""
    lower, upper = np.zeros((2, cells.size), np.int64)
    options = Options(cells, lower, upper, np.zeros(1, ITERATION))
    options.iteration["depth"] = iteration.FIRST_DEPTH
    options.iteration["best_only"] = best_only
    return options


class Deepening(ABC):
    """Bounds on the scores of some options of a position, tightened depth by depth."""

    gives_way = False

    def __init__(self, options: Options, control: np.ndarray) -> None:
        self.options = options
        """What is known of the options, and where the deepening is."""
        self.lower, self.upper = options.lower, options.upper
        """The bounds on each option, shape (options,), int64; see `lines.kernels.scores`."""
        self._control = control

    @property
    def nodes(self) -> int:
        return int(self._control["nodes"][0])

    @property
    def table_hits(self) -> int:
        return int(self._control["table_hits"][0])

    @property
    def depth(self) -> int:
        """Return the plies within which every win and loss asked for is known."""
        return int(self.options.iteration["depth"][0]) - 1

    @property
    def best_only(self) -> bool:
        """Return whether only the best option is of interest."""
        return bool(self.options.iteration["best_only"][0])

    @abstractmethod
    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; return whether it has ended."""

    @abstractmethod
    def extend_line(self, score: int, line: list[int], proven: Sequence[int] = ()) -> Extension:
        """Extend a line of play from the root, which has this score, by best replies.

        A `proven` line of play that ends with a win in as many plies may help. No `advance` may
        follow.
        """


class BitboardDeepening(Deepening):
    """The search on at most 64 undecided cells."""

    def __init__(
        self,
        position: BitboardPosition,
        cells: np.ndarray,
        table: TranspositionTable,
        *,
        best_only: bool,
    ) -> None:
        self.position = position
        self._search = bitboard.new_search(position.game, table.entries)
        places = np.array(position.to_places(cells.tolist()), np.int64)
        super().__init__(new_options(places, best_only=best_only), self._search.control)
        bitboard.bound_options(position.game, ROOT, *position.stones, self.options)

    def advance(self, node_limit: int) -> bool:
        return bool(
            bitboard.deepen(self._search, ROOT, *self.position.stones, self.options, node_limit)
        )

    def extend_line(self, score: int, line: list[int], proven: Sequence[int] = ()) -> Extension:
        position = self.position
        places = np.zeros(position.empty.size, np.int64)
        places[: len(line)] = position.to_places(line)
        length, ended = len(line), False
        while not ended:
            limit = self.nodes + (yield)
            length, ended = variation.extend_line(
                self._search, *position.stones, score, places, length, limit
            )
            line[:] = position.to_cells(places[:length].tolist())
        return True


def can_count(board: Board) -> bool:
    """Return whether `CounterDeepening` has room for a position."""
    return bool(counters.fits(board.rules.cells, board.empty.bit_count()))


class CounterDeepening(Deepening):
    """The search on a board of thousands of cells."""

    def __init__(self, board: Board, cells: np.ndarray, *, best_only: bool) -> None:
        self._root = board
        self._remaining = board.empty.bit_count()
        self._board = line_board(board)
        self._search = counters.new_search(board.rules.cells, self._remaining)
        super().__init__(new_options(cells, best_only=best_only), self._search.control)
        counters.bound_options(self._board, self._remaining, self.options)

    def advance(self, node_limit: int) -> bool:
        return bool(
            counters.deepen(self._board, self._search, self._remaining, self.options, node_limit)
        )

    def extend_line(self, score: int, line: list[int], proven: Sequence[int] = ()) -> Extension:
        cells = np.zeros(self._remaining, np.int64)
        cells[: len(line)] = line
        board, proof = line_board(self._root), np.array(proven, np.int64)
        played, length, ended = 0, len(line), False
        while not ended:
            limit = self.nodes + (yield)
            length, ended = counters.extend_line(
                board, self._search, score, cells, played, length, proof, limit
            )
            line[:] = cells[:length].tolist()
            played = length
        return True
