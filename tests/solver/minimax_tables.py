"""Minimax values of whole game trees, worked out backwards from the last ply."""

from dataclasses import dataclass

import numpy as np

from tests.solver.enumeration import Levels, Shape


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
