"""The tree of a search for wins by threats: moves, replies, and sequences that win.

It is kept whole, without a table. What proves its root is a tree of moves, replies and sequences,
each of which can be checked on its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.lines.kernels.jit import bare_kernel
from service.solver.threats.kernels import threat_sequence

# Columns of a node: the node before it, the move that leads to it, its first child, how many it
# has (-1: not looked at yet), proof and disproof number, the sequence that wins here, after a
# pass at nodes of the defender, as a place in `pool` and a length (0: none), and, once the root is
# proven, the plies in which the attacker wins.
PARENT, MOVE, FIRST, CHILDREN, PROOF, DISPROOF, PLACE, LENGTH, PLIES = range(9)
NODE_COLUMNS = 9

# Columns of the control row: the node on the board, what is being done there, whose turn it is,
# the attacker, the nodes and the cells of sequences in use.
CURRENT, STAGE, TURN, ATTACKER, SIZE, POOL = range(6)
CONTROL_COLUMNS = 6

ROOT = 0
NEVER = 1 << 40
"""A proof number that stands for infinity."""


class Tree(NamedTuple):
    """The state of one search."""

    nodes: np.ndarray
    """Shape (most nodes, NODE_COLUMNS), int64."""
    pool: np.ndarray
    """Cells of sequences one after the other, shape (room,), int32."""
    cells: np.ndarray
    """Scratch, shape (cells,), int32."""
    control: np.ndarray
    """Shape (CONTROL_COLUMNS,), int64."""


def new_tree(most_nodes: int, cells: int) -> Tree:
    """Room for so many nodes and the children of one more, on a board of so many cells."""
    most = most_nodes + cells
    return Tree(
        nodes=np.empty((most, NODE_COLUMNS), np.int64),
        pool=np.empty(most, np.int32),
        cells=np.zeros(cells, np.int32),
        control=np.zeros(CONTROL_COLUMNS, np.int64),
    )


@bare_kernel
def add(tree, parent, move, proof):
    """Add a node that has not been looked at; `proof` is the guess of its proof number."""
    node = tree.nodes[tree.control[SIZE]]
    node[PARENT] = parent
    node[MOVE] = move
    node[CHILDREN] = -1
    node[PROOF], node[DISPROOF] = proof, 1
    node[LENGTH] = node[PLIES] = 0
    tree.control[SIZE] += 1


@bare_kernel
def decide(node, proven):
    """Close a node without children."""
    node[CHILDREN] = 0
    node[PROOF], node[DISPROOF] = (0, NEVER) if proven else (NEVER, 0)


@bare_kernel
def only_child(tree, node, current, cell):
    """Give a node its only move."""
    node[FIRST], node[CHILDREN] = tree.control[SIZE], 1
    add(tree, current, cell, 1)


@bare_kernel
def keep_sequence(tree, finder, node):
    """Store the sequence found in the node it wins at."""
    place, length = tree.control[POOL], finder.control[threat_sequence.LENGTH]
    for index in range(length):
        tree.pool[place + index] = finder.sequence[index]
    tree.control[POOL] += length
    node[PLACE], node[LENGTH] = place, length


@bare_kernel
def has_room(tree):
    """Whether one more node can get children and a sequence."""
    return (
        tree.control[SIZE] + tree.cells.shape[0] <= tree.nodes.shape[0]
        and tree.control[POOL] + 2 * threat_sequence.MOST_MOVES <= tree.pool.shape[0]
    )


@bare_kernel
def depth_of(tree, current):
    """Plies from the root to a node."""
    depth = 0
    while current != ROOT:
        current = tree.nodes[current, PARENT]
        depth += 1
    return depth


@bare_kernel
def refresh(node, nodes, attacking):
    """Work out the numbers of a node with children; return whether they have changed."""
    least, total = np.int64(NEVER), np.int64(0)
    mine, yours = (PROOF, DISPROOF) if attacking else (DISPROOF, PROOF)
    for child in range(node[FIRST], node[FIRST] + node[CHILDREN]):
        least = min(least, nodes[child, mine])
        total = min(total + nodes[child, yours], NEVER)
    if least == 0:
        total = np.int64(NEVER)
    changed = node[mine] != least or node[yours] != total
    node[mine], node[yours] = least, total
    return changed


@bare_kernel
def measure(tree, remaining):
    """Fill PLIES of every proven node, given the empty cells at the root, all moves taken back.

    The attacker takes the proven move that wins fastest, the defender the reply that loses
    slowest.
    """
    control, nodes = tree.control, tree.nodes
    for current in range(control[SIZE] - 1, -1, -1):
        node = nodes[current]
        if node[PROOF] != 0:
            continue
        depth = depth_of(tree, current)
        attacking = depth & 1 == 0
        plies = NEVER if attacking else 0
        for child in range(node[FIRST], node[FIRST] + node[CHILDREN]):
            if nodes[child, PROOF] == 0:
                after = nodes[child, PLIES] + 1
                plies = min(plies, after) if attacking else max(plies, after)
        if attacking and node[CHILDREN] == 0:
            plies = node[LENGTH] + 2 if node[LENGTH] > 0 else 1
        elif not attacking and node[LENGTH] == 0:
            plies = max(plies, 2)
        elif not attacking and node[CHILDREN] < remaining - depth:
            # A reply that does not refute the sequence, then all of it.
            plies = max(plies, node[LENGTH] + 3)
        node[PLIES] = plies
