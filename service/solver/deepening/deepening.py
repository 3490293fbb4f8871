"""Alpha-beta by growing depth: exact plies of wins and losses, and the line of best play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

import numpy as np

from service.game import Board
from service.solver.deepening.kernels import bitboard, bitboard_play, counters, depth, frames
from service.solver.lines import ROOT, BitboardPosition, line_board
from service.solver.memory import TranspositionTable


class Deepening(ABC):
    """Bounds on the scores of some options of a position, tightened depth by depth."""

    gives_way = False

    def __init__(self, options: int, control: np.ndarray, best_only: bool) -> None:
        self.lower = np.zeros(options, np.int64)
        """Lower bound of each option, shape (options,), int64; see `kernels.scores`."""
        self.upper = np.zeros(options, np.int64)
        self.state = np.zeros(depth.STATE_COLUMNS, np.int64)
        """Where it is; see `kernels.depth`."""
        self.state[depth.DEPTH] = depth.FIRST_DEPTH
        self.state[depth.BEST_ONLY] = best_only
        self._control = control

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return int(self._control[frames.NODES])

    @property
    def table_hits(self) -> int:
        """Positions answered by the table so far."""
        return int(self._control[frames.TABLE_HITS])

    @property
    def depth(self) -> int:
        """Plies within which every win and loss asked for is known."""
        return int(self.state[depth.DEPTH]) - 1

    @abstractmethod
    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; return whether it has ended."""

    @abstractmethod
    def follow(
        self, score: int, line: list[int], portions: Iterable[int], proven: Sequence[int] = ()
    ) -> bool:
        """Extend a line of play from the root, which has this score, by best replies.

        `portions` are the nodes that may be spent, one portion after the other. A `proven` line of
        play that ends with a win in as many plies may help. Returns whether the game has ended; if
        not, all portions are spent. No `advance` after it.
        """


class BitboardDeepening(Deepening):
    """The search on at most 64 undecided cells."""

    def __init__(
        self,
        position: BitboardPosition,
        cells: np.ndarray,
        table: TranspositionTable,
        best_only: bool,
    ) -> None:
        self.position = position
        self._own, self._opponent = position.stones
        self._options = np.array(position.to_places(cells.tolist()), np.int64)
        self._table = table.entries
        self._stack = bitboard.new_stack()
        super().__init__(cells.size, self._stack.control, best_only)
        bitboard.begin(
            position.game, ROOT, self._own, self._opponent, self._options, self.lower, self.upper
        )

    def advance(self, node_limit: int) -> bool:
        return bool(
            bitboard.deepen(
                self.position.game,
                self._table,
                self._stack,
                ROOT,
                self._own,
                self._opponent,
                self._options,
                self.lower,
                self.upper,
                self.state,
                node_limit,
            )
        )

    def follow(
        self, score: int, line: list[int], portions: Iterable[int], proven: Sequence[int] = ()
    ) -> bool:
        places = np.zeros(self.position.empty.size, np.int64)
        places[: len(line)] = self.position.to_places(line)
        length, ended = len(line), False
        for nodes in portions:
            length, ended = bitboard_play.follow(
                self.position.game,
                self._table,
                self._stack,
                self._own,
                self._opponent,
                score,
                places,
                length,
                self.nodes + nodes,
            )
            if ended:
                break
        line[:] = self.position.to_cells(places[:length].tolist())
        return bool(ended)


class CounterDeepening(Deepening):
    """The search on a board of any size."""

    def __init__(self, board: Board, cells: np.ndarray, best_only: bool) -> None:
        self._root = board
        self._remaining = board.empty.bit_count()
        self._board = line_board(board)
        self._options = cells
        self._stack = counters.new_stack(board.rules.cells, self._remaining)
        super().__init__(cells.size, self._stack.control, best_only)
        counters.begin(self._board, self._remaining, cells, self.lower, self.upper)

    def advance(self, node_limit: int) -> bool:
        return bool(
            counters.deepen(
                self._board,
                self._stack,
                self._remaining,
                self._options,
                self.lower,
                self.upper,
                self.state,
                node_limit,
            )
        )

    def follow(
        self, score: int, line: list[int], portions: Iterable[int], proven: Sequence[int] = ()
    ) -> bool:
        cells = np.zeros(self._remaining, np.int64)
        cells[: len(line)] = line
        board, proof = line_board(self._root), np.array(proven, np.int64)
        played, length, ended = 0, len(line), False
        for nodes in portions:
            length, ended = counters.follow(
                board, self._stack, score, cells, played, length, proof, self.nodes + nodes
            )
            if ended:
                break
            played = length
        line[:] = cells[:length].tolist()
        return bool(ended)
