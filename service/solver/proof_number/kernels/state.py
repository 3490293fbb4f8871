"""The state of one proof-number search: the nodes on the current path and a control block.

Frames, children and the control block are records: kernels and Python read and write them as
`search.frames[ply].mover` or `search.control.nodes`.
"""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.records import record_type
from service.solver.proof_number.kernels.hypergraph import NARROW, Capacity
from service.solver.proof_number.kernels.leaf_proofs import Scratch, new_scratch
from service.solver.proof_number.kernels.positional_game import (
    PositionalGame,
    new_positional_game,
)

FRAME = record_type(
    ("mover", np.int64),  # ATTACKER at an OR node, DEFENDER at an AND node.
    ("proof_threshold", np.int64),  # The search leaves the node at this proof number or a higher.
    ("disproof_threshold", np.int64),  # It leaves the node at this disproof number or a higher.
    ("child_count", np.int64),  # How many of the frame's row of children are in question.
    ("most_proving", np.int64),  # The index of the child by which the search left the node last.
    ("next_move", np.int64),  # The first of the frame's row of moves that is deferred.
    ("move_count", np.int64),  # The number of moves in that row, deferred or not.
    ("zone_count", np.int64),  # How many zones are known outside of which every move loses.
    ("solved_statically", np.int64),  # Whether the node was solved when it was expanded.
    # Whether the defender would hold if the attacker passed. If not, static proofs after the
    # attacker's moves are not worth much work, since an extra stone never hurts the attacker.
    ("holds_after_pass", np.int64),
)
"""A node on the current path."""

CHILD = record_type(
    ("cell", np.int64),  # The cell of the move that leads to the child.
    ("proof", np.int64),  # The proof number of the child.
    ("disproof", np.int64),  # The disproof number of the child.
)
"""A child in question of a node on the current path."""

CONTROL = record_type(
    ("attacker", np.int64),  # The colour of the attacker, an index of the lines of a `LineGame`.
    ("ply", np.int64),  # The ply of the frame that the search is at.
    ("next_child", np.int64),  # The index of its next child to be evaluated, or UNEXPANDED.
    ("nodes", np.int64),  # The nodes that all questions together have searched.
    ("table_hits", np.int64),  # The nodes of these that the transposition table answered.
    ("result", np.int64),  # OPEN before the answer, then ATTACKER_WINS or DEFENDER_HOLDS.
    ("proof", np.int64),  # The proof number of the root when the search was last there.
    ("disproof", np.int64),  # The disproof number of the root when the search was last there.
    ("winning_move", np.int64),  # The first move of the attacker if it is known to win, else -1.
    ("parallel", np.int64),  # Whether other threads search the same question with these tables.
)
"""The control block of a search."""

UNEXPANDED = -1
"""In place of `next_child`: the moves of the frame are not generated yet."""


class Tables(NamedTuple):
    """What searches share: solved positions, and the numbers of those that are not."""

    solved: np.ndarray
    """The transposition table of `memory.kernels.table`, shape (buckets, BUCKET_WORDS), words."""
    numbers: np.ndarray
    """The table of `proof_numbers`, shape (entries, 2), uint64."""


class ProofState(NamedTuple):
    """The state of one search; the type of words and the sizes are those of its `Capacity`."""

    position: PositionalGame
    """The positions on the current path."""
    scratch: Scratch
    frames: np.ndarray
    """Shape (plies,), FRAME."""
    children: np.ndarray
    """Shape (plies, cells), CHILD."""
    moves: np.ndarray
    """The moves of each frame in the order of the search, shape (plies, cells), int64."""
    zones: np.ndarray
    """Zones outside of which every move of a frame loses, shape (plies, cells + 1), words."""
    solved_zones: np.ndarray
    """The zone of a frame that one move or a static proof solves, shape (plies,), words."""
    threat_cursors: np.ndarray
    """Scratch of `threat_sequence`, shape (plies + 1,), int64."""
    control: np.record
    """A record CONTROL."""


def new_state(capacity: Capacity = NARROW) -> ProofState:
    """Return the state of a search that has no question yet."""
    plies, cells = capacity.plies, capacity.cells
    return ProofState(
        position=new_positional_game(capacity),
        scratch=new_scratch(capacity),
        frames=np.zeros(plies, FRAME),
        children=np.zeros((plies, cells), CHILD),
        moves=np.zeros((plies, cells), np.int64),
        zones=np.zeros((plies, cells + 1), capacity.word),
        solved_zones=np.zeros(plies, capacity.word),
        threat_cursors=np.zeros(plies + 1, np.int64),
        control=np.zeros(1, CONTROL)[0],
    )
