"""A pairing from the reasons why there is none, through its search, to its check, in one call."""

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.static_proofs.kernels import pair_cover
from service.solver.static_proofs.kernels.open_lines import every_line_has_a_pair
from service.solver.static_proofs.kernels.pair_search import improve


@kernel
def find_pairing(family, partner, preset, may_move, work_limit):
    """Find pairs that cover the lines of `family`, and at times a first move of the mover.

    `partner`, shape (cells,), int32, has the pairs that the search begins with, if some are
    `preset`, and is overwritten. `may_move` and `work_limit` are those of `pair_search.improve`.
    Returns whether a pairing is found, the cells of its pairs, twice shape (pairs,), int64, and
    the first move, or NOTHING. What is found has been checked apart from its search.
    """
    cells = partner.shape[0]
    firsts, seconds = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    if has_too_few_cells(family, may_move) or (
        not preset and pair_cover.hopeless(family, may_move)
    ):
        return False, firsts[:0], seconds[:0], np.int64(pair_cover.NOTHING)
    cover = pair_cover.new_cover(partner, family.lines.shape[0])
    uncovered = pair_cover.count_uncovered(family, cover)
    _, move = improve(family, cover, uncovered, may_move, work_limit)
    pair_cover.prune(family, cover)
    pairs = 0
    for cell in range(cells):
        if partner[cell] > cell:
            firsts[pairs], seconds[pairs] = cell, partner[cell]
            pairs += 1
    firsts, seconds = firsts[:pairs], seconds[:pairs]
    found = every_line_has_a_pair(family, firsts, seconds, move)
    return found, firsts, seconds, np.int64(move)


@kernel
def has_too_few_cells(family, may_move):
    """Return whether a line needed has fewer than two free cells, or all have too few for pairs.

    The first move of the mover, if it `may_move`, serves the lines through its cell.
    """
    lines, contents = family.lines, family.contents
    needed = 0
    for line in range(lines.shape[0]):
        if family.needed[line] == 0:
            continue
        needed += 1
        free = 0
        for index in range(lines.shape[1]):
            free += contents[lines[line, index]] == 0
        if free < 2:
            return True
    if may_move:
        needed -= pair_cover.DIRECTIONS * lines.shape[1]
    return needed > np.count_nonzero(contents == 0) // 2 * family.most_shared
