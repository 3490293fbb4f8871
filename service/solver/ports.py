"""The ports of the solver: admission of long searches, and a store for results."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from service.game import Board
from service.solver.analysis import Analysis

Found = TypeVar("Found")


class Admission(Protocol):
    """Decides when the parts of an analysis may run, one after the other.

    It raises what a part raises, and an error of its own where it refuses a part.
    """

    def briefly(self, work: Callable[[], Found]) -> Found:
        """Run `work`, which takes some milliseconds and waits for nothing; return its result."""

    def search(self, search: Callable[[], Analysis], deadline: float) -> Analysis | None:
        """Run `search` in some thread as soon as there is room for it; return its result.

        Return None if there is no room by the deadline, a time on the monotonic clock.
        """


class Store(Protocol):
    """A store of complete analyses that processes share. Any number of threads may use it.

    Neither method raises or waits long: an analysis goes on without a store that fails.
    """

    def recall(self, board: Board, *, best_only: bool) -> Analysis | None:
        """Return a complete analysis of `board`, checked; None if there is none."""

    def keep(self, board: Board, analysis: Analysis, *, best_only: bool) -> None:
        """Store a complete analysis."""
