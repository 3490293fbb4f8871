"""Places that several processes share, and that none can take with it when it dies."""

from __future__ import annotations

import fcntl
from tempfile import TemporaryFile
from threading import Lock


class Places:
    """A fixed number of places, each taken by one thread of one process at a time.

    A place is a byte of a file without a name, taken by a record lock (POSIX, fcntl). Such a lock
    is a process's own: its children do not inherit it, and the system drops it when it ends.
    """

    def __init__(self, count: int) -> None:
        """To be made before the processes part that shall share them."""
        self.count = count
        # Never closed: that would drop all locks of the process.
        self._file = TemporaryFile()  # noqa: SIM115
        self._held: set[int] = set()
        self._mutex = Lock()

    def take(self) -> int | None:
        """A place that was free, or None; it does not wait."""
        with self._mutex:
            for place in range(self.count):
                if place not in self._held and self._lock(place):
                    self._held.add(place)
                    return place
        return None

    def give_back(self, place: int) -> None:
        """Free a place that was taken."""
        with self._mutex:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, place)
            self._held.remove(place)

    def _lock(self, place: int) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except BlockingIOError:
            return False
        return True
