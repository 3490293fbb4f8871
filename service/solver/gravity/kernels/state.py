"""Boards on which stones fall as words with a sentinel row, and what a search of them keeps.

The *place* of a cell is its column times (height + 1) plus its row, counted from the bottom: one
place above each column stays empty, so that no shift of a word carries a row over an edge. Words
are uint64 for up to 64 places, else `WIDE_WORD`.
"""

from typing import NamedTuple

import numpy as np

from service.solver.alpha_beta.kernels.state import CONTROL
from service.solver.compiling.kernels.records import record_type
from service.solver.gravity.kernels.near_table import BUCKETS, NEAR_BUCKET_WORDS
from service.solver.lines.kernels.wide_words import Word

BUSY, SHARED_PLIES = 1 << 10, 20
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
    """How many stones make a row; one more than fit the board if rows are longer. So a shift by the
    length of a row is less than a word, beyond which it would mean nothing."""
    steps: np.ndarray
    """The distances of neighbouring places of a row in each direction that has rows, int64, and
    first that in a column."""
    board: Word
    """The places to which stones can ever fall. Above such a place there is no wall, so that a wall
    is but a higher floor."""
    floor: Word
    """The lowest of these places in each column."""
    top: Word
    """The sentinels."""
    even: Word
    """All places in rows of an even number."""
    odd: Word
    """All places in rows of an odd number."""
    column_places: np.ndarray
    """The places of each column, words; as many words more, 0, as a vector needs."""
    columns: np.ndarray
    """How promising each column is, shape (width,), int64."""
    symmetric: bool
    """Whether the reflection of a position, left to right, is one of the same game."""
    key: int
    """The key of the game in the table, uint64."""


class Search(NamedTuple):
    """A search of a game. The last frame serves the line of best play."""

    game: GravityGame
    """The game that is played."""
    table: np.ndarray
    """The transposition table, shape (buckets, BUCKET_WORDS), uint64; see `table`."""
    near: np.ndarray
    """The table of positions with few places left, (BUCKETS, NEAR_BUCKET_WORDS), uint64; see
    `near_table`."""
    busy: np.ndarray
    """What threads that share it search now: at a hash of each name, its lower half or 0; shape
    (BUSY,), uint64. A thread takes up other moves first, else it would do the same work. But where
    no move has been searched all threads begin with the same: mostly the others need no search."""
    frames: np.ndarray
    """A frame for each ply, shape (plies,), NODE."""
    own: np.ndarray
    """The stones of the side to move at each ply, shape (plies,), words."""
    taken: np.ndarray
    """The stones of both sides, the same shape."""
    rows: np.ndarray
    """The empty places that complete a row of the opponent, the same shape."""
    names: np.ndarray
    """The name of the position in the table, scrambled, the same shape; 0 if not known."""
    rows_after: np.ndarray
    """`rows` of the position after the move in each column, shape (plies, columns), words: as many
    columns as make whole vectors."""
    names_after: np.ndarray
    """`names` of that position, the same shape; 0 also if a forced move follows."""
    order: np.ndarray
    """The moves of each frame in the order of search, see `search.order_key`, shape (plies, width),
    int64."""
    control: np.ndarray
    """Shape (1,), CONTROL."""


def new_near_table() -> np.ndarray:
    """Return a table of positions with few places left that holds nothing."""
    return np.zeros((BUCKETS, NEAR_BUCKET_WORDS), np.uint64)


def new_search(game: GravityGame, table: np.ndarray, near: np.ndarray, busy: np.ndarray) -> Search:
    """Return a search of nothing yet."""
    plies, word = game.width * game.height + 2, game.column_places.dtype
    return Search(
        game,
        table,
        near,
        busy,
        np.zeros(plies, NODE),
        np.zeros(plies, word),
        np.zeros(plies, word),
        np.zeros(plies, word),
        np.zeros(plies, word),
        np.zeros((plies, game.column_places.size), word),
        np.zeros((plies, game.column_places.size), word),
        np.zeros((plies, game.width), np.int64),
        np.zeros(1, CONTROL),
    )
