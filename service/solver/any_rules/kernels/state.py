"""Games in which an own stone more may hurt, on one word, and what a search of them keeps.

A `RuleGame` belongs to one position. Its cells are numbered by *places*: column by column, each
from the bottom up. So the place below another one in its column is one less, which makes the fall
of a stone a shift of a word by one bit. Words are uint64 for up to 64 places, else `WIDE_WORD`.
"""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.records import record_type
from service.solver.deepening.kernels.state import CONTROL, FRAME, PLANES
from service.solver.lines.kernels.wide_words import Word

NODE = record_type(
    ("symmetry", np.int64),  # The number of the symmetry that makes the position's name.
    ("nodes_before", np.int64),  # Nodes that had been searched when this one was entered.
    # These come last, or else numba would take this type for a FRAME, and warn.
    *[(name, np.int64) for name in FRAME.names or ()],
)
"""A node of the search; its `remaining` are the plies within which its game is decided."""


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
    lines: np.ndarray
    """The lines that a player may still complete, shape (2, lines), words."""
    flanks: np.ndarray
    """The places beside each line whose stones of the same player undo the row, the same shape."""
    supports: np.ndarray
    """The places that hold a stone when the line is complete, the same shape: with gravity also
    all below the line."""
    sizes: np.ndarray
    """How many lines each player has, shape (2,), int64."""
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


class Search(NamedTuple):
    """A search of a game. Its last two plies serve the line of best play."""

    game: RuleGame
    """The game that is played."""
    table: np.ndarray
    """The transposition table, (buckets, BUCKET_WORDS), words; see `memory.kernels.table`."""
    order: int
    """Which of equally promising moves comes first: the lowest place if it is even, else the next.
    Searches of one position in several threads differ in it."""
    frames: np.ndarray
    """A frame for each ply, shape (plies,), NODE."""
    own: np.ndarray
    """The stones of the side to move at each ply, shape (plies,), words."""
    opponent: np.ndarray
    """The stones of the other side, the same shape."""
    left: np.ndarray
    """The moves that are still to be searched, the same shape."""
    key_own: np.ndarray
    """The name of `own` in the table, the same shape."""
    key_opponent: np.ndarray
    """The name of `opponent`, the same shape."""
    planes: np.ndarray
    """A counter for each place, shape (plies, PLANES), words; see `deepening.kernels.bitboard`."""
    control: np.ndarray
    """Shape (1,), CONTROL."""


def new_search(game: RuleGame, table: np.ndarray, order: int) -> Search:
    """Return a search of nothing yet."""
    plies, word = game.cells + 3, game.lines.dtype
    return Search(
        game,
        table,
        order,
        np.zeros(plies, NODE),
        np.zeros(plies, word),
        np.zeros(plies, word),
        np.zeros(plies, word),
        np.zeros(plies, word),
        np.zeros(plies, word),
        np.zeros((plies, PLANES), word),
        np.zeros(1, CONTROL),
    )
