"""Which lines are open to which side, their potential, and the check of a pairing."""

import numpy as np

from service.solver.compiling.kernels.jit import kernel
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
        own = opponent = 0
        for index in range(row_length):
            content = contents[lines[line, index]]
            own += content == 1
            opponent += content == 2
        open_to[line] = 0
        if opponent == 0:
            open_to[line] |= TO_MOVER
            own_potential += line_potential(row_length - own)
        if own == 0:
            open_to[line] |= TO_OPPONENT
            opponent_potential += line_potential(row_length - opponent)
    return 2 * own_potential < UNIT and opponent_potential < UNIT


@kernel
def every_line_has_a_pair(family, firsts, seconds, first_move):
    """Return whether pairs are disjoint pairs of empty cells, and each line needed contains one.

    This check is independent of how the pairs were found: the cells `firsts` and `seconds`. Where
    `family`, a `pair_cover.Family`, needs to keep the opponent alone off a line, the mover's
    `first_move` on it (-1 for none) is as good as a pair.
    """
    lines, needed, contents = family.lines, family.needed, family.contents
    names = np.zeros(contents.shape[0], np.int64)
    seen = np.full(firsts.shape[0] + 1, -1)
    for pair in range(firsts.shape[0]):
        for cell in (firsts[pair], seconds[pair]):
            if contents[cell] != 0 or names[cell] != 0:
                return False
            names[cell] = pair + 1
    if first_move >= 0 and contents[first_move] != 0:
        return False
    for line in range(lines.shape[0]):
        served = needed[line] == 0
        for index in range(lines.shape[1]):
            cell = lines[line, index]
            if cell == first_move and needed[line] == TO_OPPONENT:
                served = True
            name = names[cell]
            if name != 0 and seen[name] == line:
                served = True
            seen[name] = line
        if not served:
            return False
    return True
