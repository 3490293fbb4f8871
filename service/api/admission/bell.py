"""A bell, for which one thread waits and which any thread of any process rings."""

import os
import select
import weakref
from contextlib import suppress


class Bell:
    """A pipe, which processes share that are forked after it was made."""

    def __init__(self) -> None:
        self._reader, self._writer = ends = os.pipe()
        for end in ends:
            os.set_blocking(end, False)
        weakref.finalize(self, _close, ends).atexit = False

    def ring(self) -> None:
        """Wake up the thread that waits, or that is going to."""
        with suppress(BlockingIOError):  # It rings already.
            os.write(self._writer, b"\0")

    def wait(self, seconds: float) -> bool:
        """Wait for so many seconds at most; return whether it has rung since the last time."""
        poll = select.poll()
        poll.register(self._reader, select.POLLIN)
        rings = bool(poll.poll(1000 * seconds))
        with suppress(BlockingIOError):
            os.read(self._reader, select.PIPE_BUF)
        return rings


def _close(ends: tuple[int, int]) -> None:
    for end in ends:
        os.close(end)
