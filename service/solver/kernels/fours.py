"""Wins by threats to complete a line, each of which leaves the defender a single reply.

The attacker is to move. Each of his moves makes a line that lacks one stone, so that the defender
has to take the missing cell; a move that makes two such cells wins. Before each move the defender
must not be able to complete a line; where his last reply threatens to, the attacker's next move
has to take that cell. Such a line of play is a *sequence*: the attacker's first move, the reply,
the second move, ..., the attacker's last move. What it proves holds whatever the search left out.

With `replay` a sequence is tried after an additional move of the defender. The cells at which
such a move may spoil it follow from the sequence alone: the cells played or threatened in it, and
those from which the defender, helped by his replies, comes to lack one stone of a line.
(Allis, van den Herik and Huntjens, "Go-Moku and threat-space search", 1993; the trial of every
reply is that of lambda search, Thomsen, 2000.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.kernels.jit import kernel
from service.solver.kernels.threat_board import (
    NOBODY,
    ONE,
    TWO,
    completing_cells,
    empty_cell,
    put,
)

MOST_MOVES = 48
"""Moves of the attacker in the longest sequence."""
MOST_PAIRS = 1 << 13
"""Moves with their replies, of all plies of a search. Further ones are left out."""
MEMO_BITS = 14

# Columns of the control row: the move of the sequence the search is at, whether its position has
# not been looked at yet, the count of nodes at which to give up, the length of the sequence found
# (0: none), nodes over the whole search.
DEPTH, ENTERING, GIVE_UP, LENGTH, NODES = range(5)
CONTROL_COLUMNS = 5


class Fours(NamedTuple):
    """The state of one search."""

    pairs: np.ndarray
    """Moves and the replies they force, shape (MOST_PAIRS, 2), int32."""
    starts: np.ndarray
    """Where the pairs of each move of the sequence start, shape (MOST_MOVES + 2,), int64."""
    nexts: np.ndarray
    """Which of them comes next, shape (MOST_MOVES + 1,), int64."""
    replies: np.ndarray
    """Scratch: the reply each cell forces, or -1, shape (cells,), int32."""
    sequence: np.ndarray
    """The sequence found, shape (2 * MOST_MOVES,), int32."""
    memo: np.ndarray
    """Keys of positions without a sequence, shape (2, 1 << MEMO_BITS), uint64, for each attacker.
    Mistaking one position for another here only hides a win."""
    control: np.ndarray
    """Shape (CONTROL_COLUMNS,), int64."""


@kernel
def begin(fours, most_nodes):
    """Begin a search of at most `most_nodes` nodes; the attacker completes no line at once."""
    control = fours.control
    control[DEPTH] = control[LENGTH] = 0
    control[ENTERING] = 1
    control[GIVE_UP] = control[NODES] + most_nodes
    fours.starts[0] = 0


@kernel
def collect(board, fours, attacker, depth):
    """List the moves that force a reply; return a move that wins, or -1."""
    replies, pairs = fours.replies, fours.pairs
    start = fours.starts[depth]
    end = start
    fours.nexts[depth] = start
    fours.starts[depth + 1] = end
    block, second = completing_cells(board, 1 - attacker)
    if second >= 0 or depth == MOST_MOVES - 1:
        return -1
    winning = np.int64(-1)
    for index in range(board.sizes[attacker, TWO] - 1, -1, -1):
        line = board.listed[attacker, TWO, index]
        one = empty_cell(board, line, 0)
        other = empty_cell(board, line, one + 1)
        for _ in range(2):
            move = np.int64(board.lines[line, one])
            reply = board.lines[line, other]
            one, other = other, one
            if block >= 0 and move != block:
                continue
            if replies[move] < 0:
                if end < MOST_PAIRS:
                    replies[move] = reply
                    pairs[end, 0] = move
                    pairs[end, 1] = reply
                    end += 1
            elif replies[move] != reply:
                winning = move
        if winning >= 0:
            break
    for index in range(start, end):
        replies[pairs[index, 0]] = -1
    fours.starts[depth + 1] = end
    return winning


@kernel
def play(board, fours, attacker, depth, stones):
    """Place or take back the move and the reply under way at a depth."""
    index = fours.nexts[depth] - 1
    put(board, fours.pairs[index, 0], attacker, stones)
    put(board, fours.pairs[index, 1], 1 - attacker, stones)


@kernel
def finish(board, fours, attacker, winning):
    """Take back all moves; note the sequence that ends with `winning`, unless that is -1."""
    control = fours.control
    depth = control[DEPTH]
    if winning >= 0:
        for index in range(depth):
            pair = fours.pairs[fours.nexts[index] - 1]
            fours.sequence[2 * index] = pair[0]
            fours.sequence[2 * index + 1] = pair[1]
        fours.sequence[2 * depth] = winning
        control[LENGTH] = 2 * depth + 1
    for index in range(depth - 1, -1, -1):
        play(board, fours, attacker, index, -1)
    control[DEPTH] = -1


@kernel
def search(board, fours, attacker, node_limit):
    """Go on until `node_limit` nodes in all are spent; whether the search has ended.

    The board is as before when it has; until then it may hold moves of the search.
    """
    control = fours.control
    memo = fours.memo[attacker]
    mask = np.uint64((1 << MEMO_BITS) - 1)
    while control[DEPTH] >= 0:
        depth = control[DEPTH]
        slot = board.key[0] & mask
        if control[ENTERING]:
            if control[NODES] >= node_limit:
                return False
            control[NODES] += 1
            control[ENTERING] = 0
            if memo[slot] == board.key[0]:
                fours.nexts[depth] = fours.starts[depth + 1] = fours.starts[depth]
            else:
                winning = collect(board, fours, attacker, depth)
                if winning >= 0 or control[NODES] >= control[GIVE_UP]:
                    finish(board, fours, attacker, winning)
                    return True
        if fours.nexts[depth] < fours.starts[depth + 1]:
            fours.nexts[depth] += 1
            play(board, fours, attacker, depth, 1)
            control[DEPTH] = depth + 1
            control[ENTERING] = 1
        else:
            memo[slot] = board.key[0]
            control[DEPTH] = depth - 1
            if depth > 0:
                play(board, fours, attacker, depth - 1, -1)
    return True


@kernel
def replay(board, attacker, sequence, length, spoiler):
    """Whether a sequence still wins after the defender has played `spoiler` as well.

    The defender must not have been able to complete a line. The board is as before afterwards.
    """
    defender = 1 - attacker
    put(board, spoiler, defender, 1)
    played, wins = 0, False
    while played < length:
        block, second = completing_cells(board, defender)
        move = np.int64(sequence[played])
        if second >= 0 or (block >= 0 and move != block) or board.owner[move] != NOBODY:
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
    put(board, spoiler, defender, -1)
    return wins


@kernel
def note(board, cells, count, marks, cell):
    """Add an empty cell to `cells[:count]`, once; return the new count."""
    if board.owner[cell] == NOBODY and marks[cell] < 0:
        marks[cell] = 0
        cells[count] = cell
        return count + 1
    return count


@kernel
def spoilers(board, attacker, sequence, length, cells, marks):
    """Fill `cells`, shape (cells,), int32, with all moves of the defender that spoil a sequence.

    `marks`, shape (cells,), int32, is -1 everywhere. Returns how many there are.
    """
    defender = 1 - attacker
    count = 0
    for index in range(length):
        count = note(board, cells, count, marks, sequence[index])
    for index in range(board.sizes[defender, TWO]):
        for cell in board.lines[board.listed[defender, TWO, index]]:
            count = note(board, cells, count, marks, cell)
    for played in range(length):
        cell = np.int64(sequence[played])
        put(board, cell, defender if played & 1 else attacker, 1)
        if played & 1:
            # Lines that lack two stones now: the spoiler would be one of them.
            for use in range(board.through_starts[cell], board.through_starts[cell + 1]):
                line = board.through[use]
                missing = board.lines.shape[1] - board.counts[defender, line]
                if board.counts[attacker, line] == 0 and missing == 2:
                    for other in board.lines[line]:
                        count = note(board, cells, count, marks, other)
    for index in range(board.sizes[attacker, ONE]):
        line = board.listed[attacker, ONE, index]
        cell = board.lines[line, empty_cell(board, line, 0)]
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
