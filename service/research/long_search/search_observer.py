"""An observer of a search: actions at intervals, and an end on a signal."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from service.solver import Progress

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class SearchObserver:
    """An observer that runs actions at intervals, and ends the search on a signal."""

    def __init__(self) -> None:
        self._tasks: list[Callable[[Callable[[], Progress]], None]] = []
        self.stopped = False
        """Whether a signal has arrived."""

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

    @contextmanager
    def stopping_on_signals(self) -> Iterator[None]:
        """Within this context the first signal ends the search, and a second one the process."""
        former = {number: signal.signal(number, self._stop) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in former.items():
                signal.signal(number, handler)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopped = True
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
