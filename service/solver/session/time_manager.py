"""Cuts a search into slices so that it ends with its budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from service.solver.analysis import UNLIMITED, Budget, Stop
from service.solver.session.portfolio import Portfolio

FIRST_SLICE = 256
"""Nodes searched before the clock is first looked at."""
LEAST_SLICE = 16
"""Nodes in a slice, however long it takes: a thread may wait long for its turn between two."""
MOST_STEADY = 8192
"""Nodes in a slice that takes no regard to the clock."""
MOST_RESERVED_SECONDS = 0.02


class SliceTimer:
    """How many nodes take about the given time, learnt from how long they took."""

    def __init__(self, seconds: float | None) -> None:
        """Without a time the nodes grow steadily, whatever they take."""
        self._seconds = seconds
        self.nodes = FIRST_SLICE
        self._begun = time.monotonic()

    def begin(self) -> int:
        """The nodes of a slice that begins now."""
        self._begun = time.monotonic()
        return self.nodes

    def end(self) -> float:
        """The time now, when the slice has ended; the next is made to fit better."""
        now = time.monotonic()
        if self._seconds is None:
            self.nodes = min(2 * self.nodes, MOST_STEADY)
        elif now - self._begun < self._seconds / 2:
            self.nodes *= 2
        elif now - self._begun > self._seconds:
            self.nodes = max(self.nodes // 2, LEAST_SLICE)
        return now


class TimeManager:
    """Hands out node limits while the budget lasts, and knows which part of it ran out."""

    def __init__(self, budget: Budget, portfolio: Portfolio) -> None:
        self._budget = budget
        self._portfolio = portfolio
        self.interrupted: Callable[[], bool] | None = None
        """Asked between slices, if given; once it says so, the search is over."""
        self._over = False
        self._charged = 0
        self.stopped_by: Stop | None = None

    def charge(self, nodes: int) -> None:
        """Take nodes off the budget that were spent elsewhere than in the search."""
        self._charged += nodes

    def limits(
        self,
        slice_seconds: float,
        reserved: float = 0.0,
        needed: Callable[[], bool] = lambda: True,
        steady: bool = False,
    ) -> Iterator[int]:
        """Ever higher limits on the running count of nodes, at most about `slice_seconds` apart.

        With `steady`, a budget in nodes is cut without regard to the clock, for a search whose
        result depends on where it is cut.
        Ends, with `stopped_by` set, once the budget is spent but for the share `reserved`; a time
        is spent wholly unless that share is `needed`. One slice is always granted, so that even a
        request that comes late gets what is seen at once.
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
