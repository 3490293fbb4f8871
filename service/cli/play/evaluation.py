"""What a player at the terminal is told of a position: plain data, wherever it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from service.game import Board
from service.solver import Assessment


@dataclass(frozen=True, slots=True)
class Move:
    """A move and why it was chosen."""

    cell: int
    text: str
    cells: list[int]
    """The cells that show the reason."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What is known of a position and of all its moves, for the side to move."""

    best: Move
    position: Assessment
    moves: dict[int, Assessment]
    """Of each legal move, by its cell."""


class Source(Protocol):
    """Who answers."""

    def move(self, board: Board, level: str, strength: int | None = None) -> Move:
        """The level's move in a game that is not over; SourceError if there is no answer.

        Only the default level can have a strength.
        """

    def evaluate(self, board: Board) -> Evaluation:
        """What is known of a game that is not over; SourceError if there is no answer."""


class SourceError(Exception):
    """No answer, and why."""
