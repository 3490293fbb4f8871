"""An observer of a search: actions at intervals, and an end."""

import time
from collections.abc import Callable

from service.solver import Progress


class SearchObserver:
    """An observer that runs actions at intervals, and ends the search once it is told to."""

    def __init__(self) -> None:
        self._tasks: list[Callable[[Callable[[], Progress]], None]] = []
        self.stopped = False
        """Whether the search has to end."""

    def every(
        self, seconds: float, action: Callable[[Progress], None], *, at_once: bool = False
    ) -> None:
        """Run an action at intervals, each counted from the end of the action before."""
        due = time.monotonic() + (0 if at_once else seconds)

        def act_if_due(look: Callable[[], Progress]) -> None:
            nonlocal due
            if time.monotonic() >= due:
                action(look())
                due = time.monotonic() + seconds

        self._tasks.append(act_if_due)

    def __call__(self, look: Callable[[], Progress]) -> bool:
        for task in self._tasks:
            if not self.stopped:
                task(look)
        return self.stopped

    def stop(self, number: int) -> None:
        """End the search, since the signal of this number has come."""
        self.stopped = True
