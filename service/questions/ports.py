"""The port of the room: the solver, as whoever asks may use it."""

from contextlib import AbstractContextManager
from typing import Protocol

from service.game import Board
from service.questions.notes import Notes
from service.solver import Analysis, Budget


class Analyses(Protocol):
    """The solver as a question may use it."""

    @property
    def notes(self) -> Notes:
        """Return what is noted of the questions."""

    def analyse(self, board: Board, budget: Budget, *, silent: bool = False) -> Analysis:
        """Return what can be said of `board` within the budget; `RefusedError` if nothing.

        Of a `silent` search, as of another position than the one asked for, nobody is told.
        Raises `ConnectionResetError` once nobody waits for it any more.
        """

    def glance(self, board: Board, budget: Budget) -> Analysis:
        """Return what can be said of a board of any size without a search; within a turn."""

    def turn(
        self, board: Board | None = None, budget: Budget | None = None
    ) -> AbstractContextManager[None]:
        """Have a turn at working in Python, for some milliseconds, without any waiting.

        With a `budget`, raises `RefusedError` where the work would come late.
        """
