"""A throttle for a log line about something that may happen often."""

from __future__ import annotations

import time
from threading import Lock

EVERY_SECONDS = 60.0


class LogThrottle:
    """A throttle that is due at first, then again after a minute, for any number of threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._next = 0.0

    def due(self) -> bool:
        """Return whether the line is due; if so, it is not due again for a while."""
        now = time.monotonic()
        with self._lock:
            if now < self._next:
                return False
            self._next = now + EVERY_SECONDS
            return True
