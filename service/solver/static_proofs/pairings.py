"""Pairing strategies on the whole board: each line that a side can still complete contains a pair.

With such a pairing of empty cells neither side can force a line, whoever moves (A. W. Hales and
R. I. Jewett, "Regularity and positional games", 1963). When one side takes a cell of a pair, the
other side takes the other cell, unless it has that already; else it plays anywhere. So no side gets
both cells of a pair, hence no line. The first move does not matter, so every option of the position
draws.

Pairs for the lines of one side alone keep that side from winning. If the mover can take one cell of
every line of the opponent that has no pair, the opponent does not win after that move.
"""

import numpy as np

from service.game import Board
from service.solver.analysis import Pair, Proof
from service.solver.static_proofs.kernels import pairing as kernels
from service.solver.static_proofs.kernels.pair_cover import DIRECTIONS, NOTHING, Family
from service.solver.static_proofs.torus import SIDE, torus_partners


def find_pairing(
    board: Board, contents: np.ndarray, needed: np.ndarray, may_move: bool, work_limit: int
) -> Proof | None:
    """Return pairs that keep sides off lines; None if none are found, which proves nothing.

    `contents`, shape (cells,), uint8, is 0 where a cell is empty; `needed`, shape (lines,), uint8,
    holds the sides to be kept off each line, see `kernels.open_lines`. `may_move` allows for a
    first move of the mover. `work_limit` is that of `pair_search.improve`.
    """
    rules, long = board.rules, board.rules.row_length > SIDE
    # Flat lines that two cells share have one direction, and begin at different cells before both;
    # over joined edges there may be as many of each direction.
    most_shared = (rules.row_length - 1) * (1 if rules.is_flat else DIRECTIONS)
    family = Family(board.geometry.lines, *board.geometry.uses, needed, contents, most_shared)
    partner = np.full(rules.cells, NOTHING, np.int32)
    if long:
        partner = torus_partners(rules, contents)
    found, firsts, seconds, move = kernels.find_pairing(family, partner, long, may_move, work_limit)
    if not found:
        return None
    pairs = tuple(map(Pair, firsts.tolist(), seconds.tolist()))
    return Proof("pairing", pairs, None if move == NOTHING else int(move))
