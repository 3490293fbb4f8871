"""What alpha-beta keeps: a frame for each ply, the control block, and the options of the root."""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.records import record_type
from service.solver.lines.kernels.line_game import LineGame

FORCED, NULL_MOVE, MOVES = range(3)
"""Stages of a node: its only move, a null move, or moves one after the other."""

_NODE = (
    ("target", np.int64),  # Beta of the null window: is the score at least this? Alpha is 1 less.
    ("lower", np.int64),  # The lower bound on the score that is proven so far.
    ("upper", np.int64),  # The upper bound on the score that is proven so far.
    ("moves_upper", np.int64),  # The highest upper bound of a move that was searched or left out.
    ("move", np.int64),  # The move that is searched now.
    ("best_move", np.int64),  # The move that raised `lower` last, or the table's; -1 for none.
    ("stage", np.int64),  # FORCED, NULL_MOVE or MOVES.
    ("remaining", np.int64),  # The number of empty cells.
)

FRAME = record_type(*_NODE)
"""A node of the search on line counters; its moves lie in `CounterSearch.weights`."""

PLANES = 8
"""Bits of the counters that order the moves."""

BITBOARD_FRAME = record_type(
    ("own", np.uint64),  # The stones of the side to move.
    ("opponent", np.uint64),  # The stones of the other side.
    ("own_wins", np.uint64),  # The cells that complete a line of the side to move.
    ("opponent_wins", np.uint64),  # The cells that complete a line of the other side.
    ("moves_left", np.uint64),  # The moves that are still to be searched.
    ("key_own", np.uint64),  # `own` under the symmetry that makes the position's name in the table.
    ("key_opponent", np.uint64),  # `opponent` under that symmetry.
    ("symmetry", np.int64),  # The number of that symmetry.
    ("nodes_before", np.int64),  # Nodes that had been searched when this one was entered.
    ("planes", np.uint64, (PLANES,)),  # A counter for each cell: bit `plane` of all lies in a word.
    # These come last, or else numba would take this type for a FRAME, and warn.
    *_NODE,
)
"""A node of the search on bitboards."""

CONTROL = record_type(
    ("ply", np.int64),  # The ply at which the search goes on.
    ("returning", np.int64),  # Whether a child has just returned its bounds.
    ("returned_lower", np.int64),  # The lower bound that it has returned.
    ("returned_upper", np.int64),  # The upper bound that it has returned.
    ("colour", np.int64),  # The player to move at ply 0.
    ("nodes", np.int64),  # Nodes searched, by all searches.
    ("table_hits", np.int64),  # Positions found in the transposition table, by all searches.
    ("replying", np.int64),  # Whether a reply for the principal variation is being searched.
    ("reply", np.int64),  # That reply.
)
"""Where a search is, and what it has counted."""

ITERATION = record_type(
    ("depth", np.int64),  # The depth in plies.
    ("option", np.int64),  # The index of the option that is searched.
    ("target", np.int64),  # The target of the search, for the score of the option.
    ("searching", np.int64),  # Whether a search of it has begun.
    ("best_only", np.int64),  # Whether only the best option is of interest.
)
"""Where iterative deepening is."""


class Options(NamedTuple):
    """The options of the root, what is proven of them, and where iterative deepening is."""

    cells: np.ndarray
    """The cell of each option, shape (options,), int64."""
    lower: np.ndarray
    """Lower bounds on the scores for the side to move at the root, shape (options,), int64."""
    upper: np.ndarray
    """Upper bounds for the same side, shape (options,), int64."""
    iteration: np.ndarray
    """Shape (1,), ITERATION."""


class BitboardSearch(NamedTuple):
    """A search on at most 64 undecided cells."""

    game: LineGame
    """The game that is played."""
    table: np.ndarray
    """The transposition table, (buckets, BUCKET_WORDS), uint64; see `memory.kernels.table`."""
    frames: np.ndarray
    """A frame for each ply, shape (plies + 1,), BITBOARD_FRAME; the last one is that of a reply."""
    control: np.ndarray
    """Shape (1,), CONTROL."""


class CounterSearch(NamedTuple):
    """A search on a board of any size."""

    weights: np.ndarray
    """How promising each cell is, 0 for those left out, shape (plies + 1, cells), int32. There are
    as many plies as moves and passes in the longest game; the last row is that of a reply."""
    frames: np.ndarray
    """A frame for each ply, shape (plies,), FRAME."""
    control: np.ndarray
    """Shape (1,), CONTROL."""
