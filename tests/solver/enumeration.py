"""All positions of a small board, level by level, and their minimax values from the last."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tests.support.reference import lines_of

Shape = tuple[int, int, int]


class Levels:
    """The positions after each ply, X first, as arrays of codes: X's stones, O's above them.

    Boards of up to 16 cells.
    """

    def __init__(self, shape: Shape) -> None:
        self.width, self.height, _ = shape
        self.cells = self.width * self.height
        self._lines = [sum(1 << cell for cell in line) for line in lines_of(*shape)]

    def __iter__(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield the codes after each ply, ascending, uint32, and which the last move has won."""
        codes = np.zeros(1, np.uint32)
        for ply in range(self.cells + 1):
            mover = 1 - ply % 2
            won = self._has_line(codes >> np.uint32(mover * self.cells))
            yield codes, won
            codes = self._after(codes[~won], ply % 2)

    def text(self, code: int) -> str:
        """Return the cells of a position, row after row."""
        return "".join(
            "X" if code >> cell & 1 else "O" if code >> (cell + self.cells) & 1 else "."
            for cell in range(self.cells)
        )

    def _after(self, codes: np.ndarray, mover: int) -> np.ndarray:
        """Return the positions one move later, each once."""
        taken = codes | codes >> np.uint32(self.cells)
        moved = [
            codes[taken >> np.uint32(cell) & np.uint32(1) == 0]
            | np.uint32(1 << (cell + mover * self.cells))
            for cell in range(self.cells)
        ]
        return np.unique(np.concatenate(moved))

    def _has_line(self, stones: np.ndarray) -> np.ndarray:
        found = np.zeros(stones.shape, np.bool_)
        for line in self._lines:
            found |= stones & np.uint32(line) == line
        return found


@dataclass(frozen=True, slots=True)
class Ply:
    """The positions after some number of plies, X first."""

    codes: np.ndarray
    """Of those in which nobody has won, as in `Levels`, ascending."""
    values: np.ndarray
    """For the side to move, shape (positions,), int8."""
    won: np.ndarray
    """The codes of those that the side that moved has just won."""


def minimax_table(shape: Shape) -> list[Ply]:
    """Return the values after each ply of a board of up to 16 cells."""
    levels = Levels(shape)
    size = levels.cells
    played = list(levels)
    table: list[Ply] = []
    codes, won = played[-1]
    following = np.where(won, -1, 0).astype(np.int8)
    table.append(Ply(codes[~won], following[~won], codes[won]))
    for ply in reversed(range(size)):
        next_codes = codes
        codes, won = played[ply]
        values = np.full(len(codes), -1, np.int8)
        taken = codes | codes >> np.uint32(size)
        shift = size if ply % 2 else 0
        for cell in range(size):
            may = ~won & (taken >> np.uint32(cell) & np.uint32(1) == 0)
            places = np.searchsorted(next_codes, codes[may] | np.uint32(1 << (cell + shift)))
            values[may] = np.maximum(values[may], -following[places])
        following = values
        table.append(Ply(codes[~won], values[~won], codes[won]))
    return table[::-1]
