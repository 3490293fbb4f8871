"""Bounds for every option of a position, by questions of growing depth.

Iterative deepening: who wins within 2 plies, within 3, 4, ... until the bounds of every option meet
or the board is full. Odd depths ask it of the side to move, even ones of its opponent. Each answer
leaves true bounds, so the search may end anywhere.

Bounds are scores for the side to move before the option is played; `lower` and `upper` have
shape (options,), int64.
"""

from __future__ import annotations

from service.solver.compiling.kernels.jit import bare_kernel
from service.solver.deepening.kernels import frames
from service.solver.lines.kernels.scores import (
    WIN,
    of_parent,
    sharpen_lower,
    sharpen_upper,
    target_of_child,
)

# Columns of the state: the depth in plies, the option it is at, whether a proof of it is under way,
# and whether only the best option is of interest.
DEPTH, OPTION, ASKING, BEST_ONLY = range(4)
STATE_COLUMNS = 4
FIRST_DEPTH = 2
SHORT = 6
"""Losses within so many plies are looked for after every option; later ones, where only the best is
of interest, until one option is known not to lose so soon: what does is no better."""


@bare_kernel
def greatest(values):
    """The greatest of some values, shape (values,)."""
    most = values[0]
    for index in range(1, values.shape[0]):
        most = max(most, values[index])
    return most


@bare_kernel
def reset(lower, upper, remaining):
    """The bounds of options that do not win at once, with `remaining` empty cells."""
    for index in range(lower.shape[0]):
        lower[index] = sharpen_lower(2 - WIN, remaining)
        upper[index] = sharpen_upper(WIN - 3, remaining)


@bare_kernel
def target(state):
    """The score that the questions of the present depth are about."""
    depth = state[DEPTH]
    return WIN - depth if depth & 1 else depth - WIN + 1


@bare_kernel
def open_question(lower, upper, state, index):
    """Whether the present depth can teach something of interest about an option."""
    if state[BEST_ONLY]:
        best = greatest(lower)
        if upper[index] <= best or (state[DEPTH] > SHORT and best >= target(state)):
            return False
    return lower[index] < target(state) <= upper[index]


@bare_kernel
def settled(lower, upper, state):
    """Whether nothing is left to ask.

    All bounds meet; or only the best option is of interest, and no other can be better.
    """
    best = greatest(lower)
    for index in range(lower.shape[0]):
        if lower[index] < upper[index] and (not state[BEST_ONLY] or upper[index] > best):
            return False
    return True


@bare_kernel
def next_question(lower, upper, state, last_depth):
    """Move on to the next option that the deepening asks about; False when there is none left.

    A question under way stays the one to ask.
    """
    if state[ASKING]:
        return True
    while state[DEPTH] <= last_depth:
        while state[OPTION] < lower.shape[0]:
            if open_question(lower, upper, state, state[OPTION]):
                return True
            state[OPTION] += 1
        if settled(lower, upper, state):
            return False
        state[OPTION] = 0
        state[DEPTH] += 1
    return False


@bare_kernel
def question_to_child(state):
    """The present question as the position after the option is asked it."""
    return target_of_child(target(state))


@bare_kernel
def record(lower, upper, state, control, remaining):
    """Take the answer of a finished proof into the option's bounds."""
    index = state[OPTION]
    found = of_parent(control[frames.FOUND_UPPER])
    lower[index] = max(lower[index], sharpen_lower(found, remaining))
    found = of_parent(control[frames.FOUND_LOWER])
    upper[index] = min(upper[index], sharpen_upper(found, remaining))
    state[ASKING] = 0
    state[OPTION] += 1
