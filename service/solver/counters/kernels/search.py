"""Null-window alpha-beta on boards of any size, on line counters instead of bitboards.

A further stone never hurts in the game. The steps at a node:

1. Immediate wins: the side to move completes a line, or cannot stop two completions.
2. Forced move: a single cell at which the opponent would complete a line is taken.
3. Static bounds: no line is completed sooner than the stones that it lacks can be placed.
4. Move generation: only cells of lines that can be completed within the plies in question. A move
   elsewhere is no better than these: no such line lacks it.
5. Move loop, by the weight of the lines through a cell, on one board that makes and unmakes moves.
6. Back up the child's bounds; a beta cut-off ends the loop.
"""

import numpy as np

from service.solver.alpha_beta.kernels import line_bounds
from service.solver.alpha_beta.kernels.alpha_beta import null_window
from service.solver.alpha_beta.kernels.backup import back_up, return_bounds
from service.solver.alpha_beta.kernels.iteration import first_bounds, next_question, record_bounds
from service.solver.alpha_beta.kernels.state import CONTROL, FORCED, MOVES, NODE
from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.counters.kernels.state import CounterSearch
from service.solver.lines.kernels.line_board import NOBODY, completes, empty_cell, put
from service.solver.lines.kernels.potential import FAR, line_potential
from service.solver.lines.kernels.scores import (
    WIN,
    child_of,
    of_parent,
    sharpen_lower,
    sharpen_upper,
    target_of_child,
)

SEARCHED = -1
"""The weight of a move that has been searched."""


MOST_WEIGHTS = 1 << 28
"""The most weights of all plies: a GiB. What is never touched of it takes no memory of the system,
which grants no more than it has, though."""


def fits(cells, remaining):
    """Return whether there is room to search a board of `cells`, of which `remaining` are empty."""
    return (remaining + 2) * cells <= MOST_WEIGHTS


def new_search(board, remaining):
    """Return a search of nothing yet, on a board of which `remaining` cells are empty."""
    plies = remaining + 1
    return CounterSearch(
        board=board,
        weights=np.zeros((plies + 1, board.owner.size), np.int32),
        frames=np.zeros(plies, NODE),
        control=np.zeros(1, CONTROL),
    )


@bare_kernel
def weigh(board, line, missing, weights):
    """Add the urgency of a line to the weights of its empty cells."""
    urgency = 1 << line_bounds.urgency(missing)
    for index in range(board.lines.shape[1]):
        cell = board.lines[line, index]
        if board.owner[cell] == NOBODY:
            weights[cell] += urgency


@bare_kernel
def scan_lines(board, colour, own_horizon, opponent_horizon, weights):
    """Weigh the cells of the open lines of both players that lack no more stones than a horizon.

    Returns the fewest missing stones and the potential of the side to move, those of the opponent,
    and two different cells (or -1) that would complete a line of the opponent.
    """
    row_length = board.lines.shape[1]
    own_missing = opponent_missing = FAR
    own_potential = opponent_potential = np.int64(0)
    first = second = -1
    for line in range(board.lines.shape[0]):
        own = row_length - board.counts[colour, line]
        opponent = row_length - board.counts[1 - colour, line]
        if opponent == row_length:
            own_missing = min(own_missing, own)
            own_potential += line_potential(own)
            if own <= own_horizon:
                weigh(board, line, own, weights)
        if own == row_length:
            opponent_missing = min(opponent_missing, opponent)
            opponent_potential += line_potential(opponent)
            if opponent == 1:
                cell = empty_cell(board, line)
                if first < 0:
                    first = cell
                elif cell != first:
                    second = cell
            if opponent <= opponent_horizon:
                weigh(board, line, opponent, weights)
    return own_missing, own_potential, opponent_missing, opponent_potential, first, second


@bare_kernel
def enter_node(search, ply):
    """Take steps 1 to 4 at a node; return whether they decide it."""
    board, frame, weights = search.board, search.frames[ply], search.weights[ply]
    target, remaining = frame.target, frame.remaining
    colour = (search.control[0].colour + ply) & 1
    own_horizon, opponent_horizon = line_bounds.horizons(target)
    weights[:] = 0
    own_missing, own_potential, opponent_missing, opponent_potential, first, second = scan_lines(
        board, colour, own_horizon, opponent_horizon, weights
    )
    # 1. Immediate wins.
    if own_missing == 1:
        frame.lower = frame.upper = WIN - 1
        return True
    if second >= 0:
        frame.lower = frame.upper = 2 - WIN
        return True
    if first >= 0:
        # 2. Forced move.
        frame.lower, frame.upper, frame.moves_upper = 4 - WIN, WIN - 3, -WIN
        weights[:] = 0
        weights[first] = 1
        frame.stage = FORCED
    else:
        # 3. Static bounds.
        frame.lower, frame.upper = line_bounds.static_bounds(
            own_missing, own_potential, opponent_missing, opponent_potential, remaining
        )
        # 4. Move generation. The moves that are left out fall short of the target, too.
        frame.moves_upper = target - 1
        frame.stage = MOVES
    return frame.lower >= target or frame.upper < target


