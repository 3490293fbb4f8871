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

from service.solver.lines.kernels.jit import kernel
from service.solver.lines.kernels.line_board import empty_place
from service.solver.threats.kernels.threat_board import TWO, completing_cells, put

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
def begin(finder, most_nodes):
    """Begin a search of at most `most_nodes` nodes; the attacker completes no line at once."""
    control = finder.control
    control[DEPTH] = control[LENGTH] = 0
    control[ENTERING] = 1
    control[GIVE_UP] = control[NODES] + most_nodes
    finder.starts[0] = 0


@kernel
def collect(board, finder, attacker, depth):
    """List the moves that force a reply; return a move that wins, or -1."""
    replies, pairs = finder.replies, finder.pairs
    start = finder.starts[depth]
    end = start
    finder.nexts[depth] = start
    finder.starts[depth + 1] = end
    block, second = completing_cells(board, 1 - attacker)
    if second >= 0 or depth == MOST_MOVES - 1:
        return -1
    winning = np.int64(-1)
    for index in range(board.sizes[attacker, TWO] - 1, -1, -1):
        line = board.listed[attacker, TWO, index]
        one = empty_place(board.base, line, 0)
        other = empty_place(board.base, line, one + 1)
        for _ in range(2):
            move = np.int64(board.base.lines[line, one])
            reply = board.base.lines[line, other]
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
    finder.starts[depth + 1] = end
    return winning


@kernel
def play(board, finder, attacker, depth, stones):
    """Place or take back the move and the reply under way at a depth."""
    index = finder.nexts[depth] - 1
    put(board, finder.pairs[index, 0], attacker, stones)
    put(board, finder.pairs[index, 1], 1 - attacker, stones)


@kernel
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
    for index in range(depth - 1, -1, -1):
        play(board, finder, attacker, index, -1)
    control[DEPTH] = -1


@kernel
def search(board, finder, attacker, node_limit):
    """Go on until `node_limit` nodes in all are spent; whether the search has ended.

    The board is as before when it has; until then it may hold moves of the search.
    """
    control = finder.control
    memo = finder.memo[attacker]
    mask = np.uint64((1 << MEMO_BITS) - 1)
    while control[DEPTH] >= 0:
        depth = control[DEPTH]
        slot = board.base.key[0] & mask
        if control[ENTERING]:
            if control[NODES] >= node_limit:
                return False
            control[NODES] += 1
            control[ENTERING] = 0
            if memo[slot] == board.base.key[0]:
                finder.nexts[depth] = finder.starts[depth + 1] = finder.starts[depth]
            else:
                winning = collect(board, finder, attacker, depth)
                if winning >= 0 or control[NODES] >= control[GIVE_UP]:
                    finish(board, finder, attacker, winning)
                    return True
        if finder.nexts[depth] < finder.starts[depth + 1]:
            finder.nexts[depth] += 1
            play(board, finder, attacker, depth, 1)
            control[DEPTH] = depth + 1
            control[ENTERING] = 1
        else:
            memo[slot] = board.base.key[0]
            control[DEPTH] = depth - 1
            if depth > 0:
                play(board, finder, attacker, depth - 1, -1)
    return True


def new_finder(cells: int) -> SequenceSearch:
    """A search of nothing yet, on a board of so many cells."""
    return SequenceSearch(
        pairs=np.zeros((MOST_PAIRS, 2), np.int32),
        starts=np.zeros(MOST_MOVES + 2, np.int64),
        nexts=np.zeros(MOST_MOVES + 1, np.int64),
        replies=np.full(cells, -1, np.int32),
        sequence=np.zeros(2 * MOST_MOVES, np.int32),
        memo=np.zeros((2, 1 << MEMO_BITS), np.uint64),
        control=np.zeros(CONTROL_COLUMNS, np.int64),
    )
