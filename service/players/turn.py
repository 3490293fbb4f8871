"""What a level chooses from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random

from service.game import Board
from service.solver import Analysis


class Turn:
    """A position with a move to choose, and all that may be asked about it."""

    def __init__(self, board: Board, analyse: Callable[[], Analysis], seed: int | None) -> None:
        """`analyse` is called once at most, by levels that look at values."""
        self.board = board
        self._analyse = analyse
        self.seed = seed

    @classmethod
    def analysed(cls, analysis: Analysis, seed: int | None) -> Turn:
        """The turn in a position that is analysed already."""
        return cls(analysis.board, lambda: analysis, seed)

    @cached_property
    def analysis(self) -> Analysis:
        """What the solver knows of the position."""
        return self._analyse()

    @cached_property
    def chance(self) -> Random:
        """A source of chance: the same one for the same seed and position."""
        if self.seed is None:
            return Random()
        # Not the seed alone: a whole game is played with it, and no two moves are to be alike.
        return Random(f"{self.seed} {self.board.x:x} {self.board.o:x}")

    @property
    def searched(self) -> bool:
        """Whether a level has asked for the analysis."""
        return "analysis" in vars(self)

    @property
    def by_chance(self) -> bool:
        """Whether anything has been left to a chance that no seed repeats."""
        return self.seed is None and "chance" in vars(self)

    def pick(self, cells: Sequence[int]) -> int:
        """One of the cells: the first without a seed, with one any of them."""
        return cells[0] if self.seed is None else self.chance.choice(cells)
