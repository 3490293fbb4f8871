"""The tree of a search for wins by threats: moves, replies, and sequences that win.

The whole tree is kept. If other moves have led to a position before, its first node represents
all. What proves the root is a tree of moves, replies and sequences, which can be checked apart.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.threats.kernels.state import NODE, TREE_CONTROL, Tree
from service.solver.threats.kernels.threat_sequence import MOST_THREATS

ROOT = 0
MOST_PLIES = 120
"""Plies of the longest line of play in the tree."""
INFINITY = 1 << 30
"""A proof number that stands for infinity."""
SLOT_BITS = 15


def new_tree(most_nodes: int, cells: int) -> Tree:
    """Return room for so many nodes and the children of one more, on a board of so many cells."""
    most = most_nodes + cells
    return Tree(
        nodes=np.empty(most, NODE),
        path=np.zeros(MOST_PLIES + 1, np.int32),
        transpositions=np.zeros(1 << SLOT_BITS, np.int32),
        pool=np.empty(most, np.int32),
        cells=np.zeros(cells, np.int32),
        control=np.zeros(1, TREE_CONTROL),
    )


@bare_kernel
def add_node(tree, parent, move, proof):
    """Add a node that has not been evaluated; `proof` is its initial proof number."""
    control = tree.control[0]
    node = tree.nodes[control.nodes_used]
    node.parent, node.move, node.representative = parent, move, control.nodes_used
    node.depth = tree.nodes[parent].depth + 1 if parent >= 0 else 0
    node.children = -1
    node.proof, node.disproof = proof, 1
    node.more_moves = node.sequence_length = node.plies = 0
    control.nodes_used += 1


@bare_kernel
def decide(node, proven):
    """Make a node a terminal one: proven or disproven."""
    node.children = 0
    node.proof, node.disproof = (0, INFINITY) if proven else (INFINITY, 0)


@bare_kernel
def add_only_child(tree, node, current, cell):
    """Give a node its only move."""
    node.first_child, node.children = tree.control[0].nodes_used, 1
    add_node(tree, current, cell, 1)


@bare_kernel
def store_sequence(tree, finder, node):
    """Store the sequence that was found in the node at which it wins."""
    control = tree.control[0]
    start, length = control.cells_used, finder.control[0].length
    for index in range(length):
        tree.pool[start + index] = finder.sequence[index]
    control.cells_used += length
    node.sequence_start, node.sequence_length = start, length


@bare_kernel
def has_room(tree):
    """Return whether one more node can get children and a sequence."""
    control = tree.control[0]
    return (
        control.nodes_used + tree.cells.shape[0] <= tree.nodes.shape[0]
        and control.cells_used + 2 * MOST_THREATS <= tree.pool.shape[0]
    )


@bare_kernel
def slot_of(board, tree):
    """Return the index of the position on the board in `Tree.transpositions`."""
    return board.key[0] & np.uint64(tree.transpositions.shape[0] - 1)


@bare_kernel
def find_transposition(board, tree):
    """Return an evaluated node with the position on the board; -1 if none is known."""
    control, nodes = tree.control[0], tree.nodes
    found = tree.transpositions[slot_of(board, tree)]
    if found >= control.nodes_used or nodes[found].children < 0:
        return -1
    current, mover, depth = found, 1 - control.turn, 0
    while current != ROOT and board.owner[nodes[current].move] == mover:
        current, mover, depth = nodes[current].parent, 1 - mover, depth + 1
    # As many moves, all of which are on the board: it is the same position.
    return found if current == ROOT and depth == control.depth else -1


@bare_kernel
def update_numbers(nodes, node, attacking):
    """Compute the proof and disproof number of a node from those of its children.

    Returns whether they have changed, and the child to search next (the most-proving one). At the
    attacker's nodes the proof number is the least of the children's and the disproof number their
    sum; at the defender's nodes it is the other way round.
    """
    least, total, best = np.int64(INFINITY), np.int64(0), node.first_child
    for child in range(node.first_child, node.first_child + node.children):
        after = nodes[nodes[child].representative]
        minimised = after.proof if attacking else after.disproof
        summed = after.disproof if attacking else after.proof
        if minimised < least:
            least, best = np.int64(minimised), child
        total = min(total + summed, INFINITY)
    if least == 0:
        total = np.int64(INFINITY)
    proof, disproof = (least, total) if attacking else (total, least)
    changed = node.proof != proof or node.disproof != disproof
    node.proof, node.disproof = proof, disproof
    return changed, best


@bare_kernel
def measure_plies(tree, remaining):
    """Fill in the plies of every proven node, given the empty cells at the root.

    The attacker plays the proven move that wins fastest, the defender the reply that loses slowest.
    Each node is looked at twice, however deep the tree: a node that represents a child is as deep
    as the child, so that the deepest nodes come first. No move of a search may be on the board.
    """
    nodes, last = tree.nodes, tree.path
    last[:] = -1
    # Until a node is measured, its plies lead to the node before it at the same depth.
    for current in range(tree.control[0].nodes_used):
        node = nodes[current]
        if node.children >= 0 and node.proof == 0:
            node.plies, last[node.depth] = last[node.depth], current
    for depth in range(MOST_PLIES, -1, -1):
        current = np.int64(last[depth])
        while current >= 0:
            node = nodes[current]
            current = np.int64(node.plies)
            node.plies = plies_of(nodes, node, depth, remaining)


@bare_kernel
def plies_of(nodes, node, depth, remaining):
    """Return the plies in which the attacker wins at a node, given those after its moves."""
    attacking = depth & 1 == 0
    plies = np.int64(INFINITY if attacking else 0)
    for child in range(node.first_child, node.first_child + node.children):
        reached = nodes[nodes[child].representative]
        if reached.proof == 0:
            after = np.int64(reached.plies) + 1
            plies = min(plies, after) if attacking else max(plies, after)
    if attacking and node.children == 0:
        return np.int64(node.sequence_length + 2 if node.sequence_length > 0 else 1)
    if not attacking and node.sequence_length == 0:
        return max(plies, 2)
    if not attacking and node.children < remaining - depth:
        # A reply that does not refute the sequence, then all of it.
        return max(plies, np.int64(node.sequence_length + 3))
    return plies
