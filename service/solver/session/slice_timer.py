"""The nodes of a slice of a search, adapted to the time that a slice is to take."""

import time

FIRST_SLICE = 256
"""Nodes of the first slice, after which the clock is first looked at."""
LEAST_SLICE = 16
"""The least nodes of a slice, however long it takes: a thread may wait long between two."""
MOST_STEADY = 8192
"""The most nodes of a slice whose length does not depend on the clock."""


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
