"""Games of completing lines whose undecided cells fit one word."""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.bits import count

CELLS = 64
"""The most cells of a game of words of 64 bits, which most searches need."""
WIDE_CELLS = 128
"""The most cells of a game of `wide_words`."""


class LineGame(NamedTuple):
    """A game of completing lines, which may differ between the players.

    Words are uint64 for up to `CELLS` cells, else `WIDE_WORD`. The first index of `lines`,
    `through` and `through_starts` is the player.
    """

    cells: int
    """The number of cells."""
    lines: np.ndarray
    """The bitboard of each line, shape (2, lines), words; unused places are 0."""
    through: np.ndarray
    """The lines through the first cell, then those through the next, shape (2, uses), words."""
    through_starts: np.ndarray
    """The place in `through` of the first line through each cell, shape (2, cells + 1), int64."""
    keys: np.ndarray
    """The keys of the game in the table, shape (KEYS,), uint64; see `encodings.keys_of_rules`."""
    symmetries: np.ndarray
    """The images of octets, shape (symmetries, octets, 256), words; see `symmetry`."""
    images: np.ndarray
    """The image of each cell, shape (symmetries, bits of a word), int64."""
    preimages: np.ndarray
    """The inverse of `images`, of the same shape."""


@kernel
def completions(lines, start, stop, own, opponent):
    """Return the empty cells that complete one of `lines[start:stop]` for the owner of `own`."""
    found = np.uint64(0)
    for index in range(start, stop):
        missing = lines[index] & ~own
        if missing & opponent == 0 and count(missing) == 1:
            found |= missing
    return found


@kernel
def all_completions(game, colour, own, opponent):
    """Return the empty cells that complete any line of `colour`, the owner of `own`."""
    return completions(game.lines[colour], 0, game.lines.shape[1], own, opponent)


@kernel
def completions_through(game, colour, cell, own, opponent):
    """Return the empty cells that complete a line through `cell` for `colour`, who owns `own`."""
    return completions(
        game.through[colour],
        game.through_starts[colour, cell],
        game.through_starts[colour, cell + 1],
        own,
        opponent,
    )
