"""Which moves of the defender refute a proof by threats, and which leave it intact.

A threat sequence is replayed after an additional move of the defender. The cells at which such a
defence may refute it follow from the sequence alone: the cells played or threatened in it, and
those at which the defender, with the stones on the cost squares, comes to lack one stone of a line.
(Lambda search also replays after every reply; Thomsen, 2000.)

A move is outside the *zone* of a whole proof if it is on no cell that the proof plays on or
threatens, so that every move and line of the attacker stays. It could only help the defender on
lines through it. If each of these lacks two stones or more even with that move, all replies of the
proof, and one more reply of the defender's own choice, then none of them ever threatens anything.
On no path of a proof does the defender have more than one reply of free choice: the sequence that
answers it wins.

All this holds as well where longer runs are no rows. Only stones on a row itself, or stones of its
owner beside it, keep it from being completed. So a further stone of the defender takes only rows
that it lies on from the attacker, and gives only such rows to the defender; it can spoil a row of
the defender that it lies beside. No proof takes a further stone of the attacker for granted.
"""

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.line_board import NOBODY
from service.solver.lines.kernels.pattern_board import FIVE, FOUR, completing_cells, count_from
from service.solver.lines.kernels.trail import put, undo
from service.solver.threats.kernels.tree import ROOT

FREE, ATTACKED, DEFENDED, COMPLETING = 0, 1, 2, 4
"""Marks of a cell in a proof, of which it may have several."""


@bare_kernel
def replay(board, attacker, sequence, length, refutation):
    """Return whether a sequence still wins after the defender has played `refutation` as well.

    The defender must not have been able to complete a line. The board is as before afterwards.
    """
    defender = 1 - attacker
    put(board, refutation, defender)
    played, wins = 0, False
    while played < length:
        block, second = completing_cells(board, defender)
        move = np.int64(sequence[played])
        if second >= 0 or (block >= 0 and move != block) or board.owner[move] != NOBODY:
            break
        put(board, move, attacker)
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
        put(board, reply, defender)
        played += 1
    for _ in range(played + 1):
        undo(board)
    return wins


@bare_kernel
def add_cell(cells, count, marks, cell):
    """Add a cell to `cells[:count]`, once; return the new count."""
    if marks[cell] >= 0:
        return count
    marks[cell] = 0
    cells[count] = cell
    return count + 1


@bare_kernel
def add_all(board, player, kind, cells, count, marks):
    """Add the cells where a stone of the player makes this kind, or better."""
    if count_from(board, player, kind) > 0:
        for cell in range(board.owner.shape[0]):
            if board.kinds[player, cell] >= kind:
                count = add_cell(cells, count, marks, cell)
    return count


@bare_kernel
def add_near(board, player, kind, cells, count, marks, stone):
    """Add the cells on lines through a stone where a stone of the player makes this, or better."""
    for line in range(4):
        for side in range(2):
            cell = np.int64(stone)
            for _ in range(1, board.powers.shape[1]):
                cell = np.int64(board.neighbours[cell, line, side])
                if cell < 0:
                    break
                if board.kinds[player, cell] >= kind:
                    count = add_cell(cells, count, marks, cell)
    return count


@bare_kernel
def refutations(board, attacker, sequence, length, cells, marks):
    """Fill `cells`, shape (cells,), int32, with all moves of the defender that refute a sequence.

    `marks`, shape (cells,), int32, is -1 everywhere. Returns how many there are.
    """
    defender = 1 - attacker
    count = 0
    for index in range(length):
        count = add_cell(cells, count, marks, sequence[index])
    count = add_all(board, defender, FOUR, cells, count, marks)
    for played in range(length):
        cell = np.int64(sequence[played])
        put(board, cell, defender if played & 1 else attacker)
        if played & 1:
            # Where the reply helps to threaten: the refutation would be one of them.
            count = add_near(board, defender, FOUR, cells, count, marks, cell)
    count = add_all(board, attacker, FIVE, cells, count, marks)
    for _ in range(length):
        undo(board)
    kept = 0
    for index in range(count):
        cell = cells[index]
        marks[cell] = -1
        if not replay(board, attacker, sequence, length, cell):
            cells[kept] = cell
            kept += 1
    return kept


@bare_kernel
def stones_on(board, player, marks, mark, first, line):
    """Count a player's stones and marked cells on the row from `first`; -3 if there is none."""
    stones, cell = 0, np.int64(first)
    for _ in range(board.row_length):
        if cell < 0 or board.owner[cell] == 1 - player:
            return -3
        stones += board.owner[cell] == player or marks[cell] & mark > 0
        cell = np.int64(board.neighbours[cell, line, 1])
    return stones


@bare_kernel
def mark_proof(board, tree, marks):
    """Mark the cells that either side plays on in any proven node, and those threatened there."""
    control, nodes = tree.control[0], tree.nodes
    attacker = control.attacker
    for cell in range(marks.shape[0]):
        marks[cell] = FREE
    for current in range(control.nodes_used):
        node = nodes[current]
        if nodes[node.representative].proof != 0:
            continue
        attacking = node.depth & 1 == 0
        if current != ROOT:
            marks[node.move] |= DEFENDED if attacking else ATTACKED
        for index in range(node.sequence_length):
            cell = tree.pool[node.sequence_start + index]
            marks[cell] |= DEFENDED if index & 1 else ATTACKED
    most = board.row_length - 1
    for first in range(board.owner.shape[0]):
        for line in range(4):
            if stones_on(board, attacker, marks, ATTACKED, first, line) >= most:
                cell = np.int64(first)
                for _ in range(most + 1):
                    marks[cell] |= COMPLETING
                    cell = np.int64(board.neighbours[cell, line, 1])


@bare_kernel
def moves_outside_zone(board, tree, marks, cells):
    """Fill `cells` with the defender's moves that leave the proof intact; return how many.

    `marks` and `cells` have shape (cells,), int32; all moves of the search are taken back.
    """
    attacker, most = tree.control[0].attacker, board.row_length - 1
    mark_proof(board, tree, marks)
    count = 0
    for cell in range(board.owner.shape[0]):
        if board.owner[cell] != NOBODY or marks[cell] != FREE:
            continue
        harmless = True
        for line in range(4):
            first = np.int64(cell)
            for _ in range(most + 1):
                if first >= 0:
                    stones = stones_on(board, 1 - attacker, marks, DEFENDED, first, line)
                    harmless &= stones + 2 < most
                    first = np.int64(board.neighbours[first, line, 0])
        if harmless:
            cells[count] = cell
            count += 1
    return count
