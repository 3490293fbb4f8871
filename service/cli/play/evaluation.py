"""What the terminal needs to know about a position, and the interface of its sources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from service.game import Board
from service.solver import Assessment


@dataclass(frozen=True, slots=True)
class Move:
    """A move and the reason for it."""

    cell: int
    text: str
    cells: list[int]
    """The cells that show the reason."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What is known about a position and about each of its moves, for the side to move."""

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
