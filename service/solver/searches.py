"""The searches of one analysis: a climb of the ladder, wins by threats, draw proofs, by turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from service.game import Board
from service.solver import linegames
from service.solver.climbs import Climb, NarrowClimb, PartClimb, WideClimb, first_state
from service.solver.kernels import ladder, narrow
from service.solver.proofs import DrawProofs
from service.solver.threats import Threats
from service.solver.transposition import TranspositionTable

FIRST_TURN = 4096
"""Nodes of an engine's first turn, more than small boards take; later turns double in length."""
THREATS_FIRST_TURN = 1 << 15
"""The same of the search for threats where it comes first, on boards too large for the others."""


class Engine(Protocol):
    """A search that tightens the bounds of a position's options."""

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""

    @property
    def table_hits(self) -> int:
        """Positions answered by the table so far."""

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; whether nothing is left to do."""


@dataclass(slots=True)
class Turn:
    """An engine, and the count of its nodes at which the next one takes over."""

    engine: Engine
    end: int


class Search:
    """Tightens the bounds in `climb` by all means that fit the position."""

    def __init__(
        self, climb: Climb, proofs: DrawProofs | None, threats: Threats | None = None
    ) -> None:
        """On small boards threats are left until the climb takes long; on others they go first."""
        self.climb = climb
        self._proofs = proofs
        self._threats = threats
        self._turns = [Turn(climb, FIRST_TURN)]
        if threats is not None and isinstance(climb, WideClimb):
            self._turns.insert(0, Turn(threats, THREATS_FIRST_TURN))
        elif threats is not None:
            self._turns.append(Turn(threats, FIRST_TURN))
        if proofs is not None:
            self._turns.append(Turn(proofs, FIRST_TURN))
        self._engines = [turn.engine for turn in self._turns]
        self.settled = False
        """Whether all that was asked for is proven."""

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return sum(engine.nodes for engine in self._engines)

    @property
    def table_hits(self) -> int:
        """Positions answered by the table so far."""
        return sum(engine.table_hits for engine in self._engines)

    @property
    def won_by_threats(self) -> bool:
        """Whether threats prove that the side to move wins, and nothing proves a faster win."""
        best = int(self.climb.lower.max())
        return self._threats is not None and 0 < best == self._threats.winning_score

    def advance(self, node_limit: int) -> bool:
        """Search on until `node_limit` nodes in all are spent; whether it has ended.

        Whose turn it is depends on nodes alone, so that the same limit gives the same answer.
        """
        while self._turns and not self.settled:
            left = node_limit - self.nodes
            if left <= 0:
                return False
            turn = self._turns[0]
            ended = turn.engine.advance(min(turn.engine.nodes + left, turn.end))
            climb = self.climb
            self.settled = bool(ladder.settled(climb.lower, climb.upper, climb.state))
            if self.won_by_threats and isinstance(climb, WideClimb):
                # On a large board the shortest win is mostly out of reach.
                self.settled = self.settled or bool(climb.state[ladder.BEST_ONLY])
            if ended:
                self._turns.pop(0)
            elif turn.engine.nodes >= turn.end:
                turn.end *= 2
                self._turns.append(self._turns.pop(0))
        return True

    def follow(self, score: int, line: list[int], node_limit: int) -> bool:
        """Extend a line of play from the root, which has this score, by best replies.

        Returns whether the game has ended; if not, the nodes are spent. No `advance` after it.
        """
        if self._threats is not None and self._threats.follow(score, line):
            return True
        if score == 0 and self._proofs is not None and self._proofs.nodes:
            if self._proofs.follow(line, self._proofs.nodes + node_limit - self.nodes):
                return True
            if self.nodes >= node_limit:
                return False
        return self.climb.follow(score, line, self.climb.nodes + node_limit - self.nodes)


def new_search(
    board: Board,
    empty: np.ndarray,
    cells: np.ndarray,
    table: TranspositionTable,
    best_only: bool,
) -> Search:
    """A search of the options `cells`, among the `empty` cells (int64) of a game not over."""
    state = first_state(best_only)
    if board.rules.cells > narrow.CELLS < empty.size:
        wide_climb = WideClimb(board, cells, state)
        return Search(wide_climb, None, Threats(board, cells, wide_climb))
    if board.rules.cells <= narrow.CELLS:
        game = linegames.whole_board(board.rules)
        climb = NarrowClimb(game, (board.own, board.opponent), empty, cells, table, state)
    else:
        game = linegames.empty_cells(board, empty, table.private_keys())
        climb = PartClimb(game, empty, cells, table, state)
    proofs = DrawProofs(climb, table) if DrawProofs.fits(game) else None
    return Search(climb, proofs, Threats(board, cells, climb))
