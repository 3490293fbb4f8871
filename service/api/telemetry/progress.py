"""How a request gets on, for whoever watches that none hangs.

The threads that answer a request write it and the watchdog reads it, both without a lock: what
hangs must not hold up who looks at it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from threading import get_ident, get_native_id
from typing import TypeVar

QUEUE = "queue"
"""The name of waiting, for a turn or a slot, among the spans of a request."""

Found = TypeVar("Found")


class Progress:
    """One request in a thread: how long it may take, and signs that it gets on."""

    def __init__(self, arrived: float, limit: float) -> None:
        """It `arrived` at a time on the monotonic clock, and may take `limit` seconds."""
        self.arrived, self.limit = arrived, limit
        self.marks = 0
        """Changes whenever it gets on; 0 until a thread has taken it up."""
        self.span: str | None = None
        """What its thread is at, by the names of `RequestStats`."""
        self.thread = 0
        """The identifier of the thread that got on last."""
        self._clock: int | None = None
        self._state: str | None = None

    def begin(self) -> None:
        """This thread takes the request up."""
        _current.set(self)
        self.mark()

    def mark(self) -> None:
        """The request gets on, in this thread."""
        thread = get_ident()
        if thread != self.thread:
            self._clock = _processor_clock(thread)
            self._state = f"/proc/self/task/{get_native_id()}/stat"
            self.thread = thread
        self.marks += 1

    def followed(self, work: Callable[[], Found]) -> Callable[[], Found]:
        """The same work for another thread, which gets on from its beginning."""

        def begin() -> Found:
            self.mark()
            return work()

        return begin

    def processor_seconds(self) -> float:
        """Processor time that the thread which got on last has used; 0 where nobody can tell."""
        clock = self._clock
        with suppress(OSError):  # The thread has ended.
            return 0.0 if clock is None else time.clock_gettime(clock)
        return 0.0

    def wants_processor(self) -> bool:
        """Whether the thread which got on last runs, or waits for a processor (Linux only)."""
        if self._state is not None:
            with suppress(OSError), open(self._state, "rb") as file:
                # The name, in parentheses, may hold spaces; see proc_pid_stat(5).
                return file.read().rpartition(b") ")[2][:1] == b"R"
        return False


def _processor_clock(thread: int) -> int | None:
    """The clock of the processor time of this very thread; None where there is none (macOS)."""
    find = getattr(time, "pthread_getcpuclockid", None)
    return None if find is None else find(thread)


_current: ContextVar[Progress | None] = ContextVar("progress", default=None)


def current_progress() -> Progress:
    """That of the request which this thread answers; elsewhere one that nobody watches."""
    return _current.get() or Progress(0.0, 0.0)
