"""What others plug into the solver: who admits long searches, and where results are kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from service.game import Board
from service.solver.analysis import Analysis

Found = TypeVar("Found")


class Admission(Protocol):
    """Who decides when the parts of an analysis may run, one after the other.

    What a part raises is raised, and so is whatever it is refused with.
    """

    def briefly(self, work: Callable[[], Found]) -> Found:
        """What `work` returns, which takes some milliseconds and waits for nothing."""

    def search(self, search: Callable[[], Analysis], deadline: float) -> Analysis | None:
        """What `search` returns, run in this thread or another as soon as there is room for it.

        None, and it has not been run, if there is none by the deadline, a time on the monotonic
        clock.
        """


class Store(Protocol):
    """Complete analyses that other processes may have worked out. Any number of threads may use it.

    Neither method raises, and neither waits for longer than a small fraction of a second: whatever
    ails the store, an analysis goes on without it.
    """

    def recall(self, board: Board, best_only: bool) -> Analysis | None:
        """A complete analysis of `board`, checked; None if there is none to be had."""

    def keep(self, board: Board, best_only: bool, analysis: Analysis) -> None:
        """Keep a complete analysis, sooner or later."""
