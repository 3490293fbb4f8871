"""A circuit breaker: after a failure no request is made for a while, then one to try."""

import logging
import time
from threading import Lock

_log = logging.getLogger(__name__)


class Breaker:
    """A breaker for any number of threads, closed while all is well; it logs each change."""

    def __init__(self, rest_seconds: float) -> None:
        self._rest_seconds = rest_seconds
        self._lock = Lock()
        self.open = False
        """Whether a request has failed, and none has succeeded since."""
        self._rests_until = 0.0

    def admits(self) -> bool:
        """Return whether to make a request: any while it is closed, else one after each rest."""
        with self._lock:
            now = time.monotonic()
            admitted = not self.open or now >= self._rests_until
            if admitted:
                self._rests_until = now + self._rest_seconds
            return admitted

    def close(self) -> None:
        """Note that a request has succeeded."""
        with self._lock:
            if self.open:
                _log.info("The shared cache answers again.")
            self.open = False

    def trip(self, reason: BaseException) -> None:
        """Note that a request has failed."""
        with self._lock:
            if not self.open:
                _log.warning(
                    "The shared cache fails (%s); doing without it, asking again every %g s.",
                    type(reason).__name__,
                    self._rest_seconds,
                )
            self.open = True
            self._rests_until = time.monotonic() + self._rest_seconds
