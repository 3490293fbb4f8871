"""The queue between the threads that log and the one that writes: nobody waits for a full pipe."""

import atexit
import logging
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import accumulate
from logging.handlers import QueueHandler
from queue import SimpleQueue
from threading import RLock, Thread
from typing import Any

REST_SECONDS = 0.02
"""The seconds between two writes: to wake a thread for each line costs as much as the line."""
FLUSH_SECONDS = 1.0
"""How long the process waits at its end for the last lines to be written."""


class LineHandler(QueueHandler):
    """Formats records and puts the lines into a queue, unless too many wait there already.

    A thread writes them to the standard error stream, which may be a full pipe or a slow disk.
    """

    most_lines = 10_000
    """How many lines may wait to be written; more are dropped."""

    def __init__(self, tell_dropped: Callable[[int], object]) -> None:
        """`tell_dropped` is to log how many lines were dropped, once there is room again."""
        super().__init__(SimpleQueue())
        self._tell_dropped = tell_dropped
        self._begin()
        # A thread does not survive a fork, and what waits is written by the parent.
        os.register_at_fork(after_in_child=self._begin)
        atexit.register(self.flush_briefly)

    def _begin(self) -> None:
        # What interrupts a thread, as the end of an object does, may log; so a thread may have the
        # lock twice, and the queue is one that may be interrupted.
        self._lock = RLock()
        self.queue: SimpleQueue[str] = SimpleQueue()
        self._is_written = False
        self._waiting = self._dropped = 0

    def prepare(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        return self.format(record) + "\n"

    def enqueue(self, record: Any) -> None:
        """Have a line written, unless too many wait already."""
        with self._lock:
            if self._waiting >= self.most_lines:
                self._dropped += 1
                return
            self._waiting += 1
            if not self._is_written:
                self._is_written = True
                Thread(target=self._write, args=(self.queue,), name="log", daemon=True).start()
        self.queue.put(record)

    def _write(self, queue: SimpleQueue[str]) -> None:
        """Write the lines of a queue as they come, and tell how many were dropped."""
        while True:
            texts = [queue.get()]
            time.sleep(REST_SECONDS)
            while not queue.empty():
                texts.append(queue.get())
            lines = [text.encode(errors="backslashreplace") for text in texts]
            written = _write(b"".join(lines))
            lost = sum(end > written for end in accumulate(map(len, lines)))
            with self._lock:
                self._waiting -= len(lines)
                self._dropped += lost
                # A line about lines that are lost would be lost, too.
                is_free = not lost and self._waiting < self.most_lines // 2
                dropped = self._dropped if is_free else 0
                self._dropped -= dropped
            if dropped:
                self._tell_dropped(dropped)

    def flush_briefly(self) -> None:
        """Wait until all lines have been written, without a lock and no longer than a second."""
        end = time.monotonic() + FLUSH_SECONDS
        while self._waiting and time.monotonic() < end:
            time.sleep(0.001)


def _write(data: bytes) -> int:
    """Write to the standard error stream; return how many bytes it has taken."""
    written = 0
    # Not by way of `sys.stderr`: its lock would be held when the process ends.
    with suppress(OSError, ValueError):
        stream = sys.stderr.fileno()
        while written < len(data):
            try:
                written += os.write(stream, data[written:])
            except BlockingIOError:
                # Another process has made the pipe so; it is waited for like any other.
                time.sleep(REST_SECONDS)
    return written
