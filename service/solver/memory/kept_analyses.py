"""The last analyses: they answer the same question again, and later ones know no less.

The transposition table has bounds alone and loses some of them; an analysis has all options in
order, their plies, and a line of play.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from service.game import Board
from service.game.lru_cache import LruCache
from service.solver.analysis import Analysis, Assessment, Budget
from service.solver.lines import WIN
from service.solver.memory.proven_options import ProvenOptions

MOST_BYTES = 16 << 20
"""Bytes of all kept analyses: thousands of small boards, or dozens of 50x50."""
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


class KeptAnalyses:
    """The last analysis of each position, if it proves anything; threads share it."""

    def __init__(self) -> None:
        self._kept: LruCache[Board, Kept] = LruCache(MOST_BYTES)

    def clear(self) -> None:
        """Forget all analyses."""
        self._kept.clear()

    def answer(self, board: Board, budget: Budget) -> Analysis | None:
        """Return an analysis to which a search could add nothing that is asked for; else None."""
        kept = self._kept.get(board)
        if kept is None or budget.seed is not None or not kept.is_final:
            return None
        return kept.analysis if budget.best_only or not kept.best_only else None

    def proven(self, board: Board) -> ProvenOptions | None:
        """Return what the last analysis of a position proves; None if nothing is kept."""
        kept = self._kept.get(board)
        if kept is None:
            return None
        proven, options = ProvenOptions(board), kept.analysis.options
        proven.cells = np.array([option.cell for option in options])
        bounds = np.array([_bounds_of(option.assessment) for option in options], np.int64)
        proven.lower, proven.upper = bounds.T.copy()
        return proven

    def put(self, analysis: Analysis, budget: Budget) -> Analysis:
        """Keep an analysis that began with what was `proven`, and return it.

        Where more was known of the position, or as much and the first option is as it was, the
        assessment and its proof are those of before, and the line of play if it is as long.
        """
        if all(option.assessment.bounds == NOTHING for option in analysis.options):
            return analysis
        kept = self._kept.get(analysis.board)
        if kept is not None:
            analysis = _with_what_was_known(analysis, kept.analysis)
            if kept.is_final and (budget.best_only or not kept.best_only):
                return analysis
        self._kept.put(analysis.board, Kept(analysis, budget.best_only, budget.seed is not None))
        return analysis


def _with_what_was_known(analysis: Analysis, before: Analysis) -> Analysis:
    """Return an analysis with the assessment, proof and line of play of an earlier one; see `put`.

    An assessment of an option does not tell all bounds on its score that the earlier search knew.
    """
    is_same = before.options[0][:2] == analysis.options[0][:2]
    if (_certainty(before.assessment), is_same) <= (_certainty(analysis.assessment), False):
        return analysis
    lines = [analysis.principal_variation]
    if is_same:
        lines.insert(0, before.principal_variation)
    known = replace(
        analysis,
        assessment=before.assessment,
        principal_variation=max(lines, key=len),
        proof=before.proof,
    )
    return replace(known, search=replace(known.search, stopped_by=None)) if known.whole else known


def _certainty(known: Assessment) -> tuple[int, bool]:
    """Return how much is known of a position, the more the greater: its bounds, then its plies."""
    return known.bounds.lower - known.bounds.upper, bool(known.shortest)


def _bounds_of(known: Assessment) -> tuple[int, int]:
    """Return the bounds on the score that an assessment tells of; the inverse of `root.assess`.

    Where nothing is known of a bound it is -WIN or WIN.
    """
    if not known.value or known.plies_to_end is None:
        return WIN * min(known.bounds.lower, 0), WIN * max(known.bounds.upper, 0)
    score = known.value * (WIN - known.plies_to_end)
    if known.shortest:
        return score, score
    return (score, WIN) if score > 0 else (-WIN, score)
