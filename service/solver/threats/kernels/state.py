"""What the search for wins by threats keeps: a tree, and a search of sequences."""

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.records import record_type

SELECT, SEARCH_SEQUENCE, FULL = range(3)
"""Stages of the tree search: a leaf is selected, a sequence is searched at it, no room is left."""

NODE = record_type(
    ("parent", np.int32),  # The node before it.
    ("move", np.int32),  # The move that leads to it, a cell.
    ("depth", np.int32),  # The plies from the root to it, `MOST_PLIES` at most.
    ("representative", np.int32),  # The node that stands for its position, mostly itself.
    # The other fields are those of the representative alone.
    ("first_child", np.int32),  # Its first child; the others follow.
    ("children", np.int32),  # The number of its children; -1 before it is evaluated.
    ("more_moves", np.int32),  # Whether there are unlikely moves that are not among its children.
    ("proof", np.int32),  # Its proof number: 0 once the attacker is known to win.
    ("disproof", np.int32),  # Its disproof number: 0 once the attacker is known not to win so.
    # The threat sequence that wins here, after a null move at the defender's nodes.
    ("sequence_start", np.int32),  # Where it starts in `Tree.pool`.
    ("sequence_length", np.int32),  # Its length; 0 for none.
    ("plies", np.int32),  # The plies in which the attacker wins, once the root is proven.
)
"""A node of the tree."""

TREE_CONTROL = record_type(
    ("current", np.int64),  # The node on the board.
    ("depth", np.int64),  # The plies from the root to it.
    ("stage", np.int64),  # SELECT, SEARCH_SEQUENCE or FULL.
    ("turn", np.int64),  # The player to move on the board.
    ("attacker", np.int64),  # The player whose win is searched.
    ("nodes_used", np.int64),  # The nodes of the tree that are in use.
    ("cells_used", np.int64),  # The cells of `Tree.pool` that are in use.
)
"""Where the tree search is."""

THREAT = record_type(
    ("gain", np.int32),  # The gain square: where the attacker makes the threat.
    ("cost", np.int32),  # The cost square: where the defender has to reply.
)
"""A threat to complete a line, in the words of Allis."""

SEQUENCE_CONTROL = record_type(
    ("depth", np.int64),  # The number of threats on the board; -1 once the search has ended.
    ("entering", np.int64),  # Whether the position has not been looked at yet.
    ("give_up", np.int64),  # The count of nodes at which the search gives up.
    ("length", np.int64),  # The length of the sequence that was found; 0 for none.
    ("nodes", np.int64),  # Nodes searched, by all searches of sequences and of trees.
)
"""Where the search of a sequence is."""


class Tree(NamedTuple):
    """The tree of one search. The root is node 0."""

    nodes: np.ndarray
    """Shape (most nodes,), NODE."""
    path: np.ndarray
    """The nodes from the root to the present one, shape (MOST_PLIES + 1,), int32."""
    transpositions: np.ndarray
    """An evaluated node by the last bits of its key, shape (1 << SLOT_BITS,), int32."""
    pool: np.ndarray
    """The cells of sequences one after the other, shape (room,), int32."""
    cells: np.ndarray
    """Scratch, shape (cells,), int32."""
    control: np.ndarray
    """Shape (1,), TREE_CONTROL."""


class SequenceSearch(NamedTuple):
    """The search of a sequence, depth first."""

    threats: np.ndarray
    """The threats at each depth, one depth after the other, shape (MOST_LISTED,), THREAT."""
    starts: np.ndarray
    """Where the threats of each depth start, shape (MOST_THREATS + 2,), int64."""
    nexts: np.ndarray
    """Which threat of each depth comes next, shape (MOST_THREATS + 1,), int64."""
    marks: np.ndarray
    """Scratch, -1 everywhere, shape (cells,), int32."""
    sequence: np.ndarray
    """The sequence that was found, shape (2 * MOST_THREATS,), int32."""
    failures: np.ndarray
    """For each attacker the keys of positions without a sequence, shape (2, 1 << FAILURE_BITS),
    uint64. If one position is mistaken for another here, that only hides a win."""
    control: np.ndarray
    """Shape (1,), SEQUENCE_CONTROL."""
