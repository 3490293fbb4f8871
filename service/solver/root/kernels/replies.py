"""How likely the reply of a weak opponent is a mistake.

Half of these opponents move at random. The others do not search: they complete a line, else block
one, else play where they have the most lines to complete, as `service.players.levels.lines` does.
On 3x3 this scores more against the weaker levels than the number of mistakes; see
`docs/playing.md`.
"""

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.lines.kernels.line_board import stones_on

CERTAIN = 1 << 20
"""The likelihood that stands for certainty."""
COUNT_UNITS = 1 << 12
"""More than the replies on a board of one word, of no larger ones are mistakes known; so the number
of mistakes decides only between equals."""


@kernel
def weigh(lines, contents, moves, cells, mistakes):
    """Return how likely the reply to each move is a mistake, shape (moves,), int64.

    None of the `moves`, cells, wins at once. `lines` has shape (lines, row length); `contents`,
    shape (cells,), is 0 for an empty cell, 1 for the mover's stones, 2 for the opponent's;
    `mistakes`, shape (moves, places), bool, tells which replies are mistakes, and `cells` the cells
    of the first places, which are all that can be one. The unit is
    `1 / (2 * CERTAIN * COUNT_UNITS)`, and equal likelihoods are ordered by the number of mistakes.
    """
    after, wrong = contents.copy(), np.zeros(contents.shape[0], np.bool_)
    open_to, likelihoods = np.zeros((2, lines.shape[0]), np.int64), np.zeros_like(moves)
    replies = np.count_nonzero(contents == 0) - 1
    for index in range(moves.shape[0]):
        wrong[cells] = mistakes[index, : cells.shape[0]]
        count = np.count_nonzero(wrong)
        if count == 0:
            continue
        after[moves[index]] = 1
        natural = natural_replies(lines, after, open_to)
        after[moves[index]] = 0
        naturally = np.count_nonzero(natural & wrong) / np.count_nonzero(natural)
        likelihood = np.rint((count / replies + naturally) * CERTAIN)
        likelihoods[index] = np.int64(likelihood) * COUNT_UNITS + count
    return likelihoods


@kernel
def natural_replies(lines, contents, lacking):
    """Return the cells where an opponent who does not search may reply; shape (cells,), bool.

    `lacking`, shape (2, lines), int64, is overwritten with the number of stones that each line
    lacks for the mover and for the opponent, or 0 where the line is not open to that side.
    """
    found = np.zeros(contents.shape[0], np.bool_)
    for line in range(lines.shape[0]):
        own, opposing = stones_on(lines, line, contents)
        empty = lines.shape[1] - own - opposing
        lacking[0, line] = empty if opposing == 0 else 0
        lacking[1, line] = empty if own == 0 else 0
    # The opponent completes a line, else blocks one.
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
    """Return the cell that a line lacks besides `cell`, or `cell` if there is none."""
    for other in line:
        if other != cell and contents[other] == 0:
            return other
    return cell


@kernel
def worth_through(lines, lacking, cell, closing):
    """Return what the open lines through a cell are worth that do not contain `closing`."""
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
