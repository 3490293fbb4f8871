"""Cuts a search into slices so that it ends with its budget."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from service.solver.analysis import Budget, Stop
from service.solver.kernels.frames import NODES

FIRST_SLICE = 256
"""Nodes searched before the clock is first looked at."""
UNLIMITED = 1 << 62


class Meter:
    """Hands out node limits while the budget lasts, and knows which part of it ran out."""

    def __init__(self, budget: Budget, control: np.ndarray) -> None:
        """`control` is the control row of the search to be metered; see `kernels.frames`."""
        self._budget = budget
        self._control = control
        self.stopped_by: Stop | None = None

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return int(self._control[NODES])

    def limits(self, seconds: float) -> Iterator[int]:
        """Ever higher limits on the running count of nodes, about `seconds` apart at the most.

        Ends, with `stopped_by` set, once the budget is spent.
        """
        most = self._budget.nodes or UNLIMITED
        size = FIRST_SLICE
        while self.nodes < most:
            before = time.monotonic()
            if before >= self._budget.deadline:
                self.stopped_by = "time"
                return
            yield min(self.nodes + size, most)
            taken = time.monotonic() - before
            if taken < seconds / 2:
                size *= 2
            elif taken > seconds:
                size = max(size // 2, 1)
        self.stopped_by = "nodes"
