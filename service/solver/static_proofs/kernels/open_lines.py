"""Which lines are open to which side, their potential, and the check of what holds a side."""

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.line_board import stones_on
from service.solver.lines.kernels.potential import UNIT, line_potential

TO_MOVER, TO_OPPONENT = 1, 2
"""Bits of the sides to which a line is open, as it has no stone of the other side."""


@kernel
def classify(lines, contents, open_to):
    """Fill `open_to`, shape (lines,), uint8, with the sides that each line is open to, 0 for none.

    `lines` has shape (lines, row length), int32; `contents` has shape (cells,), uint8, 0 where a
    cell is empty, 1 for the mover's stones and 2 for the opponent's. Returns whether the potentials
    of both sides are so low that neither wins; see `lines.kernels.potential`.
    """
    row_length = lines.shape[1]
    own_potential = opponent_potential = 0
    for line in range(lines.shape[0]):
        own, opponent = stones_on(lines, line, contents)
        open_to[line] = 0
        if opponent == 0:
            open_to[line] |= TO_MOVER
            own_potential += line_potential(row_length - own)
        if own == 0:
            open_to[line] |= TO_OPPONENT
            opponent_potential += line_potential(row_length - opponent)
    return 2 * own_potential < UNIT and opponent_potential < UNIT


@kernel
def is_pairing(family, firsts, seconds, first_move):
    """Return whether pairs are disjoint pairs of empty cells, and each line needed contains one.

    This check is independent of how the pairs were found: the cells `firsts`, ascending, and
    `seconds`. `family` is a `pair_cover.Family`; for `first_move` see `every_line_has_a_set`.
    """
    contents, members = family.contents, np.stack((firsts, seconds), axis=1).reshape(-1)
    taken = contents != 0
    for cell in members:
        if taken[cell]:
            return False
        taken[cell] = True
    if first_move >= 0 and contents[first_move] != 0:
        return False
    starts = np.arange(0, members.shape[0] + 1, 2)
    begins = np.searchsorted(firsts, np.arange(contents.shape[0] + 1))
    return every_line_has_a_set(
        family.lines, family.needed, TO_MOVER | TO_OPPONENT, starts, members, begins, first_move
    )


@kernel
def every_line_has_a_set(lines, needed, sides, starts, members, begins, first_move):
    """Return whether each line, as far as it is needed against some sides, has a set.

    Against the opponent alone the mover's `first_move` on it (-1 for none) is as good. This check
    is independent of how the sets were found. Set s has the cells `members[starts[s] :
    starts[s + 1]]`; the sets are in the order of their first cells, and those that begin with a
    cell are `begins[cell]` to `begins[cell + 1] - 1`.
    """
    marks = np.full(begins.shape[0] - 1, -1)
    for line in range(lines.shape[0]):
        against = needed[line] & sides
        served = against == 0
        for index in range(lines.shape[1]):
            marks[lines[line, index]] = line
            served |= lines[line, index] == first_move and against == TO_OPPONENT
        for index in range(lines.shape[1]):
            cell = lines[line, index]
            for number in range(begins[cell], begins[cell + 1]):
                whole = True
                for place in range(starts[number], starts[number + 1]):
                    whole = whole and marks[members[place]] == line
                served |= whole
        if not served:
            return False
    return True
