"""Games of completing lines whose undecided cells fit one word."""

from typing import NamedTuple

import numpy as np

CELLS = 64
"""The most cells of a game of words of 64 bits, which most searches need."""
WIDE_CELLS = 128
"""The most cells of a game of `wide_words`."""


class LineGame(NamedTuple):
    """A game of completing lines, which may differ between the players.

    Words are uint64 for up to `CELLS` cells, else `WIDE_WORD`.
    """

    cells: int
    """The number of cells."""
    lines: np.ndarray
    """The bitboard of each line by player, shape (2, lines), words; unused items are 0."""
    keys: np.ndarray
    """The keys of the game in the table, shape (KEYS,), uint64; see `encodings.keys_of_rules`."""
    symmetries: np.ndarray
    """The images of octets, shape (symmetries, octets, 256), words; see `symmetry`."""
    images: np.ndarray
    """The image of each cell, shape (symmetries, bits of a word), int64."""
    preimages: np.ndarray
    """The inverse of `images`, of the same shape."""
