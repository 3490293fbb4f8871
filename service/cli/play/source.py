"""Moves and evaluations for the terminal, and a source of them: a solver in this process."""

from dataclasses import dataclass
from typing import Protocol

from service.game import Board
from service.players import DEFAULT_LEVEL, LEVELS, Choice, Turn, level_at
from service.solver import Analysis, Assessment, Budget, Solver


@dataclass(frozen=True, slots=True)
class Move:
    """A move and the reason for it."""

    cell: int
    text: str
    cells: list[int]
    """The cells that show the reason."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The assessments of a position and of each of its moves, for the side to move."""

    best: Move
    position: Assessment
    moves: dict[int, Assessment]
    """The assessment of each legal move, by its cell."""


class Source(Protocol):
    """A source of moves and evaluations."""

    def move(self, board: Board, level: str, strength: int | None = None) -> Move:
        """Return the move of a level in a game that is not over; SourceError if there is no answer.

        Only the default level can have a strength.
        """

    def evaluate(self, board: Board) -> Evaluation:
        """Return the evaluation of a game that is not over; SourceError if there is no answer."""


class SourceError(Exception):
    """There is no answer, for the reason in the message."""


class InProcess:
    """The levels on top of a solver; a `Source`."""

    def __init__(self, solver: Solver, seconds: float, seed: int | None) -> None:
        """Think about each move for so many `seconds`."""
        self._solver, self._seconds, self._seed = solver, seconds, seed

    def move(self, board: Board, level: str, strength: int | None = None) -> Move:
        """Return the move of a level; only levels that look at values take time."""
        turn = Turn(
            board, lambda: self._analyse(board, best_only=level == DEFAULT_LEVEL), self._seed
        )
        return _move(level_at(level, strength).choose(turn))

    def evaluate(self, board: Board) -> Evaluation:
        analysis = self._analyse(board, best_only=False)
        best = LEVELS[DEFAULT_LEVEL].choose(Turn.analysed(analysis, self._seed))
        return Evaluation(
            _move(best),
            analysis.assessment,
            {option.cell: option.assessment for option in analysis.options},
        )

    def _analyse(self, board: Board, *, best_only: bool) -> Analysis:
        budget = Budget(seconds=self._seconds, best_only=best_only, seed=self._seed)
        return self._solver.analyse(board, budget)


def _move(choice: Choice) -> Move:
    return Move(choice.cell, choice.reason.text, choice.reason.cells)
