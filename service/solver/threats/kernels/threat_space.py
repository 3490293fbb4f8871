"""Wins by threats: proof-number search in which every move of the attacker threatens to win.

The attacker is to move at the root. One round of the search takes these steps:

1. Selection: the most-proving leaf is reached from the root.
2. Transposition: if its position has been evaluated before, that node represents it.
3. Terminal nodes and forced moves: a line is completed at once, or has to be.
4. Threat sequence: one is searched for at the leaf. At the attacker's nodes it wins. At the
   defender's nodes a null move comes first: if no sequence follows it, the attacker's last move
   threatened nothing and is given up.
5. Expansion: the attacker's moves are those that may threaten a sequence, the likely ones first.
   The defender's replies are those that refute the sequence after the null move, so that no reply
   that matters is left out.
6. Back-up: proof and disproof numbers are updated from the leaf towards the root.

This is a lambda-2 search (Thomsen, "Lambda-search in game trees", 2000) by proof numbers (Allis,
"Searching for solutions in games and artificial intelligence", 1994). If it fails, it proves
nothing.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels import pattern_board as patterns
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.trail import put, undo
from service.solver.threats.kernels import refutations, threat_sequence
from service.solver.threats.kernels.state import FULL, SEARCH_SEQUENCE, SELECT
from service.solver.threats.kernels.tree import (
    MOST_PLIES,
    ROOT,
    add_node,
    add_only_child,
    decide,
    find_transposition,
    has_room,
    slot_of,
    store_sequence,
    update_numbers,
)

SEQUENCE_NODES = 32
"""Nodes of the search for a sequence at one node; the root gets more."""
ROOT_SEQUENCE_NODES = 20_000
UNLIKELY = 32
"""The initial proof number of a move that makes no more than one closed row: it is tried last."""


@bare_kernel
def begin_search(tree, attacker):
    """Begin a search: does the attacker, to move on the board, win by force?

    Nobody may have completed a line.
    """
    control = tree.control[0]
    control.current, control.depth, control.stage = ROOT, 0, SELECT
    control.turn = control.attacker = attacker
    control.nodes_used, control.cells_used = 0, 0
    add_node(tree, -1, -1, 1)


@bare_kernel
def select_leaf(board, tree):
    """Play on to the most-proving leaf; return False if the root is decided on the way.

    What is known of a position may have changed since the node before was last passed through.
    """
    control, nodes = tree.control[0], tree.nodes
    while nodes[ROOT].proof != 0 and nodes[ROOT].disproof != 0:
        if nodes[control.current].children < 0:
            return True
        changed, best = update_current(board, tree)
        if changed:
            back_up(board, tree)
            continue
        put(board, np.int64(nodes[best].move), control.turn)
        control.turn = 1 - control.turn
        control.depth += 1
        tree.path[control.depth] = best
        control.current = nodes[best].representative
    return False


@bare_kernel
def unmake_move(board, tree):
    """Take back the move that leads to the present node."""
    control = tree.control[0]
    control.turn = 1 - control.turn
    undo(board)
    control.depth -= 1
    control.current = tree.nodes[tree.path[control.depth]].representative


@bare_kernel
def update_current(board, tree):
    """Update the numbers of the present node; return whether they changed, and its best child.

    An attacker's node whose likely moves all fail gets its other moves first.
    """
    control, nodes = tree.control[0], tree.nodes
    node, attacking = nodes[control.current], control.turn == control.attacker
    changed, best = update_numbers(nodes, node, attacking)
    if node.disproof == 0 and node.more_moves and has_room(tree):
        generate_moves(board, tree, node, control.current, True)
        if node.children > 0:
            changed, best = update_numbers(nodes, node, attacking)
    return changed, best


@bare_kernel
def back_up(board, tree):
    """Take a change at the present node to the nodes before it, as far as it reaches."""
    changed = True
    while changed and tree.control[0].current != ROOT:
        unmake_move(board, tree)
        changed, _ = update_current(board, tree)


@bare_kernel
def evaluate_leaf(board, tree, finder, current):
    """Take steps 2 and 3 at a leaf; return whether they decide or expand it.

    If not, a search for a sequence has begun.
    """
    control = tree.control[0]
    node, attacker = tree.nodes[current], control.attacker
    attacking = control.turn == attacker
    # 2. Transposition.
    known = find_transposition(board, tree)
    if known >= 0:
        node.representative = known
        return True
    tree.transpositions[slot_of(board, tree)] = current
    # 3. Terminal nodes and forced moves.
    win, _ = patterns.completing_cells(board, control.turn)
    block, second = patterns.completing_cells(board, 1 - control.turn)
    if win >= 0 or second >= 0:
        decide(node, (win >= 0) == attacking)
        return True
    if block >= 0 and not attacking:
        add_only_child(tree, node, current, block)
        return True
    hopeless = not attacking and patterns.count_from(board, attacker, patterns.FOUR) == 0
    if hopeless or control.depth == MOST_PLIES:
        decide(node, False)
        return True
    threat_sequence.begin_search(finder, sequence_nodes(control.depth))
    return False


@bare_kernel
def sequence_nodes(depth):
    """Return the nodes of the search for a sequence at a node of this depth."""
    # A shift by a whole word or more means nothing.
    return max(ROOT_SEQUENCE_NODES >> min(2 * depth, 62), SEQUENCE_NODES)


@bare_kernel
def expand_defender(board, tree, finder, node, current):
    """Give a defender's node the replies that refute the sequence found after the null move."""
    control = tree.control[0]
    store_sequence(tree, finder, node)
    count = refutations.refutations(
        board, control.attacker, finder.sequence, node.sequence_length, tree.cells, finder.marks
    )
    if count == 0:
        decide(node, True)
        return
    node.first_child, node.children = control.nodes_used, count
    for index in range(count):
        add_node(tree, current, tree.cells[index], 1)


