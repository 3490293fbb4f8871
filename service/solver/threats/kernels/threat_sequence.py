"""Threat sequences (VCF): wins by threats to complete a line, each of which leaves one reply.

The attacker is to move. Each of his moves makes a line that lacks one stone, so that the defender
has to take the missing cell; a move that makes two such cells wins. Before each move the defender
must not be able to complete a line; where his last reply threatens to, the attacker's next move
has to take that cell. Such a line of play is a *sequence*: the attacker's first move, the reply,
the second move, ..., the attacker's last move. What it proves holds whatever the search left out.
(Allis, van den Herik and Huntjens, "Go-Moku and threat-space search", 1993.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.lines.kernels.pattern_board import (
    FIVE,
    FOUR,
    FOUR_THREE,
    WINNING,
    completing_cells,
    first_of_kind,
)
from service.solver.lines.kernels.trail import newest_of_kind, put, undo

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


class SequenceSearch(NamedTuple):
    """The state of one search."""

    pairs: np.ndarray
    """Moves and the replies they force, shape (MOST_PAIRS, 2), int32."""
    starts: np.ndarray
    """Where the pairs of each move of the sequence start, shape (MOST_MOVES + 2,), int64."""
    nexts: np.ndarray
    """Which of them comes next, shape (MOST_MOVES + 1,), int64."""
    marks: np.ndarray
    """Scratch, -1 everywhere, shape (cells,), int32."""
    sequence: np.ndarray
    """The sequence found, shape (2 * MOST_MOVES,), int32."""
    memo: np.ndarray
    """Keys of positions without a sequence, shape (2, 1 << MEMO_BITS), uint64, for each attacker.
    Mistaking one position for another here only hides a win."""
    control: np.ndarray
    """Shape (CONTROL_COLUMNS,), int64."""


@bare_kernel
def begin(finder, most_nodes):
    """Begin a search of at most `most_nodes` nodes; the attacker completes no line at once."""
    control = finder.control
    control[DEPTH] = control[LENGTH] = 0
    control[ENTERING] = 1
    control[GIVE_UP] = control[NODES] + most_nodes
    finder.starts[0] = 0


@bare_kernel
def collect(board, finder, attacker, depth):
    """List the moves that force a reply, the most promising first; return one that wins, or -1."""
    start = finder.starts[depth]
    finder.nexts[depth] = finder.starts[depth + 1] = start
    block, second = completing_cells(board, 1 - attacker)
    kinds, census = board.kinds[attacker], board.kind_counts[attacker]
    if second >= 0 or depth == MOST_MOVES - 1:
        return np.int64(-1)
    if block >= 0:
        if kinds[block] >= WINNING:
            return block
        if kinds[block] >= FOUR and start < MOST_PAIRS:
            finder.pairs[start, 0] = block
            finder.starts[depth + 1] += 1
        return np.int64(-1)
    if census[WINNING] > 0:
        return np.int64(first_of_kind(board, attacker, WINNING))
    list_kind(board, finder, attacker, depth, FOUR_THREE)
    if depth > 0 and census[FOUR] > 0:
        list_near(board, finder, attacker, depth, finder.pairs[finder.nexts[depth - 1] - 1, 0])
    list_kind(board, finder, attacker, depth, FOUR)
    for index in range(start, finder.starts[depth + 1]):
        finder.marks[finder.pairs[index, 0]] = -1
    return np.int64(-1)


@bare_kernel
def list_move(finder, depth, cell):
    """Add a move to those of a depth, once."""
    end = finder.starts[depth + 1]
    if finder.marks[cell] < 0 and end < MOST_PAIRS:
        finder.marks[cell] = 0
        finder.pairs[end, 0] = cell
        finder.starts[depth + 1] = end + 1


@bare_kernel
def list_kind(board, finder, attacker, depth, kind):
    """Add all moves of a kind."""
    left = board.kind_counts[attacker, kind]
    cell = 0
    while left > 0:
        if board.kinds[attacker, cell] == kind:
            list_move(finder, depth, cell)
            left -= 1
        cell += 1


@bare_kernel
def list_near(board, finder, attacker, depth, stone):
    """Add the moves that force a reply on lines through a stone."""
    for line in range(4):
        for side in range(2):
            step = board.steps[line] if side else -board.steps[line]
            cell = np.int64(stone)
            for _ in range(board.reach[stone, line, side]):
                cell += step
                if board.kinds[attacker, cell] >= FOUR:
                    list_move(finder, depth, cell)


@bare_kernel
def play(board, finder, attacker, depth):
    """Place the next move at a depth, and the reply that it forces."""
    pair = finder.pairs[finder.nexts[depth]]
    finder.nexts[depth] += 1
    put(board, pair[0], attacker)
    pair[1] = newest_of_kind(board, attacker, FIVE)
    put(board, pair[1], 1 - attacker)


@bare_kernel
def take_back(board):
    """Take back the last move and the reply to it."""
    undo(board)
    undo(board)


@bare_kernel
def finish(board, finder, attacker, winning):
    """Take back all moves; note the sequence that ends with `winning`, unless that is -1."""
    control = finder.control
    depth = control[DEPTH]
    if winning >= 0:
        for index in range(depth):
            pair = finder.pairs[finder.nexts[index] - 1]
            finder.sequence[2 * index] = pair[0]
            finder.sequence[2 * index + 1] = pair[1]
        finder.sequence[2 * depth] = winning
        control[LENGTH] = 2 * depth + 1
    for _ in range(depth):
        take_back(board)
    control[DEPTH] = -1


@bare_kernel
def search(board, finder, attacker, node_limit):
    """Go on until `node_limit` nodes in all are spent; whether the search has ended.

    The board is as before when it has; until then it may hold moves of the search.
    """
    control = finder.control
    memo = finder.memo[attacker]
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
                finder.nexts[depth] = finder.starts[depth + 1] = finder.starts[depth]
            else:
                winning = collect(board, finder, attacker, depth)
                if winning >= 0 or control[NODES] >= control[GIVE_UP]:
                    finish(board, finder, attacker, winning)
                    return True
        if finder.nexts[depth] < finder.starts[depth + 1]:
            play(board, finder, attacker, depth)
            control[DEPTH] = depth + 1
            control[ENTERING] = 1
        else:
            memo[slot] = board.key[0]
            control[DEPTH] = depth - 1
            if depth > 0:
                take_back(board)
    return True


def new_finder(cells: int) -> SequenceSearch:
    """A search of nothing yet, on a board of so many cells."""
    return SequenceSearch(
        pairs=np.zeros((MOST_PAIRS, 2), np.int32),
        starts=np.zeros(MOST_MOVES + 2, np.int64),
        nexts=np.zeros(MOST_MOVES + 1, np.int64),
        marks=np.full(cells, -1, np.int32),
        sequence=np.zeros(2 * MOST_MOVES, np.int32),
        memo=np.zeros((2, 1 << MEMO_BITS), np.uint64),
        control=np.zeros(CONTROL_COLUMNS, np.int64),
    )
