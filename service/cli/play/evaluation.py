"""What a player at the terminal is told of a position: plain data, wherever it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from service.game import Board


@dataclass(frozen=True, slots=True)
class Move:
    """A move and why it was chosen."""

    cell: int
    text: str
    cells: list[int]
    """The cells that show the reason."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The best move of a position, and what all moves are worth to the side to move."""

    best: Move
    value: int | None
    """Of the position; None where it is not proven."""
    plies_to_end: int | None
    values: dict[int, int | None]
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
