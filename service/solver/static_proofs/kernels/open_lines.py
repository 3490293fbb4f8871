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

    This check is independent of how the pairs were found: the cells `firsts` and `seconds`.
    `family` is a `pair_cover.Family`. Against the opponent alone the mover's `first_move` on a line
    (-1 for none) is as good as a pair.
    """
    contents, lines, needed = family.contents, family.lines, family.needed
    taken, partner = contents != 0, np.full(contents.shape[0], -1)
    for index in range(firsts.shape[0]):
        one, two = firsts[index], seconds[index]
        if one == two or taken[one] or taken[two]:
            return False
        taken[one] = taken[two] = True
        partner[one], partner[two] = two, one
    if first_move >= 0 and contents[first_move] != 0:
        return False
    marks = np.full(contents.shape[0], -1)
    for line in range(lines.shape[0]):
        served = needed[line] == 0
        for index in range(lines.shape[1]):
            marks[lines[line, index]] = line
            served |= lines[line, index] == first_move and needed[line] == TO_OPPONENT
        for index in range(lines.shape[1]):
            mate = partner[lines[line, index]]
            served |= mate >= 0 and marks[mate] == line
        if not served:
            return False
    return True
