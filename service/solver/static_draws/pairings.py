"""Pairings of the empty cells: each line that somebody can still complete contains both of a pair.

With such a pairing neither side can force a line, whoever moves (A. W. Hales and R. I. Jewett,
"Regularity and positional games", 1963). A side holds so: when the other takes a cell of a pair, it
takes the other cell, unless that is its own already; else it plays anywhere. Then the other side
never gets both cells of a pair, hence no line. Where the first move goes does not matter, so every
option of the position draws.

Pairs for the lines of one side alone keep that side from winning. If the mover can take one cell of
every line of the opponent that has no pair, the opponent does not win after that move.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from service.game import Board
from service.game.geometry import DIRECTIONS
from service.solver.static_draws.kernels.pair_cover import NOTHING, Family, hopeless
from service.solver.static_draws.kernels.pairing import find_pairs
from service.solver.static_draws.torus import SIDE, torus_partners


@dataclass(frozen=True, slots=True)
class Pairing:
    """Disjoint pairs of empty cells, and how the mover must begin, if it matters."""

    pairs: tuple[tuple[int, int], ...]
    first_move: int | None
    """The empty cell the mover must take first, to keep the opponent off lines with no pair."""


def find_pairing(
    board: Board, contents: np.ndarray, needed: np.ndarray, may_move: bool, work_limit: int
) -> Pairing | None:
    """Pairs that keep sides off lines; None if not found, which proves nothing.

    `contents`, shape (cells,), uint8, is 0 where a cell is empty; `needed`, shape (lines,), uint8,
    holds the sides to be kept off each line, see `kernels.open_lines`. All those lines have two
    empty cells at least. `may_move` allows for a first move of the mover. `work_limit` is that of
    `pair_search.improve`. What is found has been checked apart from its search.
    """
    rules, lines = board.rules, board.geometry.lines
    # Two cells lie on fewer lines together than a line has cells, so pairs serve only so many.
    served = board.empty.bit_count() // 2 * (rules.row_length - 1)
    if may_move:
        served += len(DIRECTIONS) * rules.row_length
    if np.count_nonzero(needed) > served:
        return None
    family = Family(lines, *board.geometry.uses, needed, contents)
    partner = np.full(rules.cells, NOTHING, np.int32)
    if rules.row_length > SIDE:
        partner = torus_partners(rules, contents)
    elif hopeless(family, np.zeros(rules.cells, np.int32)):
        return None
    found, firsts, seconds, move = find_pairs(family, partner, may_move, work_limit)
    if not found:
        return None
    pairs = zip(firsts.tolist(), seconds.tolist(), strict=True)
    return Pairing(tuple(pairs), None if move == NOTHING else int(move))
