"""Draws that are seen without a search, each with its argument.

What is proven so holds for every option of the position: nobody can force a line at all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from service.game import Board
from service.solver.analysis import Proof
from service.solver.kernels import open_lines
from service.solver.kernels.bounds import POTENTIAL_UNIT
from service.solver.pairings import find_pairs

MOST_WORK = 10_000_000
"""Work that one search for pairs may take, see `kernels.pair_search`: some 40 ms."""
WORK_PER_SECOND = 50_000_000
"""Work for each second there is to think: a fifth of that time, or less."""


@dataclass(frozen=True, slots=True)
class OpenLines:
    """Which lines of a position somebody can still complete."""

    open_to: np.ndarray
    """The sides that each line is open to, see `kernels.open_lines`, shape (lines,), uint8."""
    count: int
    """Lines that are open to a side."""
    fewest: int
    """The fewest empty cells of one of them."""
    low_potential: bool
    """Whether both potentials are so low that neither side wins; see `kernels.bounds`."""


def survey(board: Board, contents: np.ndarray) -> OpenLines:
    """Look at every line once; `contents` is as in `kernels.open_lines`."""
    lines = board.geometry.lines
    open_to = np.zeros(len(lines), np.uint8)
    count, fewest, own, opponent = open_lines.survey(lines, contents, open_to)
    low_potential = 2 * own < POTENTIAL_UNIT and opponent < POTENTIAL_UNIT
    return OpenLines(open_to, count, fewest, bool(low_potential))


def certify(
    board: Board, contents: np.ndarray, lines: OpenLines, seconds: float | None
) -> Proof | None:
    """A proof that every option draws, where one is found within a part of the seconds."""
    if lines.count == 0:
        return Proof("no_open_lines")
    if lines.fewest < 2:
        return None
    work_limit = MOST_WORK if seconds is None else min(MOST_WORK, int(seconds * WORK_PER_SECOND))
    pairs = find_pairs(board, contents, lines.open_to, work_limit)
    return None if pairs is None else Proof("pairing", tuple(pairs))


def play_out(order: list[int], proof: Proof) -> list[int]:
    """A whole game that both sides draw by this proof: the empty cells in order, pairs in turn.

    Each pair falls to moves in succession, so one cell to either side, and nobody completes a line.
    """
    partner = dict(proof.pairs) | {other: one for one, other in proof.pairs}
    line: dict[int, None] = {}
    for cell in order:
        line[cell] = None
        line[partner.get(cell, cell)] = None
    return list(line)
