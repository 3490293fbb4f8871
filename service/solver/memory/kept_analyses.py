"""What is kept of the last positions: all that is proven of their options, and the last analysis.

The transposition table has bounds alone and loses some of them. What is proven of the options is
never told weaker later; an analysis also has their order and a line of play, and answers the same
question again.
"""

from contextlib import suppress
from dataclasses import replace
from operator import attrgetter
from threading import Lock
from typing import NamedTuple

import numpy as np
from cachetools import LRUCache

from service.game import Board
from service.solver.analysis import Analysis, Budget
from service.solver.proven_options import ProvenOptions
from service.solver.root import told_bounds

MOST_BYTES = 16 << 20
"""Bytes of all kept analyses: thousands of small boards, or dozens of 50x50."""
MOST_PROVEN_BYTES = 4 << 20
"""Bytes of all records of what is proven, each of which takes less than a tenth of an analysis."""
NOTHING = -1, 1
"""The bounds of a value of which nothing is known."""


class Kept(NamedTuple):
    """An analysis that is kept."""

    analysis: Analysis
    best_only: bool
    """Whether only the best option was asked for."""
    seeded: bool
    """Whether a seed has chosen among equal options."""

    @property
    def nbytes(self) -> int:
        """The most memory that it takes, in bytes."""
        return self.analysis.nbytes

    @property
    def is_final(self) -> bool:
        """Whether it answers its question, whatever more could be spent on it."""
        return self.analysis.whole and not self.seeded

    @property
    def of_all(self) -> bool:
        """Whether it says what there is to say of every option, whatever was asked for."""
        options = self.analysis.options
        return not self.best_only or all(option.assessment.shortest for option in options)


class KeptAnalyses:
    """The records of the last positions, and the last analysis of each; threads share them.

    What would not fit into its bytes alone is not kept: boards of tens of thousands of cells.
    """

    def __init__(self) -> None:
        size = attrgetter("nbytes")
        self._kept: LRUCache[Board, Kept] = LRUCache(MOST_BYTES, size)
        self._proven: LRUCache[Board, ProvenOptions] = LRUCache(MOST_PROVEN_BYTES, size)
        self._lock = Lock()

    def clear(self) -> None:
        """Forget all of it."""
        with self._lock:
            self._kept.clear()
            self._proven.clear()

    def find(self, board: Board) -> ProvenOptions | None:
        """Return the record of a position; None if there is none."""
        with self._lock:
            return self._proven.get(board)

    def share(self, proven: ProvenOptions) -> ProvenOptions:
        """Return the record of a position, which all its searches share, with what is `proven`."""
        known = proven
        with self._lock, suppress(ValueError):
            known = self._proven.setdefault(proven.board, proven)
        if known is not proven:
            known.tighten(proven)
        return known

    def answer(self, board: Board, budget: Budget) -> Analysis | None:
        """Return an analysis to which a search could add nothing that is asked for; else None."""
        with self._lock:
            kept = self._kept.get(board)
        if kept is None or budget.seed is not None or not kept.is_final:
            return None
        return kept.analysis if budget.best_only or kept.of_all else None

    def put(self, analysis: Analysis, budget: Budget) -> Analysis:
        """Keep an analysis, if it proves anything, and return it.

        Where the one that was kept says as much of the position, and its first option is the same,
        its proof stays, and its line of play if that is as long. It is kept on if it says more of
        any option: another search may have ended since the bounds of this one were taken.
        """
        if all(option.assessment.bounds == NOTHING for option in analysis.options):
            return analysis
        with self._lock:
            kept = self._kept.get(analysis.board)
            if kept is not None:
                analysis = _with_longer_line(analysis, kept.analysis)
                if kept.is_final and kept.of_all:
                    return analysis
                before, now = _told(kept.analysis), _told(analysis)
                adds = not budget.best_only or (now > before).any()
                if (now < before).any() or (kept.is_final and not adds):
                    return analysis
            with suppress(ValueError):
                new = Kept(analysis, budget.best_only, budget.seed is not None)
                self._kept[analysis.board] = new
        return analysis


def _told(analysis: Analysis) -> np.ndarray:
    """Return what is told of each option, the more the greater, (options, 2), in order of cells."""
    bounds = np.array([told_bounds(known) for _, known, _ in sorted(analysis.options)])
    return bounds * (1, -1)


def _with_longer_line(analysis: Analysis, before: Analysis) -> Analysis:
    """Return an analysis with the proof and the line of play of an earlier one, where they fit."""
    same = before.options[0][:2] == analysis.options[0][:2]
    if not same or before.assessment != analysis.assessment:
        return analysis
    both = before, analysis
    further = max(both, key=lambda each: (each.whole, len(each.principal_variation)))
    line, search = further.principal_variation, analysis.search
    if search.complete and (further.whole or len(line) == analysis.assessment.plies_to_end):
        search = replace(search, stopped_by=None)
    return replace(analysis, principal_variation=line, proof=before.proof, search=search)
