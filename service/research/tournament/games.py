"""The games of a tournament: each player of a pair moves first in half of their games."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, count, pairwise

from service.game import Board, Rules
from service.players import LEVELS, STRENGTHS, Level, Turn
from service.solver import Budget, Solver


@dataclass(frozen=True, slots=True)
class Game:
    """The result of one game."""

    first: str
    second: str
    winner: str | None
    """One of the two players, or None for a draw."""
    plies: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a tournament. The same plan always leads to the same games."""

    rules: Rules
    games: int
    """How many games each pair plays."""
    nodes: int
    """How many nodes a player may search for a move."""
    seed: int
    """The seed of the first game; each further game has the next one."""
    strengths: bool = field(default=False, kw_only=True)
    """Whether each strength plays the next one; else every level plays every other one."""

    @property
    def players(self) -> dict[str, Level]:
        if self.strengths:
            return {str(strength): level for strength, level in STRENGTHS.items()}
        return LEVELS

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return list(pairwise(self.players) if self.strengths else combinations(self.players, 2))

    @property
    def total(self) -> int:
        return self.games * len(self.pairs)

    def play(self, solver: Solver) -> Iterator[Game]:
        """Yield all games as they are played; the table of the solver is empty at the start."""
        seeds = count(self.seed)
        for pair in self.pairs:
            for index in range(self.games):
                first, second = pair if index % 2 == 0 else pair[::-1]
                yield self._game(first, second, next(seeds), solver)

    def _game(self, first: str, second: str, seed: int, solver: Solver) -> Game:
        board = Board(self.rules)
        names, players = {"X": first, "O": second}, self.players
        budget = Budget(nodes=self.nodes, seed=seed)
        while board.status == "in_progress":
            turn = Turn(board, partial(solver.analyse, board, budget), budget.seed)
            board = board.play(players[names[board.to_move]].choose(turn).cell)
        winner = None if board.winner is None else names[board.winner]
        return Game(first, second, winner, plies=(board.x | board.o).bit_count())
