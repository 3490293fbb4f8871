"""The position in which a level chooses a move."""

from collections.abc import Callable, Sequence
from random import Random

from service.game import Board, lazy
from service.solver import Analysis


class Turn:
    """A position, its analysis on demand, and a source of chance; used by one thread."""

    def __init__(self, board: Board, analyse: Callable[[], Analysis], seed: int | None) -> None:
        """`analyse` is called at most once, when a level first reads `analysis`."""
        self.board, self.seed, self._analyse = board, seed, analyse

    @classmethod
    def analysed(cls, analysis: Analysis, seed: int | None = None) -> "Turn":
        """Return a turn in a position that has been analysed already."""
        return cls(analysis.board, lambda: analysis, seed)

    @lazy
    def analysis(self) -> Analysis:
        """Return the solver's analysis of the position."""
        return self._analyse()

    @lazy
    def chance(self) -> Random:
        """Return a source of random numbers, the same ones for the same seed and position."""
        # The position is mixed in, because one seed serves all moves of a game.
        mixed = f"{self.seed} {self.board.x:x} {self.board.o:x}"
        return Random() if self.seed is None else Random(mixed)

    @property
    def by_chance(self) -> bool:
        """Return whether the level has drawn random numbers that no seed repeats."""
        return self.seed is None and "chance" in vars(self)

    def pick(self, cells: Sequence[int]) -> int:
        """Return one of equally good cells: with a seed a random one, without a seed the first."""
        return cells[0] if self.seed is None else self.chance.choice(cells)
