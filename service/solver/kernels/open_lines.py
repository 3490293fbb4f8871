"""Which lines are open to whom, and what that alone says."""

from __future__ import annotations

from service.solver.kernels import bounds
from service.solver.kernels.jit import kernel

TO_MOVER, TO_OPPONENT = 1, 2
"""Bits that say who has no opposing stone on a line."""


@kernel
def survey(lines, contents, open_to):
    """Fill `open_to`, shape (lines,), uint8, with the sides that each line is open to, 0 for none.

    `lines` has shape (lines, row length), int32; `contents` has shape (cells,), uint8, 0 where a
    cell is empty, 1 for the mover's stones and 2 for the opponent's. Returns the number of lines
    open to somebody, the fewest empty cells of one of them, and the potentials of the mover and of
    the opponent, see `bounds`.
    """
    row_length = lines.shape[1]
    count, fewest = 0, row_length + 1
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
            own_potential += bounds.potential(row_length - own)
        if own == 0:
            open_to[line] |= TO_OPPONENT
            opponent_potential += bounds.potential(row_length - opponent)
        if open_to[line] != 0:
            count += 1
            fewest = min(fewest, row_length - own - opponent)
    return count, fewest, own_potential, opponent_potential


@kernel
def every_line_has_a_pair(lines, needed, contents, firsts, seconds, names, seen):
    """Whether the pairs are disjoint pairs of empty cells, and each line needed contains one.

    This knows nothing of how the pairs were found. They are the cells `firsts` and `seconds`;
    `needed`, shape (lines,), is not 0 where a line needs a pair. `names`, shape (cells,), and
    `seen`, shape (pairs + 1,), are scratch, int64.
    """
    names[:] = 0
    seen[:] = -1
    for pair in range(firsts.shape[0]):
        for cell in (firsts[pair], seconds[pair]):
            if contents[cell] != 0 or names[cell] != 0:
                return False
            names[cell] = pair + 1
    for line in range(lines.shape[0]):
        served = needed[line] == 0
        for index in range(lines.shape[1]):
            name = names[lines[line, index]]
            if name != 0 and seen[name] == line:
                served = True
            seen[name] = line
        if not served:
            return False
    return True
