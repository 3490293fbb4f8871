"""The progress of a request, by which the watchdog sees whether it hangs.

The threads that answer a request write it and the watchdog reads it, both without a lock, so that
a thread that hangs cannot hold up the watchdog.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from threading import get_ident, get_native_id
from typing import TypeVar

QUEUE = "queue"
"""The span of a request in which it waits for a turn or a slot."""

Found = TypeVar("Found")


class Progress:
    """One request in a thread: how long it may take, and the signs of its progress."""

    def __init__(self, arrived: float, limit: float) -> None:
        """The request `arrived` at a time of the monotonic clock, and may take `limit` seconds."""
        self.arrived, self.limit = arrived, limit
        self.marks = 0
        """The number of signs of progress; it is 0 until a thread begins with the request."""
        self.span: str | None = None
        """The span in which its thread is, by the names of `RequestStats`."""
        self.thread = 0
        """The identifier of the thread that gave the last sign."""
        self._clock: int | None = None
        self._state: str | None = None

    def begin(self) -> None:
        """Note that this thread begins with the request."""
        _current.set(self)
        self.mark()

    def mark(self) -> None:
        """Note that the request makes progress, in this thread."""
        thread = get_ident()
        if thread != self.thread:
            self._clock = _processor_clock(thread)
            self._state = f"/proc/self/task/{get_native_id()}/stat"
            self.thread = thread
        self.marks += 1

    def followed(self, work: Callable[[], Found]) -> Callable[[], Found]:
        """Return `work` for another thread, whose beginning is a sign of progress."""

        def begin() -> Found:
            self.mark()
            return work()

        return begin

    def processor_seconds(self) -> float:
        """Return the processor time that the thread of the last sign has used, 0 if unknown."""
        clock = self._clock
        with suppress(OSError):  # The thread has ended.
            return 0.0 if clock is None else time.clock_gettime(clock)
        return 0.0

    def wants_processor(self) -> bool:
        """Whether the thread of the last sign runs, or waits for a processor (Linux only)."""
        if self._state is not None:
            with suppress(OSError), open(self._state, "rb") as file:
                # The name, in parentheses, may hold spaces; see proc_pid_stat(5).
                return file.read().rpartition(b") ")[2][:1] == b"R"
        return False


def _processor_clock(thread: int) -> int | None:
    """Return the clock of the processor time of this thread; macOS has none."""
    find = getattr(time, "pthread_getcpuclockid", None)
    return None if find is None else find(thread)


_current: ContextVar[Progress | None] = ContextVar("progress", default=None)


def current_progress() -> Progress:
    """Return the progress of the request of this thread, or one that nobody watches."""
    return _current.get() or Progress(0.0, 0.0)
