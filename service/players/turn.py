"""What a level chooses from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from service.game import Board
from service.solver import Analysis


class Turn:
    """A position with a move to choose, and all that may be asked about it, by one thread."""

    def __init__(self, board: Board, analyse: Callable[[], Analysis], seed: int | None) -> None:
        """`analyse` is called once at most, by levels that look at values."""
        self.board = board
        self._analyse = analyse
        self.seed = seed
        self._analysis: Analysis | None = None
        self._chance: Random | None = None

    @classmethod
    def analysed(cls, analysis: Analysis, seed: int | None) -> Turn:
        """The turn in a position that is analysed already."""
        return cls(analysis.board, lambda: analysis, seed)

    @property
    def analysis(self) -> Analysis:
        """What the solver knows of the position."""
        if self._analysis is None:
            self._analysis = self._analyse()
        return self._analysis

    @property
    def chance(self) -> Random:
        """A source of chance: the same one for the same seed and position."""
        if self._chance is None:
            self._chance = self._source_of_chance()
        return self._chance

    @property
    def by_chance(self) -> bool:
        """Whether anything has been left to a chance that no seed repeats."""
        return self.seed is None and self._chance is not None

    def pick(self, cells: Sequence[int]) -> int:
        """One of the cells: the first without a seed, with one any of them."""
        return cells[0] if self.seed is None else self.chance.choice(cells)

    def _source_of_chance(self) -> Random:
        if self.seed is None:
            return Random()
        # Not the seed alone: a whole game is played with it, and no two moves are to be alike.
        return Random(f"{self.seed} {self.board.x:x} {self.board.o:x}")
