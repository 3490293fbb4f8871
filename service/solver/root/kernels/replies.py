"""How likely a weak opponent's reply is a mistake, by which replies are.

Half of those opponents play anywhere. The others do not search: they win, else block, else play
where they have the most lines to make, as the level `lines` does (`service.players.levels.lines`).
On 3x3 that scores more against the weaker levels than to count the mistakes; `docs/playing.md`.
"""

from __future__ import annotations

import numpy as np

from service.solver.compiling.kernels.jit import kernel

CERTAIN = 1 << 20
"""The likelihood of what is sure to happen."""
MOST_CELLS = 1 << 12
"""More than there are cells, so that the number of mistakes decides only between equals."""


@kernel
def weigh(lines, contents, moves, mistakes, likelihoods):
    """Fill `likelihoods`, shape (moves,), int64, for the mistakes after each of `moves`, cells.

    No move wins. `lines` has shape (lines, row length); `contents`, shape (cells,), is 0 where a
    cell is empty, 1 for the mover's stones, 2 for the opponent's; `mistakes`, shape (moves, cells),
    says which replies are. In units of `1 / (2 * CERTAIN * MOST_CELLS)`; where that is equal, more
    mistakes are more.
    """
    after = contents.copy()
    open_to = np.zeros((2, lines.shape[0]), np.int64)
    replies = np.count_nonzero(contents == 0) - 1
    for index in range(moves.shape[0]):
        wrong = mistakes[index]
        count = np.count_nonzero(wrong)
        likelihoods[index] = 0
        if count == 0:
            continue
        after[moves[index]] = 1
        natural = naturals(lines, after, open_to)
        after[moves[index]] = 0
        naturally = np.count_nonzero(natural & wrong) / np.count_nonzero(natural)
        likelihood = np.rint((count / replies + naturally) * CERTAIN)
        likelihoods[index] = np.int64(likelihood) * MOST_CELLS + count


@kernel
def naturals(lines, contents, lacking):
    """Where the opponent, to move, may play if he does not search; shape (cells,), bool.

    `lacking`, shape (2, lines), int64, is overwritten: the stones that a line lacks which is open
    to the mover, or to the opponent; 0 where it is not.
    """
    found = np.zeros(contents.shape[0], np.bool_)
    for line in range(lines.shape[0]):
        own = opposing = 0
        for cell in lines[line]:
            own += contents[cell] == 1
            opposing += contents[cell] == 2
        empty = lines.shape[1] - own - opposing
        lacking[0, line] = empty if opposing == 0 else 0
        lacking[1, line] = empty if own == 0 else 0
    # He wins, else blocks.
    for side in (1, 0):
        decided = False
        for line in range(lines.shape[0]):
            if lacking[side, line] == 1:
                decided = True
                for cell in lines[line]:
                    found[cell] |= contents[cell] == 0
        if decided:
            return found
    worths, lost = np.zeros(contents.shape[0]), np.zeros(contents.shape[0])
    for line in range(lines.shape[0]):
        if lacking[1, line] == 0:
            continue
        for cell in lines[line]:
            if contents[cell] != 0:
                continue
            worths[cell] += 4.0 ** -lacking[1, line]
            if lacking[1, line] == 2:
                answer = forced_answer(lines[line], contents, cell)
                lost[cell] = max(lost[cell], worth_through(lines, lacking[0], answer, cell))
    most = -np.inf
    for cell in range(contents.shape[0]):
        if contents[cell] == 0:
            worths[cell] -= lost[cell]
            most = max(most, worths[cell])
    for cell in range(contents.shape[0]):
        found[cell] = contents[cell] == 0 and worths[cell] == most
    return found


@kernel
def forced_answer(line, contents, cell):
    """The cell other than `cell` that a line lacks."""
    for other in line:
        if other != cell and contents[other] == 0:
            return other
    return cell


@kernel
def worth_through(lines, lacking, cell, closing):
    """What the open lines through a cell are worth that a stone on another does not close."""
    worth = 0.0
    for line in range(lines.shape[0]):
        if lacking[line] == 0:
            continue
        through = closed = False
        for each in lines[line]:
            through |= each == cell
            closed |= each == closing
        if through and not closed:
            worth += 4.0 ** -lacking[line]
    return worth
