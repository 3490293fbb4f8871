"""Wins by threats: proof-number search in which every move of the attacker threatens to win.

The attacker is to move at the root. At his nodes he wins at once, or by a threat sequence, or plays
a move that may threaten one. At the defender's nodes a pass is granted first: if no sequence
follows it, the move before threatened nothing and is given up. If one does, it refutes every reply
but those that refute it, and only these are searched; so no reply is left out. That is a lambda-2
search (Thomsen, "Lambda-search in game trees", 2000) by proof numbers (Allis, "Searching for
solutions in games and artificial intelligence", 1994).

A search that fails proves nothing.
"""

from __future__ import annotations

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import (
    CLOSED_TWO,
    FIVE,
    FOUR,
    OPEN_TWO,
    ROW,
    class_in,
    completing_cells,
    count_from,
)
from service.solver.lines.kernels.trail import put, undo
from service.solver.threats.kernels import refutations, threat_sequence
from service.solver.threats.kernels.tree import (
    ATTACKER,
    CHILDREN,
    CURRENT,
    DEPTH,
    DISPROOF,
    FIRST,
    FURTHER,
    LENGTH,
    MOST_PLIES,
    MOVE,
    POOL,
    PROOF,
    ROOT,
    SAME,
    SIZE,
    STAGE,
    TURN,
    add,
    decide,
    find_same,
    has_room,
    keep_sequence,
    only_child,
    place_of,
    refresh,
)

SELECT, SEARCH_SEQUENCE, FULL = range(3)

SEQUENCE_NODES = 32
"""Nodes of the search for a sequence at one node; the root gets more."""
ROOT_SEQUENCE_NODES = 20_000
UNLIKELY = 32
"""The guess at a proof number of a move that makes no more than one closed row: tried last."""


@bare_kernel
def begin(tree, attacker):
    """Begin the question whether the attacker, to move on the board, wins by force.

    Nobody may have completed a line.
    """
    control = tree.control
    control[CURRENT], control[DEPTH], control[STAGE] = ROOT, 0, SELECT
    control[TURN] = control[ATTACKER] = attacker
    control[SIZE], control[POOL] = 0, 0
    add(tree, -1, -1, 1)


@bare_kernel
def update(board, tree):
    """Work out the numbers of the present node; return whether they have changed, and its child
    that would help most."""
    control, nodes = tree.control, tree.nodes
    node, attacking = nodes[control[CURRENT]], control[TURN] == control[ATTACKER]
    changed, best = refresh(nodes, node, attacking)
    if node[DISPROOF] == 0 and node[FURTHER] and has_room(tree):
        list_moves(board, tree, node, control[CURRENT], True)
        if node[CHILDREN] > 0:
            changed, best = refresh(nodes, node, attacking)
    return changed, best


@bare_kernel
def select(board, tree):
    """Play on to the node that would help most; whether there is one.

    What is known of a position may have changed since the node before was last passed through.
    """
    control, nodes = tree.control, tree.nodes
    while nodes[ROOT, PROOF] != 0 and nodes[ROOT, DISPROOF] != 0:
        if nodes[control[CURRENT], CHILDREN] < 0:
            return True
        changed, best = update(board, tree)
        if changed:
            ascend(board, tree)
            continue
        put(board, np.int64(nodes[best, MOVE]), control[TURN])
        control[TURN] = 1 - control[TURN]
        control[DEPTH] += 1
        tree.path[control[DEPTH]] = best
        control[CURRENT] = nodes[best, SAME]
    return False


@bare_kernel
def step_back(board, tree):
    """Take back the move that leads to the present node."""
    control, nodes = tree.control, tree.nodes
    control[TURN] = 1 - control[TURN]
    undo(board)
    control[DEPTH] -= 1
    control[CURRENT] = nodes[tree.path[control[DEPTH]], SAME]


@bare_kernel
def ascend(board, tree):
    """Take a change at the present node to the nodes before it, as far as it reaches."""
    changed = True
    while changed and tree.control[CURRENT] != ROOT:
        step_back(board, tree)
        changed, _ = update(board, tree)


