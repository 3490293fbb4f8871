"""Time management: a search ends with its budget, with some of it left for the conclusion."""

from collections.abc import Callable, Iterator

from service.solver.analysis import UNLIMITED, Budget, Stop
from service.solver.session.portfolio import Portfolio

MOST_RESERVED_SECONDS = 0.02
"""The most time that is reserved for what is computed after a search."""


class TimeManager:
    """Says how long the budget lasts, and knows which part of it ran out first."""

    def __init__(self, budget: Budget, portfolio: Portfolio) -> None:
        self._budget = budget
        self._portfolio = portfolio
        self.interrupted: Callable[[], bool] | None = None
        """Called between slices, if given; once it returns True, the search ends."""
        self._over = False
        self._charged = 0
        self.stopped_by: Stop | None = None
        """The part of the budget that ran out; None while there is some of each."""

    @property
    def counts_nodes(self) -> bool:
        """Return whether nodes are limited, so that nothing may depend on the clock."""
        return self._budget.nodes is not None

    def stop_early(self) -> None:
        """Note that no more nodes are granted, though there may be some of the budget left."""
        self.stopped_by = self.stopped_by or "nodes"

    def charge(self, nodes: int) -> None:
        """Take nodes off the budget that were spent outside the portfolio."""
        self._charged += nodes

    def limits(self, reserved: float = 0.0) -> Iterator[int]:
        """Yield the limit on the running count of nodes, for one slice after the other.

        The limits end, with `stopped_by` set, once the budget is spent but for the share
        `reserved`; of a time the share is only kept where a line of play will be searched after the
        search. One slice is always granted, so that even a late request gets what is found at once.
        """
        most = UNLIMITED if self._budget.nodes is None else self._budget.nodes
        most -= int(most * reserved) + self._charged
        kept = 0.0
        if self._budget.seconds is not None:
            kept = min(self._budget.seconds * reserved, MOST_RESERVED_SECONDS)
        while self._portfolio.nodes < most:
            yield most
            if self.interrupted is not None and not self._over:
                self._over = self.interrupted()
            # The next slice is to end in time, and so are those of helper threads.
            kept_now = self._portfolio.lag + (kept if self._portfolio.decided else 0.0)
            if self._over or self._budget.ends_within(kept_now):
                self.stopped_by = "interrupt" if self._over else "time"
                return
        self.stopped_by = "nodes"
