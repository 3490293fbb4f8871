"""The searches of one analysis: a climb of the ladder and draw proofs, by turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from service.game import Board
from service.solver import linegames
from service.solver.climbs import Climb, NarrowClimb, PartClimb, WideClimb, first_state
from service.solver.kernels import ladder, narrow
from service.solver.proofs import DrawProofs
from service.solver.transposition import TranspositionTable

FIRST_TURN = 4096
"""Nodes of an engine's first turn, more than small boards take; later turns double in length."""


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

    def __init__(self, climb: Climb, proofs: DrawProofs | None) -> None:
        self.climb = climb
        self._proofs = proofs
        self._turns = [Turn(climb, FIRST_TURN)]
        if proofs is not None:
            self._turns.append(Turn(proofs, FIRST_TURN))
        self.settled = False
        """Whether all that was asked for is proven."""

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return self.climb.nodes + (self._proofs.nodes if self._proofs else 0)

    @property
    def table_hits(self) -> int:
        """Positions answered by the table so far."""
        return self.climb.table_hits + (self._proofs.table_hits if self._proofs else 0)

    @property
    def proof_numbers(self) -> tuple[int, int] | None:
        """Proof and disproof number of the proof-number search, while it is at a question."""
        return self._proofs.proof_numbers if self._proofs else None

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
        return Search(WideClimb(board, cells, state), None)
    if board.rules.cells <= narrow.CELLS:
        game = linegames.whole_board(board.rules)
        climb = NarrowClimb(game, (board.own, board.opponent), empty, cells, table, state)
    else:
        game = linegames.empty_cells(board, empty, table.private_keys())
        climb = PartClimb(game, empty, cells, table, state)
    return Search(climb, DrawProofs(climb, table) if DrawProofs.fits(game) else None)
