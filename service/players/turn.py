"""The position in which a level chooses a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from service.game import Board
from service.solver import Analysis


class Turn:
    """A position, its analysis on demand, and a source of chance; used by one thread."""

    def __init__(self, board: Board, analyse: Callable[[], Analysis], seed: int | None) -> None:
        """`analyse` is called at most once, when a level first reads `analysis`."""
        self.board = board
        self._analyse = analyse
        self.seed = seed
        self._analysis: Analysis | None = None
        self._chance: Random | None = None

    @classmethod
    def analysed(cls, analysis: Analysis, seed: int | None) -> Turn:
        """Return a turn in a position that has been analysed already."""
        return cls(analysis.board, lambda: analysis, seed)

    @property
    def analysis(self) -> Analysis:
        if self._analysis is None:
            self._analysis = self._analyse()
        return self._analysis

    @property
    def chance(self) -> Random:
        """Return a source of random numbers, the same ones for the same seed and position."""
        if self._chance is None:
            self._chance = self._source_of_chance()
        return self._chance

    @property
    def by_chance(self) -> bool:
        """Return whether the level has drawn random numbers that no seed repeats."""
        return self.seed is None and self._chance is not None

    def pick(self, cells: Sequence[int]) -> int:
        """Return one of equally good cells: with a seed a random one, without a seed the first."""
        return cells[0] if self.seed is None else self.chance.choice(cells)

    def _source_of_chance(self) -> Random:
        if self.seed is None:
            return Random()
        # The position is mixed in, because one seed serves all moves of a game.
        return Random(f"{self.seed} {self.board.x:x} {self.board.o:x}")
