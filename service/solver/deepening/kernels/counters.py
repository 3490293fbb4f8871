"""Proof search on boards of any size, on line counters instead of bitboards.

It asks the same questions in the same way as `bitboard`, whose docstring explains them, but plays
and takes back the moves on one board and keeps no table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.deepening.kernels import bounds, depth, frames
from service.solver.deepening.kernels.frames import (
    COLOUR,
    FORCED,
    FOUND_UPPER,
    LOWER,
    MOVE,
    MOVES,
    PASS,
    PLY,
    REMAINING,
    REPLY,
    REPLYING,
    RETURNING,
    STAGE,
    TARGET,
    TRIED,
    UPPER,
)
from service.solver.lines.kernels.line_board import NOBODY, completes, empty_place, put
from service.solver.lines.kernels.potential import FAR, line_potential
from service.solver.lines.kernels.scores import WIN, child_of, of_parent, target_of_child

TRIED_ALREADY = -1


class Stack(NamedTuple):
    """The state of one search."""

    weights: np.ndarray
    """How promising each cell is, 0 for those left out, shape (plies + 1, cells), int32. There are
    as many plies as moves and passes in the longest game; the last row is spare."""
    numbers: np.ndarray
    """Shape (plies, frames.FRAME_COLUMNS), int64."""
    control: np.ndarray
    """Shape (frames.CONTROL_COLUMNS,), int64."""


def new_stack(cells, remaining):
    """A search of nothing yet, on a board of so many cells of which `remaining` are empty.

    Most of it is never touched, and so takes no memory.
    """
    plies = 2 * remaining + 4
    return Stack(
        weights=np.zeros((plies + 1, cells), np.int32),
        numbers=np.zeros((plies, frames.FRAME_COLUMNS), np.int64),
        control=np.zeros(frames.CONTROL_COLUMNS, np.int64),
    )


@kernel
def weigh(board, line, missing, weights):
    """Add the urgency of a line to the weights of its empty cells."""
    urgency = 1 << bounds.urgency(missing)
    for index in range(board.lines.shape[1]):
        cell = board.lines[line, index]
        if board.owner[cell] == NOBODY:
            weights[cell] += urgency


@kernel
def survey(board, colour, own_horizon, opponent_horizon, weights):
    """What the open lines offer both players; see `bitboard.survey`.

    Returns the fewest missing stones and the potential of the mover, the same of the opponent,
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
                cell = board.lines[line, empty_place(board, line, 0)]
                if first < 0:
                    first = cell
                elif cell != first:
                    second = cell
            if opponent <= opponent_horizon:
                weigh(board, line, opponent, weights)
    return own_missing, own_potential, opponent_missing, opponent_potential, first, second


@kernel
def open_frame(board, stack, ply):
    """Bound the score by what needs no search; see `bitboard.open_frame`."""
    frame, weights = stack.numbers[ply], stack.weights[ply]
    target, remaining = frame[TARGET], frame[REMAINING]
    colour = (stack.control[COLOUR] + ply) & 1
    own_horizon, opponent_horizon = bounds.horizons(target)
    weights[:] = 0
    own_missing, own_potential, opponent_missing, opponent_potential, first, second = survey(
        board, colour, own_horizon, opponent_horizon, weights
    )
    if own_missing == 1:
        frame[LOWER] = frame[UPPER] = WIN - 1
        return True
    if second >= 0:
        frame[LOWER] = frame[UPPER] = 2 - WIN
        return True
    if first >= 0:
        frame[LOWER], frame[UPPER], frame[TRIED] = 4 - WIN, WIN - 3, -WIN
        weights[:] = 0
        weights[first] = 1
        frame[STAGE] = FORCED
    else:
        frame[LOWER], frame[UPPER] = bounds.from_lines(
            own_missing, own_potential, opponent_missing, opponent_potential, remaining
        )
        # The moves left out fall short of the target, too.
        frame[TRIED] = target - 1
        frame[STAGE] = PASS if target <= 0 else MOVES
    return frame[LOWER] >= target or frame[UPPER] < target


@kernel
def descend(board, stack, ply):
    """Play the move the frame wants to see next, or pass."""
    frame, weights = stack.numbers[ply], stack.weights[ply]
    below = stack.numbers[ply + 1]
    below[TARGET] = target_of_child(frame[TARGET])
    below[REMAINING] = frame[REMAINING]
    if frame[STAGE] == PASS:
        return
    frame[MOVE] = weights.argmax()
    weights[frame[MOVE]] = TRIED_ALREADY
    below[REMAINING] -= 1
    put(board, frame[MOVE], (stack.control[COLOUR] + ply) & 1, 1)


