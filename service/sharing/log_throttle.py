"""Something that may happen often and is to be told of once in a while."""

from __future__ import annotations

import time
from threading import Lock

EVERY_SECONDS = 60.0


class LogThrottle:
    """Due at first, then again after a minute. Any number of threads may ask."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._next = 0.0

    def due(self) -> bool:
        """Whether it is time; if so, it is not for a while."""
        now = time.monotonic()
        with self._lock:
            if now < self._next:
                return False
            self._next = now + EVERY_SECONDS
            return True
