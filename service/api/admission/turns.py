"""Work takes turns, so that quick answers find few threads in their way, and it ends in time.

Python runs in one thread of a process at a time, and who wants to be next waits for a switch
interval for each thread that was before. Where many threads work side by side, all of them end
late; one after the other, most end in time, and whoever cannot is seen before.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, get_ident

from service.api.http.problems import ProblemError
from service.api.telemetry import metrics
from service.api.telemetry.request_stats import current_stats

CROWDED_LATE_SECONDS = 0.1
"""Where others wait, too, what would be late by more is refused."""
SMOOTHING = 0.1
"""The weight of the latest turn in the mean of how long they take."""


class Turns:
    """A lock that threads get in the order in which they ask for it.

    It is held for a stretch of work in Python, some milliseconds long, in which nothing is waited
    for: no search or slot, no client, no shared cache, no other turn. Then no thread waits for one
    that waits. Other locks are taken within a turn, never the other way round.
    """

    def __init__(self, most_waiting: int, at_once: int = 1) -> None:
        """So many may wait who say until when, and so many threads have their turns at once."""
        self._most_waiting, self._at_once = most_waiting, at_once
        self._line: deque[Lock] = deque()
        """What each thread waits for."""
        self._mutex = Lock()
        self._holders: set[int] = set()
        """The threads that have their turns."""
        self._free = at_once
        self._mean_seconds = 0.0

    @contextmanager
    def one(self, due: float | None = None) -> Iterator[None]:
        """Within, this thread has its turn. Raises RuntimeError where it has one already.

        With `due`, a time on the monotonic clock, raises `ProblemError` where too many wait, or
        this would have to wait until long after that.
        """
        if get_ident() in self._holders:
            raise RuntimeError("a turn within a turn")
        if due is not None:
            self._refuse_in_vain(due)
        call = Lock()
        call.acquire()
        with self._mutex:
            waits = self._free == 0
            if waits:
                self._line.append(call)
            else:
                self._free -= 1
        if waits:
            with current_stats().timed("queue"):
                call.acquire()
        self._holders.add(get_ident())
        begun = time.monotonic()
        try:
            if waits and due is not None and begun > due + CROWDED_LATE_SECONDS:
                raise _late(begun - due)
            yield
            self._mean_seconds += SMOOTHING * (time.monotonic() - begun - self._mean_seconds)
        finally:
            self._holders.discard(get_ident())
            with self._mutex:
                if self._line:
                    self._line.popleft().release()
                else:
                    self._free += 1

    def _refuse_in_vain(self, due: float) -> None:
        waiting = len(self._line)
        if waiting >= self._most_waiting:
            metrics.rejected.labels("heavy_full").inc()
            detail = f"{waiting} questions wait to be looked at, which is the limit."
            raise ProblemError("overloaded", f"{detail} Try again shortly.")
        wait = (waiting + 1) * self._mean_seconds / self._at_once if self._free == 0 else 0.0
        late = time.monotonic() + wait - due
        if waiting and late > CROWDED_LATE_SECONDS:
            raise _late(late)


def _late(seconds: float) -> ProblemError:
    metrics.rejected.labels("late").inc()
    detail = f"So much is asked that the answer would come {seconds:.1f} s late. Try again shortly."
    return ProblemError("overloaded", detail)
