"""Which moves of the defender leave a whole proof by `threats` intact.

Such a move is on no cell that the proof plays on or threatens, so every move and line of the
attacker stays. It could only help the defender on lines through it. If each of these lacks two
stones or more even with that move, all replies of the proof, and one more reply of the defender's
own choice, then none of them ever threatens anything. On no path of a proof does the defender
have more than one reply of his own choice: the sequence that answers it wins.
(In the field these cells are said to be outside the proof's relevance zone.)
"""

from __future__ import annotations

from service.solver.kernels.jit import kernel
from service.solver.kernels.threat_board import NOBODY
from service.solver.kernels.threat_tree import (
    ATTACKER,
    LENGTH,
    MOVE,
    PLACE,
    PROOF,
    ROOT,
    SIZE,
    depth_of,
)

FREE, ATTACKED, DEFENDED, COMPLETING = 0, 1, 2, 4


@kernel
def mark_proof(board, tree, marks):
    """Mark the cells that either side plays on in any proven node, and those threatened there."""
    attacker = tree.control[ATTACKER]
    marks[:] = FREE
    for current in range(tree.control[SIZE]):
        node = tree.nodes[current]
        if node[PROOF] != 0:
            continue
        attacking = depth_of(tree, current) & 1 == 0
        if current != ROOT:
            marks[node[MOVE]] |= DEFENDED if attacking else ATTACKED
        for index in range(node[LENGTH]):
            marks[tree.pool[node[PLACE] + index]] |= DEFENDED if index & 1 else ATTACKED
    for line in range(board.lines.shape[0]):
        if board.counts[1 - attacker, line] > 0:
            continue
        stones = board.counts[attacker, line]
        for cell in board.lines[line]:
            stones += marks[cell] & ATTACKED
        if stones >= board.lines.shape[1] - 1:
            for cell in board.lines[line]:
                marks[cell] |= COMPLETING


@kernel
def irrelevant(board, tree, marks, cells):
    """Fill `cells` with the defender's moves that leave the proof intact; return how many.

    `marks` and `cells` have shape (cells,), int32; all moves of the search are taken back.
    """
    attacker = tree.control[ATTACKER]
    mark_proof(board, tree, marks)
    count = 0
    for cell in range(board.owner.shape[0]):
        if board.owner[cell] != NOBODY or marks[cell] != FREE:
            continue
        harmless = True
        for index in range(board.through_starts[cell], board.through_starts[cell + 1]):
            line = board.through[index]
            if board.counts[attacker, line] > 0:
                continue
            stones = board.counts[1 - attacker, line] + 2
            for other in board.lines[line]:
                stones += (marks[other] & DEFENDED) // DEFENDED
            if stones >= board.lines.shape[1] - 1:
                harmless = False
                break
        if harmless:
            cells[count] = cell
            count += 1
    return count
