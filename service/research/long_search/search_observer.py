"""What happens while a search goes on: its progress is shown, and signals end it."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Generic

from typing_extensions import TypeVar

from service.solver import Progress

SIGNALS = (signal.SIGINT, signal.SIGTERM)

Seen = TypeVar("Seen", default=Progress)
"""What a look at a search tells."""


@dataclass(slots=True)
class _Task(Generic[Seen]):
    seconds: float
    action: Callable[[Seen], None]
    due: float
    """When to do it next, on the monotonic clock."""


class SearchObserver(Generic[Seen]):
    """An observer that does things at intervals, and ends the search on a signal."""

    def __init__(self) -> None:
        self._tasks: list[_Task[Seen]] = []
        self.stopped = False
        """Whether a signal has come."""

    def every(self, seconds: float, action: Callable[[Seen], None], at_once: bool = False) -> None:
        """Have something done at intervals, counted from when it was last done."""
        due = time.monotonic() + (0 if at_once else seconds)
        self._tasks.append(_Task(seconds, action, due))

    def __call__(self, look: Callable[[], Seen]) -> bool:
        for task in self._tasks:
            if not self.stopped and time.monotonic() >= task.due:
                task.action(look())
                task.due = time.monotonic() + task.seconds
        return self.stopped

    @contextmanager
    def heeding_signals(self) -> Iterator[None]:
        """While it lasts, the first signal ends the search, and a second one the process."""
        former = {each: signal.signal(each, self._stop) for each in SIGNALS}
        try:
            yield
        finally:
            for each, handler in former.items():
                signal.signal(each, handler)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopped = True
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
