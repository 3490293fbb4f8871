"""Pairing strategies on the whole board: each line that a side can still complete contains a pair.

With such a pairing of empty cells neither side can force a line, whoever moves (A. W. Hales and
R. I. Jewett, "Regularity and positional games", 1963). When one side takes a cell of a pair, the
other side takes the other cell, unless it has that already; else it plays anywhere. So no side gets
both cells of a pair, hence no line. The first move does not matter, so every option of the position
draws.

Pairs for the lines of one side alone keep that side from winning. If the mover can take one cell of
every line of the opponent that has no pair, the opponent does not win after that move.
"""

from dataclasses import dataclass

import numpy as np

from service.game import Board
from service.solver.static_draws.kernels import pairing as kernels
from service.solver.static_draws.kernels.pair_cover import DIRECTIONS, NOTHING, Family
from service.solver.static_draws.torus import SIDE, torus_partners


@dataclass(frozen=True, slots=True)
class Pairing:
    """Disjoint pairs of empty cells, and the first move of the mover, if it matters."""

    pairs: tuple[tuple[int, int], ...]
    first_move: int | None
    """The empty cell the mover must take first, to keep the opponent off lines with no pair."""


def find_pairing(
    board: Board, contents: np.ndarray, needed: np.ndarray, may_move: bool, work_limit: int
) -> Pairing | None:
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
    pairs = zip(firsts.tolist(), seconds.tolist(), strict=True)
    return Pairing(tuple(pairs), None if move == NOTHING else int(move))
