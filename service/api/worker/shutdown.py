"""Whether the whole server stops, or only a worker whose place another one takes.

Either way gunicorn sends the worker SIGTERM.
"""

from __future__ import annotations

import mmap
from typing import Any


class SharedFlag:
    """One bit that processes share if one forks the other; set once."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 1)

    def is_set(self) -> bool:
        """Whether any of them has set it."""
        return self._memory[0] != 0

    def set(self) -> None:
        """Set it for all of them."""
        self._memory[0] = 1


SHUTDOWN = SharedFlag()


def announce_shutdown(arbiter: Any) -> None:
    """Have gunicorn's master process set `SHUTDOWN` before it stops the workers for good."""
    stop = arbiter.stop

    def announce_and_stop(graceful: bool = True) -> None:
        SHUTDOWN.set()
        stop(graceful)

    arbiter.stop = announce_and_stop
