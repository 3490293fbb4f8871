"""Where complete analyses are kept beyond this process, if anywhere."""

from __future__ import annotations

from typing import Protocol

from service.game import Board
from service.solver.analysis import Analysis


class Store(Protocol):
    """Complete analyses that other processes may have worked out. Any number of threads may use it.

    Neither method raises, and neither waits for longer than a small fraction of a second: whatever
    ails the store, an analysis goes on without it.
    """

    def recall(self, board: Board, best_only: bool) -> Analysis | None:
        """A complete analysis of `board`, checked; None if there is none to be had."""

    def keep(self, board: Board, best_only: bool, analysis: Analysis) -> None:
        """Keep a complete analysis, sooner or later."""
