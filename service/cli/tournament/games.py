"""The games of a tournament: every level against every other, each first in half of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from service.game import Board, Rules
from service.players import LEVELS, Turn
from service.solver import Budget, Solver


@dataclass(frozen=True, slots=True)
class Game:
    """How one game went."""

    first: str
    second: str
    winner: str | None
    """One of the two levels; None for a draw."""
    plies: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played; the same plan always leads to the same games."""

    rules: Rules
    games: int
    """Of each pair of levels."""
    nodes: int
    """That a level may search for a move."""
    seed: int

    @property
    def total(self) -> int:
        """Games of all pairs."""
        return self.games * len(list(combinations(LEVELS, 2)))

    def play(self, solver: Solver) -> Iterator[Game]:
        """All games, one after the other. The solver must not have been asked anything before."""
        number = self.seed
        for pair in combinations(LEVELS, 2):
            for index in range(self.games):
                first, second = pair if index % 2 == 0 else pair[::-1]
                yield self._game(first, second, number, solver)
                number += 1

    def _game(self, first: str, second: str, seed: int, solver: Solver) -> Game:
        board = Board(self.rules)
        players = {"X": first, "O": second}
        plies = 0
        budget = Budget(nodes=self.nodes, seed=seed)
        while board.status == "in_progress":
            turn = _turn(board, solver, budget)
            board = board.play(LEVELS[players[board.to_move]].choose(turn).cell)
            plies += 1
        winner = None if board.winner is None else players[board.winner]
        return Game(first, second, winner, plies)


def _turn(board: Board, solver: Solver, budget: Budget) -> Turn:
    return Turn(board, lambda: solver.analyse(board, budget), budget.seed)
