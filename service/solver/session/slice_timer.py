"""How long a slice of a search is to take, and its nodes, which are adapted to that."""

import math
import time

from service.solver.analysis import Budget

SLICE_SECONDS, MOST_SLICE_SECONDS = 0.001, 0.01
"""The least and the most time that an engine searches before its thread looks at the clock."""
SLICE_SHARE = 0.03
"""The share of the whole time that a slice takes within these: where searches are entered and left,
between slices, little time is to be spent."""
FIRST_SLICE = 256
"""Nodes of the first slice, after which the clock is first looked at."""
LEAST_SLICE = 16
"""The least nodes of a slice, however long it takes: a thread may wait long between two."""
MOST_STEADY = 8192
"""The most nodes of a slice whose length does not depend on the clock."""


def slice_seconds_of(budget: Budget) -> float | None:
    """Return how long a slice is to take within a budget; None if no clock is read."""
    if budget.started is None:
        return None
    seconds = math.inf if budget.seconds is None else budget.seconds
    return max(SLICE_SECONDS, min(SLICE_SHARE * seconds, MOST_SLICE_SECONDS))


class SliceTimer:
    """Adapts the nodes of a slice to the time that it takes. Each engine has a timer of its own.

    The nodes of one engine take a hundred times as long as those of another.
    """

    def __init__(self, seconds: float | None) -> None:
        """Begin with small slices; without `seconds` they grow, and no clock is read."""
        self._seconds = seconds
        self.nodes = FIRST_SLICE
        self._begun = 0.0

    def begin(self) -> int:
        """Return the nodes of a slice that begins now."""
        if self._seconds is not None:
            self._begun = time.monotonic()
        return self.nodes

    def end(self, spent: int) -> float:
        """Adapt the next slice to the seconds that this one took, which it returns.

        It grows if all of it was spent.
        """
        if self._seconds is None:
            self.nodes = min(2 * self.nodes, MOST_STEADY)
            return 0.0
        passed = time.monotonic() - self._begun
        if passed > self._seconds:
            self.nodes = max(self.nodes // 2, LEAST_SLICE)
        elif passed < self._seconds / 2 and spent >= self.nodes:
            self.nodes *= 2
        return passed
