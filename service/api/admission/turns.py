"""Heavy work takes turns, so that quick work finds at most one thread of it in its way.

Python runs in one thread of a process at a time, and who wants to be next waits for a switch
interval for each thread that was before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, get_ident

from service.api.http.problems import ProblemError
from service.api.telemetry import metrics
from service.api.telemetry.request_stats import current_stats


class Turns:
    """A lock that threads get in the order in which they ask for it.

    It is held for a stretch of work in Python, some milliseconds long, in which nothing is waited
    for: no search or slot, no client, no shared cache, no other turn. Then no thread waits for one
    that waits. Other locks are taken within a turn, never the other way round.
    """

    def __init__(self, most: int) -> None:
        """When so many are in line, `refuse_crowd` refuses."""
        self._most = most
        self._line: deque[Lock] = deque()
        """What each in line waits for; the first one has its turn."""
        self._mutex = Lock()
        self._holder: int | None = None
        """The thread that has its turn."""

    @contextmanager
    def one(self) -> Iterator[None]:
        """Within, this thread has its turn. Raises RuntimeError where it has one already."""
        if self._holder == get_ident():
            raise RuntimeError("a turn within a turn")
        call = Lock()
        call.acquire()
        with self._mutex:
            self._line.append(call)
            waits = self._line[0] is not call
        if waits:
            with current_stats().timed("queue"):
                call.acquire()
        self._holder = get_ident()
        try:
            yield
        finally:
            self._holder = None
            with self._mutex:
                self._line.popleft()
                if self._line:
                    self._line[0].release()

    def refuse_crowd(self) -> None:
        """Raise `ProblemError` if this thread would have to wait and too many do so already."""
        if len(self._line) >= self._most:
            metrics.rejected.labels("heavy_full").inc()
            detail = f"{self._most} questions about large boards wait, which is the limit."
            raise ProblemError("overloaded", f"{detail} Try again shortly.")
