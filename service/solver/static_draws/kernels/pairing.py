"""A pairing from its search to its check, in one call."""

from __future__ import annotations

import numpy as np

from service.solver.compiling.kernels.jit import kernel
from service.solver.static_draws.kernels.open_lines import every_line_has_a_pair
from service.solver.static_draws.kernels.pair_cover import CANDIDATES, Cover, begin, prune
from service.solver.static_draws.kernels.pair_search import improve


@kernel
def find_pairs(family, partner, may_move, work_limit):
    """Pairs for the lines of `family`, from those of `partner` on; see `pair_search.improve`.

    `partner`, shape (cells,), int32, is overwritten. Returns whether they are a pairing, the cells
    of the pairs, twice shape (pairs,), int64, and the first move, or NOTHING. What is found has
    been checked apart from its search.
    """
    cells, lines = partner.shape[0], family.lines.shape[0]
    cover = Cover(
        partner,
        np.zeros(lines, np.int32),
        np.zeros(lines, np.int32),
        np.zeros(lines, np.int32),
        np.zeros(lines, np.int32),
        np.zeros(cells, np.int32),
        np.zeros((CANDIDATES, CANDIDATES), np.int64),
    )
    uncovered = begin(family, cover)
    _, move = improve(family, cover, uncovered, may_move, work_limit)
    prune(family, cover)
    firsts, seconds = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    pairs = 0
    for cell in range(cells):
        if partner[cell] > cell:
            firsts[pairs], seconds[pairs] = cell, partner[cell]
            pairs += 1
    firsts, seconds = firsts[:pairs], seconds[:pairs]
    names, seen = np.zeros(cells, np.int64), np.zeros(pairs + 1, np.int64)
    found = every_line_has_a_pair(
        family.lines, family.needed, family.contents, firsts, seconds, move, names, seen
    )
    return found, firsts, seconds, move