@bare_kernel
def make_move(search, ply):
    """Take step 5 at a node: make its next move."""
    frame, weights = search.frames[ply], search.weights[ply]
    child = search.frames[ply + 1]
    child.target = target_of_child(frame.target)
    child.remaining = frame.remaining - 1
    frame.move = weights.argmax()
    weights[frame.move] = SEARCHED
    put(search.board, frame.move, (search.control[0].colour + ply) & 1, 1)


@bare_kernel
def leave_child(search, ply):
    """Take step 6 at a node: unmake its move and back up; return whether that decides it."""
    control, frame, weights = search.control[0], search.frames[ply], search.weights[ply]
    put(search.board, frame.move, (control.colour + ply) & 1, -1)
    return back_up(frame, control, weights[weights.argmax()] <= 0)


null_window_search = null_window(enter_node, make_move, leave_child, return_bounds)


@bare_kernel
def begin_search(search, colour, remaining, target):
    """Begin a search of the position on the board: does its score reach `target`?

    `colour` is to move, `remaining` cells are empty, and nobody has completed a line.
    """
    control, root = search.control[0], search.frames[0]
    control.ply = control.returning = 0
    control.colour = colour
    root.target = target
    root.remaining = remaining


@bare_kernel
def bound_options(board, remaining, options):
    """Fill in the bounds of every option of player 0: it wins at once, or it does not."""
    lower, upper = options.lower, options.upper
    for index in range(lower.shape[0]):
        lower[index], upper[index] = first_bounds(remaining)
        if completes(board, 0, options.cells[index]):
            lower[index] = upper[index] = WIN - 1


@bare_kernel
def deepen(search, remaining, options, node_limit):
    """Deepen until all is settled or the nodes are spent; return whether all is.

    Player 0 is to move; `remaining` cells are empty. Between calls the board may hold moves.
    """
    board, iteration, control = search.board, options.iteration[0], search.control[0]
    while next_question(search, options, remaining):
        cell = options.cells[iteration.option]
        if not iteration.searching:
            put(board, cell, 0, 1)
            begin_search(search, 1, remaining - 1, target_of_child(iteration.target))
            iteration.searching = 1
        if not null_window_search(search, node_limit):
            return False
        put(board, cell, 0, -1)
        least, most = of_parent(control.returned_upper), of_parent(control.returned_lower)
        record_bounds(options, sharpen_lower(least, remaining), sharpen_upper(most, remaining))
    return True


@bare_kernel
def best_reply(search, colour, remaining, score, proven, node_limit):
    """Return a move that achieves `score`; see `alpha_beta.best_reply`.

    `proven` is the move here of a line of play that proves the score, or -1: if it wins it is the
    reply, else it is tried first, for another may resist longer. If the nodes are spent first, the
    board holds moves of the search until the next call.
    """
    if proven >= 0 and score > 0:
        return proven
    board, weights = search.board, search.weights[search.frames.shape[0]]
    control = search.control[0]
    if not control.replying:
        weights[:] = 0
        scan_lines(board, colour, FAR, FAR, weights)
        for cell in range(board.owner.shape[0]):
            if board.owner[cell] == NOBODY:
                weights[cell] += 1
        if proven >= 0:
            weights[proven] = weights[weights.argmax()] + 1
    while control.replying or weights[weights.argmax()] > 0:
        if not control.replying:
            move = weights.argmax()
            weights[move] *= -1
            if completes(board, colour, move):
                return move
            put(board, move, colour, 1)
            begin_search(search, 1 - colour, remaining - 1, target_of_child(score))
            control.replying, control.reply = 1, move
        if not null_window_search(search, node_limit):
            return -1
        control.replying = 0
        move = control.reply
        put(board, move, colour, -1)
        if of_parent(control.returned_upper) >= score:
            return move
    # All have been tried: the lowest is the one that was the heaviest.
    return weights.argmin()


@bare_kernel
def extend_line(search, score, line, played, length, proven, node_limit):
    """Extend the line of play `line[:length]` by best replies; see `alpha_beta.extend_line`.

    The board holds the first moves of it, as many as `played`: none, and all in further calls.

    `proven` is a line of play, int64, that ends with a win as soon as `score` says and leaves the
    winner no better move; it may be empty.
    """
    board, ply, proofs = search.board, 0, proven.shape[0]
    while True:
        colour, remaining = ply & 1, line.shape[0] - ply
        if ply == length:
            hint = proven[ply] if ply < proofs else -1
            move = best_reply(search, colour, remaining, score, hint, node_limit)
            if move < 0:
                return length, False
            line[length] = move
            length += 1
        cell = line[ply]
        if ply < proofs and cell != proven[ply]:
            proofs = 0
        ply += 1
        if ply > played:
            if ply == line.shape[0] or completes(board, colour, cell):
                return ply, True
            put(board, cell, colour, 1)
        score = child_of(score)
