"""Which moves of the defender refute a proof by threats, and which leave it intact.

A threat sequence is tried after an additional move of the defender. The cells at which such a move
may refute it follow from the sequence alone: the cells played or threatened in it, and those from
which the defender, helped by his replies, comes to lack one stone of a line. (The trial of every
reply is that of lambda search, Thomsen, 2000.)

Of a whole proof, a move is outside the *zone* if it is on no cell that the proof plays on or
threatens, so that every move and line of the attacker stays. It could only help the defender on
lines through it. If each of these lacks two stones or more even with that move, all replies of the
proof, and one more reply of the defender's own choice, then none of them ever threatens anything.
On no path of a proof does the defender have more than one reply of his own choice: the sequence
that answers it wins.
"""

from __future__ import annotations

import numpy as np

from service.solver.lines.kernels.jit import kernel
from service.solver.lines.kernels.line_board import NOBODY, empty_place
from service.solver.threats.kernels.threat_board import ONE, TWO, completing_cells, put
from service.solver.threats.kernels.tree import (
    ATTACKER,
    LENGTH,
    MOVE,
    PLACE,
    PROOF,
    ROOT,
    SIZE,
    depth_of,
)


@kernel
def replay(board, attacker, sequence, length, refutation):
    """Whether a sequence still wins after the defender has played `refutation` as well.

    The defender must not have been able to complete a line. The board is as before afterwards.
    """
    defender = 1 - attacker
    put(board, refutation, defender, 1)
    played, wins = 0, False
    while played < length:
        block, second = completing_cells(board, defender)
        move = np.int64(sequence[played])
        if second >= 0 or (block >= 0 and move != block) or board.base.owner[move] != NOBODY:
            break
        put(board, move, attacker, 1)
        played += 1
        reply, second = completing_cells(board, attacker)
        if second >= 0:
            wins = True
            break
        if reply < 0 or played == length:
            break
        # The rest of the sequence may take for granted that this cell is the defender's.
        if reply != sequence[played]:
            break
        put(board, reply, defender, 1)
        played += 1
    for index in range(played - 1, -1, -1):
        put(board, np.int64(sequence[index]), defender if index & 1 else attacker, -1)
    put(board, refutation, defender, -1)
    return wins


@kernel
def note(board, cells, count, marks, cell):
    """Add an empty cell to `cells[:count]`, once; return the new count."""
    if board.base.owner[cell] == NOBODY and marks[cell] < 0:
        marks[cell] = 0
        cells[count] = cell
        return count + 1
    return count


@kernel
def refutations(board, attacker, sequence, length, cells, marks):
    """Fill `cells`, shape (cells,), int32, with all moves of the defender that refute a sequence.

    `marks`, shape (cells,), int32, is -1 everywhere. Returns how many there are.
    """
    defender = 1 - attacker
    count = 0
    for index in range(length):
        count = note(board, cells, count, marks, sequence[index])
    for index in range(board.sizes[defender, TWO]):
        for cell in board.base.lines[board.listed[defender, TWO, index]]:
            count = note(board, cells, count, marks, cell)
    for played in range(length):
        cell = np.int64(sequence[played])
        put(board, cell, defender if played & 1 else attacker, 1)
        if played & 1:
            # Lines that lack two stones now: the refutation would be one of them.
            for use in range(board.base.through_starts[cell], board.base.through_starts[cell + 1]):
                line = board.base.through[use]
                missing = board.base.lines.shape[1] - board.base.counts[defender, line]
                if board.base.counts[attacker, line] == 0 and missing == 2:
                    for other in board.base.lines[line]:
                        count = note(board, cells, count, marks, other)
    for index in range(board.sizes[attacker, ONE]):
        line = board.listed[attacker, ONE, index]
        cell = board.base.lines[line, empty_place(board.base, line, 0)]
        count = note(board, cells, count, marks, cell)
    for played in range(length - 1, -1, -1):
        put(board, np.int64(sequence[played]), defender if played & 1 else attacker, -1)
    kept = 0
    for index in range(count):
        cell = cells[index]
        marks[cell] = -1
        if not replay(board, attacker, sequence, length, cell):
            cells[kept] = cell
            kept += 1
    return kept


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
    for line in range(board.base.lines.shape[0]):
        if board.base.counts[1 - attacker, line] > 0:
            continue
        stones = board.base.counts[attacker, line]
        for cell in board.base.lines[line]:
            stones += marks[cell] & ATTACKED
        if stones >= board.base.lines.shape[1] - 1:
            for cell in board.base.lines[line]:
                marks[cell] |= COMPLETING


@kernel
def irrelevant(board, tree, marks, cells):
    """Fill `cells` with the defender's moves that leave the proof intact; return how many.

    `marks` and `cells` have shape (cells,), int32; all moves of the search are taken back.
    """
    attacker = tree.control[ATTACKER]
    mark_proof(board, tree, marks)
    count = 0
    for cell in range(board.base.owner.shape[0]):
        if board.base.owner[cell] != NOBODY or marks[cell] != FREE:
            continue
        harmless = True
        for index in range(board.base.through_starts[cell], board.base.through_starts[cell + 1]):
            line = board.base.through[index]
            if board.base.counts[attacker, line] > 0:
                continue
            stones = board.base.counts[1 - attacker, line] + 2
            for other in board.base.lines[line]:
                stones += (marks[other] & DEFENDED) // DEFENDED
            if stones >= board.base.lines.shape[1] - 1:
                harmless = False
                break
        if harmless:
            cells[count] = cell
            count += 1
    return count
