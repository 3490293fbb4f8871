"""Wins by threats: proof-number search in which every move of the attacker threatens to win.

The attacker is to move at the root. At his nodes he wins at once, or by a sequence of `fours`, or
plays a move that may threaten such a sequence. At the defender's nodes a pass is granted first: if
no sequence follows it, the move before threatened nothing and is given up. If one does, it refutes
every reply but those that spoil it, and only these are searched; so no reply is left out.
That is a lambda-2 search (Thomsen, "Lambda-search in game trees", 2000) by proof numbers (Allis,
"Searching for solutions in games and artificial intelligence", 1994).

A search that fails proves nothing.
"""

from __future__ import annotations

from service.solver.kernels import fours as sequences
from service.solver.kernels.jit import kernel
from service.solver.kernels.threat_board import (
    NOBODY,
    ONE,
    THREE,
    TWO,
    completing_cells,
    put,
)
from service.solver.kernels.threat_tree import (
    ATTACKER,
    CHILDREN,
    CURRENT,
    DISPROOF,
    FIRST,
    LENGTH,
    MOVE,
    PARENT,
    POOL,
    PROOF,
    ROOT,
    SIZE,
    STAGE,
    TURN,
    add,
    depth_of,
    has_room,
    keep_sequence,
    only_child,
    refresh,
    settle,
)

SELECT, SEARCH_SEQUENCE, FULL = range(3)

MOST_PLIES = 120
"""Plies of the longest line of play in the tree."""
SEQUENCE_NODES = 400
"""Nodes of the search for a sequence at one node; the root gets more."""
ROOT_SEQUENCE_NODES = 20_000


@kernel
def begin(tree, fours, attacker):
    """Begin the question whether the attacker, to move on the board, wins by force.

    Nobody may have completed a line.
    """
    control = tree.control
    control[CURRENT], control[STAGE] = ROOT, SELECT
    control[TURN] = control[ATTACKER] = attacker
    control[SIZE], control[POOL] = 0, 0
    add(tree, -1, -1, 1)


@kernel
def select(board, tree):
    """Play on to the node that would help most; return its index."""
    control, nodes = tree.control, tree.nodes
    current = control[CURRENT]
    while nodes[current, CHILDREN] > 0:
        column = PROOF if control[TURN] == control[ATTACKER] else DISPROOF
        first = nodes[current, FIRST]
        best = first
        for child in range(first + 1, first + nodes[current, CHILDREN]):
            if nodes[child, column] < nodes[best, column]:
                best = child
        put(board, nodes[best, MOVE], control[TURN], 1)
        control[TURN] = 1 - control[TURN]
        current = best
    control[CURRENT] = current
    return current


@kernel
def ascend(board, tree):
    """Take a change at the present node to the nodes before it, as far as it reaches."""
    control, nodes = tree.control, tree.nodes
    current = control[CURRENT]
    changed = True
    while changed and current != ROOT:
        control[TURN] = 1 - control[TURN]
        put(board, nodes[current, MOVE], control[TURN], -1)
        current = nodes[current, PARENT]
        changed = refresh(nodes[current], nodes, control[TURN] == control[ATTACKER])
    control[CURRENT] = current


@kernel
def leave(board, tree):
    """Take back all moves."""
    control = tree.control
    while control[CURRENT] != ROOT:
        control[TURN] = 1 - control[TURN]
        put(board, tree.nodes[control[CURRENT], MOVE], control[TURN], -1)
        control[CURRENT] = tree.nodes[control[CURRENT], PARENT]


