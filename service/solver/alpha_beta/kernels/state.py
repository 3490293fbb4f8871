"""What alpha-beta keeps in any game: the control block, and the options of the root."""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.records import record_type

FORCED, MOVES = range(2)
"""What is searched at a node: its only move, or moves one after the other."""

NODE = record_type(
    ("target", np.int64),  # Beta of the null window: is the score at least this? Alpha is 1 less.
    ("lower", np.int64),  # The lower bound on the score that is proven so far.
    ("upper", np.int64),  # The upper bound on the score that is proven so far.
    ("moves_upper", np.int64),  # The highest upper bound of a move that was searched or left out.
    ("move", np.int64),  # The move that is searched now.
    ("stage", np.int64),  # FORCED or MOVES.
    ("remaining", np.int64),  # The plies within which the game is decided.
    ("nodes_before", np.int64),  # Nodes that had been searched when this one was entered.
)
"""The frame of a node."""

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
    ("downwards", np.int64),  # Whether the greatest depth comes first.
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
