"""Games under any rules, on one word.

A `RuleGame` belongs to one position. Its cells are numbered by *places*: where stones fall, column
by column, each from the bottom up. So the place below another one in its column is one less, which
makes the fall of a stone a shift of a word by one bit. Words are uint64 for up to 64 places, else
`WIDE_WORD`.
"""

from typing import NamedTuple

import numpy as np

from service.solver.lines.kernels.wide_words import Word


class RuleGame(NamedTuple):
    """The game of a position. The first index of what has a shape (2, ...) is the player.

    A player completes a row by owning all of a line and none of its flanks.
    """

    cells: int
    """The number of places."""
    gravity: bool
    """Whether stones fall."""
    misere: bool
    """Whether the player who completes a row loses."""
    is_free: bool
    """Whether a further own stone never hurts, and stones go anywhere."""
    lines: np.ndarray
    """The lines that a player may still complete, shape (2, lines), words; unused items are 0."""
    flanks: np.ndarray
    """The places beside each line whose stones of the same player undo the row, the same shape."""
    reachable: Word
    """The places that moves can fill from this position on."""
    stacked: Word
    """Those of them that only open when the place below is filled; none without gravity."""
    keys: np.ndarray
    """The keys of the game in the table with either player to move, shape (2,), uint64."""
    symmetries: np.ndarray
    """The images of octets, shape (symmetries, octets, 256), words; see `symmetry.transform`."""
    images: np.ndarray
    """The image of each place, shape (symmetries, bits of a word), int64."""
    preimages: np.ndarray
    """The inverse of `images`, of the same shape."""


def free_game(game):
    """Return a `LineGame` of at most 64 cells as a game in which a further stone never hurts."""
    every = ~np.uint64(0) >> np.uint64(64 - game.cells)
    return RuleGame(
        game.cells,
        False,
        False,
        True,
        game.lines,
        np.zeros_like(game.lines),
        every,
        np.uint64(0),
        game.keys,
        game.symmetries,
        game.images,
        game.preimages,
    )
