"""A circuit breaker: after a failure nobody asks for a while, then one asks whether it is over."""

from __future__ import annotations

import logging
import time
from threading import Lock

_log = logging.getLogger(__name__)


class Breaker:
    """Closed while all is well; it logs when that changes. Any number of threads may use it."""

    def __init__(self, rest_seconds: float) -> None:
        self._rest_seconds = rest_seconds
        self._lock = Lock()
        self._open = False
        self._rests_until = 0.0

    @property
    def open(self) -> bool:
        """Whether something has failed, and nothing worked since."""
        return self._open

    def admits(self) -> bool:
        """Whether to ask: always while it is closed, else one asker each time it has rested."""
        with self._lock:
            if not self._open:
                return True
            now = time.monotonic()
            if now < self._rests_until:
                return False
            self._rests_until = now + self._rest_seconds
            return True

    def close(self) -> None:
        """It has worked."""
        with self._lock:
            if self._open:
                _log.info("The shared cache answers again.")
            self._open = False

    def trip(self, reason: BaseException) -> None:
        """It has failed."""
        with self._lock:
            if not self._open:
                _log.warning(
                    "The shared cache fails (%s); doing without it, asking again every %g s.",
                    type(reason).__name__,
                    self._rest_seconds,
                )
            self._open = True
            self._rests_until = time.monotonic() + self._rest_seconds