@bare_kernel
def look(board, tree, finder, current):
    """Decide or expand a node where that needs no search; return whether it did."""
    control = tree.control
    node, attacker = tree.nodes[current], control[ATTACKER]
    attacking = control[TURN] == attacker
    same = find_same(board, tree)
    if same >= 0:
        node[SAME] = same
        return True
    tree.places[place_of(board, tree)] = current
    reply, second = completing_cells(board, attacker)
    if attacking:
        if reply >= 0:
            decide(node, True)
            return True
        _, other = completing_cells(board, 1 - attacker)
        if other >= 0:
            decide(node, False)
            return True
    else:
        if board.kind_counts[1 - attacker, FIVE] > 0:
            decide(node, False)
            return True
        if second >= 0:
            decide(node, True)
            return True
        if reply >= 0:
            only_child(tree, node, current, reply)
            return True
    hopeless = not attacking and count_from(board, attacker, FOUR) == 0
    if hopeless or control[DEPTH] == MOST_PLIES:
        decide(node, False)
        return True
    threat_sequence.begin(finder, max(ROOT_SEQUENCE_NODES >> 2 * control[DEPTH], SEQUENCE_NODES))
    return False


@bare_kernel
def expand_replies(board, tree, finder, node, current):
    """Give a defender's node the replies that refute the sequence found after a pass."""
    keep_sequence(tree, finder, node)
    count = refutations.refutations(
        board, tree.control[ATTACKER], finder.sequence, node[LENGTH], tree.cells, finder.marks
    )
    if count == 0:
        decide(node, True)
        return
    node[FIRST], node[CHILDREN] = tree.control[SIZE], count
    for index in range(count):
        add(tree, current, tree.cells[index], 1)


@bare_kernel
def expand_moves(board, tree, node, current):
    """Give an attacker's node the moves that may be threats, or the one he must play."""
    block, _ = completing_cells(board, 1 - tree.control[ATTACKER])
    if block >= 0:
        only_child(tree, node, current, block)
        return
    list_moves(board, tree, node, current, False)
    if node[CHILDREN] == 0:
        list_moves(board, tree, node, current, True)


@bare_kernel
def list_moves(board, tree, node, current, further):
    """Make the children of an attacker's node the likely threats, or all further ones."""
    attacker = tree.control[ATTACKER]
    node[FIRST], node[CHILDREN], node[FURTHER] = tree.control[SIZE], 0, not further
    for cell in range(board.owner.shape[0]):
        if board.owner[cell] == NOBODY:
            proof = guess(board.codes[attacker, cell])
            if proof > 0 and (proof == UNLIKELY) == further:
                add(tree, current, cell, proof)
                node[CHILDREN] += 1
    if further and node[CHILDREN] == 0:
        decide(node, False)


@bare_kernel
def guess(code):
    """The proof number of a move of the attacker that has not been looked at; 0 if it is no threat.

    The more it makes of the lines through it, the likelier it is to win.
    """
    weight = 0
    for line in range(4):
        found = class_in(code, line)
        if found >= ROW:
            weight += 2
        elif found >= OPEN_TWO:
            weight += 3
        elif found >= CLOSED_TWO:
            weight += 1
    if weight < 2:
        return UNLIKELY * weight
    return max(UNLIKELY >> weight, 1)


@bare_kernel
def search(board, tree, finder, node_limit):
    """Go on until `node_limit` nodes in all are spent or the room is; whether it has ended.

    Nodes are counted in the control row of `finder`. The board is as before when it has ended;
    until then it may hold moves of the search.
    """
    control, nodes = tree.control, tree.nodes
    while nodes[ROOT, PROOF] != 0 and nodes[ROOT, DISPROOF] != 0 and control[STAGE] != FULL:
        if control[STAGE] == SELECT:
            if finder.control[threat_sequence.NODES] >= node_limit:
                return False
            if not select(board, tree):
                break
            finder.control[threat_sequence.NODES] += 1
            if not has_room(tree):
                control[STAGE] = FULL
                break
            if look(board, tree, finder, control[CURRENT]):
                ascend(board, tree)
                continue
            control[STAGE] = SEARCH_SEQUENCE
        if not threat_sequence.search(board, finder, control[ATTACKER], node_limit):
            return False
        control[STAGE] = SELECT
        current = control[CURRENT]
        node, attacking = nodes[current], control[TURN] == control[ATTACKER]
        if finder.control[threat_sequence.LENGTH] == 0:
            if attacking:
                expand_moves(board, tree, node, current)
            else:
                decide(node, False)
        elif attacking:
            keep_sequence(tree, finder, node)
            decide(node, True)
        else:
            expand_replies(board, tree, finder, node, current)
        if node[CHILDREN] > 0:
            refresh(nodes, node, attacking)
        ascend(board, tree)
    while control[CURRENT] != ROOT:
        step_back(board, tree)
    return True
