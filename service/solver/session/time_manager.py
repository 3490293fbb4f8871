"""Time management: a search is cut into slices so that it ends with its budget."""

import time
from collections.abc import Callable, Iterator

from service.solver.analysis import UNLIMITED, Budget, Stop
from service.solver.session.portfolio import Portfolio

FIRST_SLICE = 256
"""Nodes of the first slice, after which the clock is first looked at."""
LEAST_SLICE = 16
"""The least nodes of a slice, however long it takes: a thread may wait long between two."""
MOST_STEADY = 8192
"""The most nodes of a slice whose length does not depend on the clock."""
MOST_RESERVED_SECONDS = 0.02
"""The most time that is reserved for what is computed after a search."""


class SliceTimer:
    """Adapts the nodes of a slice to the time that a slice is to take."""

    def __init__(self, seconds: float | None) -> None:
        """Begin with small slices; without `seconds` they grow whatever time they take."""
        self._seconds = seconds
        self.nodes = FIRST_SLICE
        self._begun = time.monotonic()

    def begin(self) -> int:
        """Return the nodes of a slice that begins now."""
        self._begun = time.monotonic()
        return self.nodes

    def end(self) -> float:
        """Adapt the next slice to the time that this one took; return the time now."""
        now = time.monotonic()
        if self._seconds is None:
            self.nodes = min(2 * self.nodes, MOST_STEADY)
        elif now - self._begun < self._seconds / 2:
            self.nodes *= 2
        elif now - self._begun > self._seconds:
            self.nodes = max(self.nodes // 2, LEAST_SLICE)
        return now


class TimeManager:
    """Hands out node limits while the budget lasts, and knows which part of it ran out first."""

    def __init__(self, budget: Budget, portfolio: Portfolio) -> None:
        self._budget = budget
        self._portfolio = portfolio
        self.interrupted: Callable[[], bool] | None = None
        """Called between slices, if given; once it returns True, the search ends."""
        self._over = False
        self._charged = 0
        self.stopped_by: Stop | None = None
        """The part of the budget that ran out; None while there is some of each."""

    def charge(self, nodes: int) -> None:
        """Take nodes off the budget that were spent outside the portfolio."""
        self._charged += nodes

    def limits(
        self,
        slice_seconds: float,
        reserved: float = 0.0,
        needed: Callable[[], bool] = lambda: True,
        *,
        steady: bool = False,
    ) -> Iterator[int]:
        """Yield rising limits on the running count of nodes, about `slice_seconds` apart at most.

        With `steady`, a budget in nodes is cut without regard to the clock, for a search whose
        result depends on where it is cut. The limits end, with `stopped_by` set, once the budget
        is spent but for the share `reserved`; of a time the share is only kept if it is `needed`.
        One slice is always granted, so that even a late request gets what is found at once.
        """
        most = UNLIMITED if self._budget.nodes is None else self._budget.nodes
        most -= int(most * reserved) + self._charged
        deadline, kept = self._budget.deadline, 0.0
        if self._budget.seconds is not None:
            kept = min(self._budget.seconds * reserved, MOST_RESERVED_SECONDS)
        timer = SliceTimer(None if steady and self._budget.nodes is not None else slice_seconds)
        while (nodes := self._portfolio.nodes) < most:
            yield min(nodes + timer.begin(), most)
            now = timer.end()
            if self.interrupted is not None and not self._over:
                self._over = self.interrupted()
            if self._over or now >= deadline - (kept if needed() else 0):
                self.stopped_by = "interrupt" if self._over else "time"
                return
        self.stopped_by = "nodes"
