"""The tree of a search for wins by threats: moves, replies, and sequences that win.

It is kept whole. Where other moves have led to a position before, its first node stands for all.
What proves the root is a tree of moves, replies and sequences, each of which can be checked on its
own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.threats.kernels import threat_sequence

# Columns of a node: the node before it, the move that leads to it, the node that stands for its
# position (mostly itself); and, of that one alone, its first child, how many it has (-1: not looked
# at yet), whether there are further moves to list, proof and disproof number, the sequence that
# wins here, after a pass at nodes of the defender, as a place in `pool` and a length (0: none),
# and, once the root is proven, the plies in which the attacker wins.
PARENT, MOVE, SAME, FIRST, CHILDREN, FURTHER, PROOF, DISPROOF, PLACE, LENGTH, PLIES = range(11)
NODE_COLUMNS = 11

# Columns of the control row: the node on the board, its depth, what is being done there, whose turn
# it is, the attacker, the nodes and the cells of sequences in use.
CURRENT, DEPTH, STAGE, TURN, ATTACKER, SIZE, POOL = range(7)
CONTROL_COLUMNS = 7

ROOT = 0
MOST_PLIES = 120
"""Plies of the longest line of play in the tree."""
NEVER = 1 << 30
"""A proof number that stands for infinity."""
PLACE_BITS = 15


class Tree(NamedTuple):
    """The state of one search."""

    nodes: np.ndarray
    """Shape (most nodes, NODE_COLUMNS), int32."""
    path: np.ndarray
    """The nodes from the root to the present one, whose moves are on the board, shape
    (MOST_PLIES + 1,), int32."""
    places: np.ndarray
    """A node that was looked at, by the last bits of the key of its position, shape
    (1 << PLACE_BITS,), int32."""
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
        nodes=np.empty((most, NODE_COLUMNS), np.int32),
        path=np.zeros(MOST_PLIES + 1, np.int32),
        places=np.zeros(1 << PLACE_BITS, np.int32),
        pool=np.empty(most, np.int32),
        cells=np.zeros(cells, np.int32),
        control=np.zeros(CONTROL_COLUMNS, np.int64),
    )


@bare_kernel
def add(tree, parent, move, proof):
    """Add a node that has not been looked at; `proof` is the guess of its proof number."""
    node = tree.nodes[tree.control[SIZE]]
    node[PARENT], node[MOVE], node[SAME] = parent, move, tree.control[SIZE]
    node[CHILDREN] = -1
    node[PROOF], node[DISPROOF] = proof, 1
    node[FURTHER] = node[LENGTH] = node[PLIES] = 0
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
def place_of(board, tree):
    """Where to look for the position on the board."""
    return board.key[0] & np.uint64(tree.places.shape[0] - 1)


@bare_kernel
def find_same(board, tree):
    """A node that was looked at and has the position on the board; -1 if none is known."""
    control, nodes = tree.control, tree.nodes
    found = tree.places[place_of(board, tree)]
    if found >= control[SIZE] or nodes[found, CHILDREN] < 0:
        return -1
    current, mover, depth = found, 1 - control[TURN], 0
    while current != ROOT and board.owner[nodes[current, MOVE]] == mover:
        current, mover, depth = nodes[current, PARENT], 1 - mover, depth + 1
    # As many moves, all of which are on the board: they are the same.
    return found if current == ROOT and depth == control[DEPTH] else -1


@bare_kernel
def refresh(nodes, node, attacking):
    """Work out the numbers of a node with children; return whether they have changed, and the
    child that would help most."""
    least, total, best = np.int64(NEVER), np.int64(0), node[FIRST]
    mine, yours = (PROOF, DISPROOF) if attacking else (DISPROOF, PROOF)
    for child in range(node[FIRST], node[FIRST] + node[CHILDREN]):
        same = nodes[child, SAME]
        if nodes[same, mine] < least:
            least, best = np.int64(nodes[same, mine]), child
        total = min(total + nodes[same, yours], NEVER)
    if least == 0:
        total = np.int64(NEVER)
    changed = node[mine] != least or node[yours] != total
    node[mine], node[yours] = least, total
    return changed, best


@bare_kernel
def measure(tree, remaining):
    """Fill PLIES of every proven node, given the empty cells at the root, all moves taken back.

    The attacker takes the proven move that wins fastest, the defender the reply that loses
    slowest.
    """
    control, nodes = tree.control, tree.nodes
    changed = True
    # More than once, for a node may come before the one that stands for its child.
    while changed:
        changed = False
        for current in range(control[SIZE] - 1, -1, -1):
            node = nodes[current]
            if node[CHILDREN] < 0 or node[PROOF] != 0:
                continue
            plies = plies_of(nodes, node, depth_of(tree, current), remaining)
            changed |= node[PLIES] != plies
            node[PLIES] = plies


@bare_kernel
def plies_of(nodes, node, depth, remaining):
    """The plies in which the attacker wins at a node, given those after its moves."""
    attacking = depth & 1 == 0
    plies = np.int64(NEVER if attacking else 0)
    for child in range(node[FIRST], node[FIRST] + node[CHILDREN]):
        same = nodes[child, SAME]
        if nodes[same, PROOF] == 0:
            after = np.int64(nodes[same, PLIES]) + 1
            plies = min(plies, after) if attacking else max(plies, after)
    if attacking and node[CHILDREN] == 0:
        return np.int64(node[LENGTH] + 2 if node[LENGTH] > 0 else 1)
    if not attacking and node[LENGTH] == 0:
        return max(plies, 2)
    if not attacking and node[CHILDREN] < remaining - depth:
        # A reply that does not refute the sequence, then all of it.
        return max(plies, np.int64(node[LENGTH] + 3))
    return plies
