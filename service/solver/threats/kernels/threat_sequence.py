"""Threat sequences (VCF): wins by threats to complete a line, each of which leaves one reply.

The attacker is to move. Every move makes a line that lacks one stone, so that the defender has to
take the missing cell; a move that makes two such cells wins. In the words of threat-space search
the move is on the threat's gain square, the reply on its cost square. Before each move the
defender must not be able to complete a line; if the last reply threatens to, the attacker's next
move has to be on that cell. Such a line of play is a *sequence*: gain square, cost square, ..., the
gain square of the last threat. What a sequence proves holds whatever the search left out.
(Allis, van den Herik and Huntjens, "Go-Moku and threat-space search", 1993.)

The search is depth first, on an explicit stack: it stops before any node and later goes on.
"""

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
from service.solver.threats.kernels.state import SEQUENCE_CONTROL, THREAT, SequenceSearch

MOST_THREATS = 48
"""Threats in the longest sequence."""
MOST_LISTED = 1 << 13
"""Threats that are listed for all depths of a search. Further ones are left out."""
FAILURE_BITS = 14


def new_sequence_search(cells: int) -> SequenceSearch:
    """Return a search of nothing yet, on a board of so many cells."""
    return SequenceSearch(
        threats=np.zeros(MOST_LISTED, THREAT),
        starts=np.zeros(MOST_THREATS + 2, np.int64),
        nexts=np.zeros(MOST_THREATS + 1, np.int64),
        marks=np.full(cells, -1, np.int32),
        sequence=np.zeros(2 * MOST_THREATS, np.int32),
        failures=np.zeros((2, 1 << FAILURE_BITS), np.uint64),
        control=np.zeros(1, SEQUENCE_CONTROL),
    )


@bare_kernel
def begin_search(finder, most_nodes):
    """Begin a search of at most `most_nodes` nodes; the attacker completes no line at once."""
    control = finder.control[0]
    control.depth = control.length = 0
    control.entering = 1
    control.give_up = control.nodes + most_nodes
    finder.starts[0] = 0


@bare_kernel
def generate_threats(board, finder, attacker, depth):
    """List the threats at a depth, the most promising first; return a move that wins, or -1."""
    start = finder.starts[depth]
    finder.nexts[depth] = finder.starts[depth + 1] = start
    block, second = completing_cells(board, 1 - attacker)
    kinds, kind_counts = board.kinds[attacker], board.kind_counts[attacker]
    if second >= 0 or depth == MOST_THREATS - 1:
        return np.int64(-1)
    if block >= 0:
        # The defender threatens to complete a line: only a threat on that cell will do.
        if kinds[block] >= WINNING:
            return block
        if kinds[block] >= FOUR and start < MOST_LISTED:
            finder.threats[start].gain = block
            finder.starts[depth + 1] += 1
        return np.int64(-1)
    if kind_counts[WINNING] > 0:
        return np.int64(first_of_kind(board, attacker, WINNING))
    list_kind(board, finder, attacker, depth, FOUR_THREE)
    if depth > 0 and kind_counts[FOUR] > 0:
        # Threats that depend on the last one come before the others.
        list_dependent(
            board, finder, attacker, depth, finder.threats[finder.nexts[depth - 1] - 1].gain
        )
    list_kind(board, finder, attacker, depth, FOUR)
    for index in range(start, finder.starts[depth + 1]):
        finder.marks[finder.threats[index].gain] = -1
    return np.int64(-1)


@bare_kernel
def list_threat(finder, depth, cell):
    """Add the threat with this gain square to those of a depth, once."""
    end = finder.starts[depth + 1]
    if finder.marks[cell] < 0 and end < MOST_LISTED:
        finder.marks[cell] = 0
        finder.threats[end].gain = cell
        finder.starts[depth + 1] = end + 1


@bare_kernel
def list_kind(board, finder, attacker, depth, kind):
    """Add all threats of a kind."""
    left = board.kind_counts[attacker, kind]
    cell = 0
    while left > 0:
        if board.kinds[attacker, cell] == kind:
            list_threat(finder, depth, cell)
            left -= 1
        cell += 1


@bare_kernel
def list_dependent(board, finder, attacker, depth, stone):
    """Add the threats on lines through a stone of the attacker."""
    for line in range(4):
        for side in range(2):
            cell = np.int64(stone)
            for _ in range(1, board.powers.shape[1]):
                cell = np.int64(board.neighbours[cell, line, side])
                if cell < 0:
                    break
                if board.kinds[attacker, cell] >= FOUR:
                    list_threat(finder, depth, cell)


@bare_kernel
def make_threat(board, finder, attacker, depth):
    """Make the next threat of a depth, and the reply that it forces."""
    threat = finder.threats[finder.nexts[depth]]
    finder.nexts[depth] += 1
    put(board, threat.gain, attacker)
    threat.cost = newest_of_kind(board, attacker, FIVE)
    put(board, threat.cost, 1 - attacker)


@bare_kernel
def unmake_threat(board):
    """Take back the last threat and the reply to it."""
    undo(board)
    undo(board)


@bare_kernel
def finish(board, finder, attacker, winning):
    """Take back all moves; note the sequence that ends with `winning`, unless that is -1."""
    control = finder.control[0]
    depth = control.depth
    if winning >= 0:
        for index in range(depth):
            threat = finder.threats[finder.nexts[index] - 1]
            finder.sequence[2 * index] = threat.gain
            finder.sequence[2 * index + 1] = threat.cost
        finder.sequence[2 * depth] = winning
        control.length = 2 * depth + 1
    for _ in range(depth):
        unmake_threat(board)
    control.depth = -1


@bare_kernel
def search(board, finder, attacker, node_limit):
    """Go on until `node_limit` nodes in all are spent; return whether the search has ended.

    The board is as before when it has; until then it may hold moves of the search.
    """
    control = finder.control[0]
    failures = finder.failures[attacker]
    mask = np.uint64((1 << FAILURE_BITS) - 1)
    while control.depth >= 0:
        depth = control.depth
        slot = board.key[0] & mask
        if control.entering:
            if control.nodes >= node_limit:
                return False
            control.nodes += 1
            control.entering = 0
            if failures[slot] == board.key[0]:
                finder.nexts[depth] = finder.starts[depth + 1] = finder.starts[depth]
            else:
                winning = generate_threats(board, finder, attacker, depth)
                if winning >= 0 or control.nodes >= control.give_up:
                    finish(board, finder, attacker, winning)
                    return True
        if finder.nexts[depth] < finder.starts[depth + 1]:
            make_threat(board, finder, attacker, depth)
            control.depth = depth + 1
            control.entering = 1
        else:
            failures[slot] = board.key[0]
            control.depth = depth - 1
            if depth > 0:
                unmake_threat(board)
    return True