@kernel
def prove(board, stack, node_limit):
    """Go on with the question begun by `start`; see `bitboard.prove`.

    Only the defender passes, so that there are no more passes than moves, and one.
    """
    control = stack.control
    ply = control[PLY]
    while ply >= 0:
        frame = stack.numbers[ply]
        if control[RETURNING]:
            if frame[STAGE] != PASS:
                put(board, frame[MOVE], (control[COLOUR] + ply) & 1, -1)
            answered = frames.back_up(frame, control, stack.weights[ply].max() <= 0)
        else:
            if not frames.enter(control, node_limit):
                control[PLY] = ply
                return False
            answered = open_frame(board, stack, ply)
        if answered:
            frames.leave(frame, control)
            ply -= 1
        else:
            descend(board, stack, ply)
            ply += 1
    return True


@kernel
def start(stack, colour, remaining, target):
    """Begin the question whether the score of the position on the board reaches `target`.

    `colour` is to move, `remaining` cells are empty, and nobody has completed a line.
    """
    control, frame = stack.control, stack.numbers[0]
    control[PLY] = control[RETURNING] = 0
    control[COLOUR] = colour
    frame[TARGET] = target
    frame[REMAINING] = remaining


@kernel
def begin(board, remaining, cells, lower, upper):
    """Bound every option (cell of `cells`) of player 0 by what is seen at once."""
    depth.reset(lower, upper, remaining)
    for option in range(cells.shape[0]):
        if completes(board, 0, cells[option]):
            lower[option] = upper[option] = WIN - 1


@kernel
def deepen(board, stack, remaining, cells, lower, upper, state, node_limit):
    """Deepen until all is settled or the nodes are spent; return whether it ended.

    Player 0 is to move. `cells` has shape (options,), int64; `remaining` is the number of empty
    cells; for the rest see `depth`. Between two calls the board may hold moves of the search.
    """
    while depth.next_question(lower, upper, state, remaining):
        cell = cells[state[depth.OPTION]]
        if not state[depth.ASKING]:
            put(board, cell, 0, 1)
            start(stack, 1, remaining - 1, depth.question_to_child(state))
            state[depth.ASKING] = 1
        if not prove(board, stack, node_limit):
            return False
        put(board, cell, 0, -1)
        depth.record(lower, upper, state, stack.control, remaining)
    return True


@kernel
def best_reply(board, stack, colour, remaining, score, proven, node_limit):
    """A move that achieves `score`; see `bitboard_play.best_reply`.

    `proven` is the move here of a line of play that proves the score, or -1: if it wins it is the
    reply, else it is tried first, for another may resist longer. If the nodes are spent first, the
    board holds moves of the search until the next call.
    """
    if proven >= 0 and score > 0:
        return proven
    weights, control = stack.weights[stack.numbers.shape[0]], stack.control
    if not control[REPLYING]:
        weights[:] = 0
        survey(board, colour, FAR, FAR, weights)
        for cell in range(board.owner.shape[0]):
            if board.owner[cell] == NOBODY:
                weights[cell] += 1
        if proven >= 0:
            weights[proven] = weights.max() + 1
    while control[REPLYING] or weights.max() > 0:
        if not control[REPLYING]:
            move = weights.argmax()
            weights[move] *= -1
            if completes(board, colour, move):
                return move
            put(board, move, colour, 1)
            start(stack, 1 - colour, remaining - 1, target_of_child(score))
            control[REPLYING], control[REPLY] = 1, move
        if not prove(board, stack, node_limit):
            return -1
        control[REPLYING] = 0
        move = control[REPLY]
        put(board, move, colour, -1)
        if of_parent(control[FOUND_UPPER]) >= score:
            return move
    # All have been tried: the lowest is the one that was the heaviest.
    return weights.argmin()


@kernel
def follow(board, stack, score, line, played, length, proven, node_limit):
    """Extend the line of play `line[:length]` by best replies; see `bitboard_play.follow`.

    The board holds the first moves of it, as many as `played`: none, and all in further calls.

    `proven` is a line of play, int64, that ends with a win as soon as `score` says and leaves the
    winner no better move; it may be empty.
    """
    ply, proofs = 0, proven.shape[0]
    while True:
        colour, remaining = ply & 1, line.shape[0] - ply
        if ply == length:
            hint = proven[ply] if ply < proofs else -1
            move = best_reply(board, stack, colour, remaining, score, hint, node_limit)
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
