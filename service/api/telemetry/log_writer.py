"""Writes what is logged, in a thread that nobody waits for."""

from __future__ import annotations

import atexit
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import RLock, Thread

MOST_LINES = 10_000
"""That may wait to be written; more are dropped."""
REST_SECONDS = 0.02
"""Between two times of writing: to wake a thread for each line costs as much as the line."""
FLUSH_SECONDS = 1.0
"""How long the process waits at its end for the last lines to be taken."""


class LogWriter:
    """The standard error stream, which may be a full pipe or a slow disk: writing never blocks."""

    def __init__(self, tell_dropped: Callable[[int], None]) -> None:
        """`tell_dropped` is to log how many lines were lost, once there is room again."""
        self._tell_dropped = tell_dropped
        self._begin()
        # The thread does not survive a fork, and what waits is written by the parent.
        os.register_at_fork(after_in_child=self._begin)
        atexit.register(self.flush_briefly)

    def _begin(self) -> None:
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._pending = 0
        """Lines that wait or are being written."""
        self._dropped = 0
        self._lock = RLock()  # A signal may come while a line is handed over.
        self._thread: Thread | None = None

    def write(self, text: str) -> None:
        """Have text written, a line or more, unless too much waits already."""
        with self._lock:
            if self._pending >= MOST_LINES:
                self._dropped += 1
                return
            self._pending += 1
            if self._thread is None:
                self._thread = Thread(target=self._run, name="log", daemon=True)
                self._thread.start()
        self._lines.put(text)

    def flush(self) -> None:
        """Nothing: nobody waits, as Python's logging would after each line."""

    def _run(self) -> None:
        while True:
            lines = [self._lines.get()]
            time.sleep(REST_SECONDS)
            while not self._lines.empty():
                lines.append(self._lines.get())
            data = "".join(lines).encode()
            # Not by way of `sys.stderr`: its lock would be held when the process ends.
            with suppress(OSError, ValueError):
                while data:
                    data = data[os.write(sys.stderr.fileno(), data) :]
            with self._lock:
                self._pending -= len(lines)
                dropped = self._dropped if self._pending < MOST_LINES // 2 else 0
                self._dropped -= dropped
            if dropped:
                self._tell_dropped(dropped)

    def flush_briefly(self) -> None:
        """Wait until all lines have been taken, without a lock and no longer than a second."""
        end = time.monotonic() + FLUSH_SECONDS
        while self._pending and time.monotonic() < end:
            time.sleep(0.001)
