"""Games of completing lines whose undecided cells fit one word."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.bits import count

CELLS = 64
"""Of games of words of 64 bits, which most searches need."""
WIDE_CELLS = 128
"""Of games of `wide_words`."""


class LineGame(NamedTuple):
    """A game of completing lines, which may differ between the players.

    Words are uint64 for up to `CELLS` cells, else `WIDE_WORD`.

    Index 0 of `lines`, `through` and `through_starts` is one player, 1 the other.
    """

    cells: int
    """Number of cells."""
    lines: np.ndarray
    """Bitboard of each line, shape (2, lines), words; unused places are 0."""
    through: np.ndarray
    """The lines through each cell one after the other, shape (2, uses of cells), words."""
    through_starts: np.ndarray
    """Where the lines through a cell start in `through`, shape (2, cells + 1), int64."""
    keys: np.ndarray
    """Names of the game in the table, shape (10,), uint64; see `encodings.keys_of_rules`."""
    symmetries: np.ndarray
    """Images of bitboards, shape (symmetries, octets, 256), words; see `symmetry`."""
    images: np.ndarray
    """Image of each cell, shape (symmetries, bits of a word), int64."""
    preimages: np.ndarray
    """Inverse of `images`."""


@kernel
def completions(lines, start, stop, own, opponent):
    """Empty cells that complete one of `lines[start:stop]` for the owner of `own`."""
    found = np.uint64(0)
    for index in range(start, stop):
        missing = lines[index] & ~own
        if missing & opponent == 0 and count(missing) == 1:
            found |= missing
    return found


@kernel
def all_completions(game, colour, own, opponent):
    """Empty cells that complete any line of `colour`, the owner of `own`."""
    return completions(game.lines[colour], 0, game.lines.shape[1], own, opponent)


@kernel
def completions_through(game, colour, cell, own, opponent):
    """Empty cells that complete a line through `cell` for `colour`, the owner of `own`."""
    return completions(
        game.through[colour],
        game.through_starts[colour, cell],
        game.through_starts[colour, cell + 1],
        own,
        opponent,
    )