@kernel
def look(board, tree, fours, current):
    """Settle or expand a node where that needs no search; return whether it did."""
    control = tree.control
    node, attacker = tree.nodes[current], control[ATTACKER]
    attacking = control[TURN] == attacker
    reply, second = completing_cells(board, attacker)
    if attacking:
        if reply >= 0:
            settle(node, True)
            return True
        _, other = completing_cells(board, 1 - attacker)
        if other >= 0:
            settle(node, False)
            return True
    else:
        if board.sizes[1 - attacker, ONE] > 0:
            settle(node, False)
            return True
        if second >= 0:
            settle(node, True)
            return True
        if reply >= 0:
            only_child(tree, node, current, reply)
            return True
    hopeless = not attacking and board.sizes[attacker, TWO] == 0
    if hopeless or depth_of(tree, current) >= MOST_PLIES:
        settle(node, False)
        return True
    sequences.begin(fours, ROOT_SEQUENCE_NODES if current == ROOT else SEQUENCE_NODES)
    return False


@kernel
def expand_replies(board, tree, fours, node, current):
    """Give a defender's node the replies that spoil the sequence found after a pass."""
    keep_sequence(tree, fours, node)
    count = sequences.spoilers(
        board, tree.control[ATTACKER], fours.sequence, node[LENGTH], tree.cells, fours.replies
    )
    if count == 0:
        settle(node, True)
        return
    node[FIRST], node[CHILDREN] = tree.control[SIZE], count
    for index in range(count):
        add(tree, current, tree.cells[index], 1)


@kernel
def weigh(board, attacker, list_of_lines, weight, tree, count):
    """Add a weight to the empty cells of all lines of a list; return how many cells have one."""
    for index in range(board.sizes[attacker, list_of_lines]):
        for cell in board.lines[board.listed[attacker, list_of_lines, index]]:
            if board.owner[cell] == NOBODY:
                if tree.weights[cell] == 0:
                    tree.cells[count] = cell
                    count += 1
                tree.weights[cell] += weight
    return count


@kernel
def expand_moves(board, tree, node, current):
    """Give an attacker's node the moves that may be threats, or the one he must play."""
    attacker = tree.control[ATTACKER]
    block, _ = completing_cells(board, 1 - attacker)
    if block >= 0:
        only_child(tree, node, current, block)
        return
    count = weigh(board, attacker, TWO, 3, tree, 0)
    count = weigh(board, attacker, THREE, 1, tree, count)
    if count == 0:
        settle(node, False)
        return
    node[FIRST], node[CHILDREN] = tree.control[SIZE], count
    for index in range(count):
        cell = tree.cells[index]
        weight = tree.weights[cell]
        tree.weights[cell] = 0
        add(tree, current, cell, guess(weight))


@kernel
def guess(weight):
    """The proof number of a move of the attacker that has not been looked at.

    The fewer lines a move is on, the less likely it is to be a threat at all.
    """
    if weight >= 3:
        return 3
    return 8 if weight == 2 else 16


@kernel
def search(board, tree, fours, node_limit):
    """Go on until `node_limit` nodes in all are spent or the room is; whether it has ended.

    Nodes are counted in the control row of `fours`. The board is as before when it has ended;
    until then it may hold moves of the search.
    """
    control, nodes = tree.control, tree.nodes
    while nodes[ROOT, PROOF] != 0 and nodes[ROOT, DISPROOF] != 0:
        if control[STAGE] == FULL or not has_room(tree):
            control[STAGE] = FULL
            break
        if control[STAGE] == SELECT:
            if fours.control[sequences.NODES] >= node_limit:
                return False
            fours.control[sequences.NODES] += 1
            if look(board, tree, fours, select(board, tree)):
                ascend(board, tree)
                continue
            control[STAGE] = SEARCH_SEQUENCE
        if not sequences.search(board, fours, control[ATTACKER], node_limit):
            return False
        control[STAGE] = SELECT
        current = control[CURRENT]
        node, attacking = nodes[current], control[TURN] == control[ATTACKER]
        if fours.control[sequences.LENGTH] == 0:
            if attacking:
                expand_moves(board, tree, node, current)
            else:
                settle(node, False)
        elif attacking:
            keep_sequence(tree, fours, node)
            settle(node, True)
        else:
            expand_replies(board, tree, fours, node, current)
        if node[CHILDREN] > 0:
            refresh(node, nodes, attacking)
        ascend(board, tree)
    leave(board, tree)
    return True
