"""Boards on which stones fall as words with a sentinel row, and what a search of them keeps.

The *place* of a cell is its column times (height + 1) plus its row, counted from the bottom: one
place above each column stays empty, so that no shift of a word carries a row over an edge. Words
are uint64 for up to 64 places, else `WIDE_WORD`.

A score is what is left to fill when somebody completes a row, plus one: positive for the side to
move, negative if the opponent completes it, 0 for a draw. Unlike the score of `lines`, it is the
same number, but for its sign, at every ply of a line of play.
"""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.records import record_type
from service.solver.deepening.kernels.state import CONTROL

BOARD, FLOOR, TOP, EVEN, ODD = range(5)
"""Indices of `GravityGame.areas`."""
AREAS = 5
OWN, TAKEN, ROWS, NAME = range(4)
"""Indices of `Search.words`: the stones of the side to move, those of both sides, the empty places
that complete a row of the opponent, and the name of the position in the table (0 if not known)."""
WORDS = 4
MOVE, MOVE_ROWS, MOVE_NAME = range(3)
"""Indices of `Search.moves`: the place as a word, and `ROWS` and `NAME` of the node after it."""
MOVE_WORDS = 3

BUSY, SHARED_PLIES = 1 << 10, 16
"""The length of `Search.busy`, and the first plies of a search, whose nodes are in it."""

NODE = record_type(
    ("target", np.int64),  # Beta of the null window: is the score at least this?
    ("sign", np.int64),  # -1 if an odd number of forced moves lies between the node and its frame.
    ("lower", np.int64),  # The lower bound on the score that is proven so far.
    ("upper", np.int64),  # The upper bound on the score that is proven so far.
    ("moves_upper", np.int64),  # The highest upper bound of a move that was searched or left out.
    ("next", np.int64),  # The number of the next move to search.
    ("listed", np.int64),  # The number of moves.
    ("nodes_before", np.int64),  # Nodes that had been searched when this one was entered.
)
"""A node of the search, for the side to move after the forced moves."""


class GravityGame(NamedTuple):
    """The game of a position."""

    width: int
    height: int
    row_length: int
    steps: np.ndarray
    """The distances of neighbouring places of a row in each direction that has rows, int64."""
    areas: np.ndarray
    """Shape (AREAS,), words: the places to which stones can ever fall, the lowest of each column,
    the sentinels, and all places in rows of an even and of an odd number. Above such a place there
    is no wall, so that a wall is but a higher floor."""
    columns: np.ndarray
    """How promising each column is, shape (width,), int64."""
    symmetric: bool
    """Whether the reflection of a position, left to right, is one of the same game."""
    key: int
    """The key of the game in the table, uint64."""


class Search(NamedTuple):
    """A search of a game. The moves of the last ply serve the line of best play."""

    game: GravityGame
    """The game that is played."""
    table: np.ndarray
    """The transposition table, shape (buckets, BUCKET_WORDS), uint64; see `table`."""
    busy: np.ndarray
    """What threads that share it search now: at a hash of each name, its lower half or 0; shape
    (BUSY,), uint64. A thread takes up other moves first, else it would do the same work."""
    frames: np.ndarray
    """A frame for each ply, shape (plies,), NODE."""
    words: np.ndarray
    """The words of each frame, shape (plies, WORDS), words."""
    moves: np.ndarray
    """The moves of each frame in the order of search, shape (plies, width, MOVE_WORDS), words."""
    weights: np.ndarray
    """How promising each of them is, shape (plies, width), int64."""
    control: np.ndarray
    """Shape (1,), CONTROL."""


def new_search(game: GravityGame, table: np.ndarray, busy: np.ndarray) -> Search:
    """Return a search of nothing yet."""
    plies, width, word = game.width * game.height + 2, game.width, game.areas.dtype
    return Search(
        game,
        table,
        busy,
        np.zeros(plies, NODE),
        np.zeros((plies, WORDS), word),
        np.zeros((plies, width, MOVE_WORDS), word),
        np.zeros((plies, width), np.int64),
        np.zeros(1, CONTROL),
    )
