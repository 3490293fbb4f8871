"""The few searches that may take long at once, and the short queue of those that wait for it."""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import get_native_id

from service.api.admission.semaphore import Semaphore
from service.api.http.problems import ProblemError
from service.api.telemetry import metrics
from service.api.telemetry.progress import current_progress
from service.api.telemetry.request_stats import current_stats
from service.solver import Analysis

POLL_SECONDS = 0.005
"""How long a free slot may stay unnoticed."""
SEARCH_NICENESS, HEAVY_NICENESS = 19, 10
"""By how much long searches and other heavy work stand back, so that quick answers do not wait for
a processor. But they also wait for whoever has Python's lock and no processor: searches hardly ever
have it, other heavy work often. `python -m tests.benchmarks quick` decided: less is worse."""


class Slots:
    """Slots for searches and a queue of those that wait, shared by all workers."""

    def __init__(self, slots: int, queue_length: int) -> None:
        """To be made before the workers part."""
        self._slots, self._queue = Semaphore(slots), Semaphore(queue_length)
        self._line: deque[object] = deque()
        # Starts no thread before there is something to do, so that it survives a fork.
        self._threads = ThreadPoolExecutor(slots, "slot", partial(stand_back, SEARCH_NICENESS))

    def run(
        self, unwanted: Callable[[], bool], search: Callable[[], Analysis], deadline: float
    ) -> Analysis | None:
        """What `search` returns, run in a slot; None if none gets free by the deadline.

        While it waits it asks every few milliseconds whether the search is `unwanted` by now, which
        ends the waiting, and may raise. Raises `ProblemError` at once if the queue is full.
        """
        slot = None if self._line else self._slots.acquire()
        if slot is None:
            with current_stats().timed("queue"):
                slot = self._wait(unwanted, deadline)
        if slot is None:
            return None
        progress = current_progress()
        try:
            with metrics.busy_slots.track_inprogress():
                return self._threads.submit(progress.followed(search)).result()
        finally:
            progress.mark()
            self._slots.release(slot)

    def _wait(self, unwanted: Callable[[], bool], deadline: float) -> int | None:
        permit = self._queue.acquire()
        if permit is None:
            metrics.rejected.labels("queue_full").inc()
            detail = f"{self._slots.count} long searches are going on and {self._queue.count} wait"
            raise ProblemError("overloaded", f"{detail}, which is the limit. Try again shortly.")
        self._line.append(ticket := object())
        metrics.queue_length.inc()
        try:
            while time.monotonic() < deadline and not unwanted():
                # Who came first goes first; among workers it is who looks first.
                if self._line[0] is ticket and (slot := self._slots.acquire()) is not None:
                    return slot
                time.sleep(POLL_SECONDS)
            return None
        finally:
            metrics.queue_length.dec()
            self._line.remove(ticket)
            self._queue.release(permit)


def stand_back(niceness: int) -> None:
    """Lower the priority of this thread to so much below that of the process.

    Threads that it starts inherit it, so it is never lowered by steps.
    """
    if sys.platform == "linux":  # Elsewhere it would be that of the whole process.
        of_process = os.getpriority(os.PRIO_PROCESS, os.getpid())
        os.setpriority(os.PRIO_PROCESS, get_native_id(), of_process + niceness)