@bare_kernel
def expand_attacker(board, tree, node, current):
    """Give an attacker's node the moves that may be threats, or the one that is forced."""
    block, _ = patterns.completing_cells(board, 1 - tree.control[0].attacker)
    if block >= 0:
        add_only_child(tree, node, current, block)
        return
    generate_moves(board, tree, node, current, False)
    if node.children == 0:
        generate_moves(board, tree, node, current, True)


@bare_kernel
def generate_moves(board, tree, node, current, unlikely):
    """Make the children of an attacker's node the likely threats, or all `unlikely` ones."""
    control = tree.control[0]
    attacker = control.attacker
    node.first_child, node.children, node.more_moves = control.nodes_used, 0, not unlikely
    for cell in range(board.owner.shape[0]):
        if board.owner[cell] == NOBODY:
            proof = initial_proof_number(board.codes[attacker, cell])
            if proof > 0 and (proof == UNLIKELY) == unlikely:
                add_node(tree, current, cell, proof)
                node.children += 1
    if unlikely and node.children == 0:
        decide(node, False)


@bare_kernel
def initial_proof_number(code):
    """Return the proof number of an attacker's move before it is evaluated; 0 if it is no threat.

    The more it makes of the lines through it, the likelier it is to win.
    """
    weight = 0
    for line in range(4):
        found = patterns.class_in(code, line)
        if found >= patterns.ROW:
            weight += 2
        elif found >= patterns.OPEN_TWO:
            weight += 3
        elif found >= patterns.CLOSED_TWO:
            weight += 1
    if weight < 2:
        return UNLIKELY * weight
    return max(UNLIKELY >> weight, 1)


@bare_kernel
def search(board, tree, finder, node_limit):
    """Go on until `node_limit` nodes in all are spent or the room is; return whether it has ended.

    Nodes are counted in the control block of `finder`. The board is as before when the search has
    ended; until then it may hold moves of the search.
    """
    control, nodes, sequence = tree.control[0], tree.nodes, finder.control[0]
    while nodes[ROOT].proof != 0 and nodes[ROOT].disproof != 0 and control.stage != FULL:
        if control.stage == SELECT:
            if sequence.nodes >= node_limit:
                return False
            # 1. Selection.
            if not select_leaf(board, tree):
                break
            sequence.nodes += 1
            if not has_room(tree):
                control.stage = FULL
                break
            if evaluate_leaf(board, tree, finder, control.current):
                back_up(board, tree)
                continue
            control.stage = SEARCH_SEQUENCE
        # 4. Threat sequence.
        if not threat_sequence.search(board, finder, control.attacker, node_limit):
            return False
        control.stage = SELECT
        # 5. Expansion.
        current = control.current
        node, attacking = nodes[current], control.turn == control.attacker
        if sequence.length == 0:
            if attacking:
                expand_attacker(board, tree, node, current)
            else:
                decide(node, False)
        elif attacking:
            store_sequence(tree, finder, node)
            decide(node, True)
        else:
            expand_defender(board, tree, finder, node, current)
        # 6. Back-up.
        if node.children > 0:
            update_numbers(nodes, node, attacking)
        back_up(board, tree)
    while control.current != ROOT:
        unmake_move(board, tree)
    return True
