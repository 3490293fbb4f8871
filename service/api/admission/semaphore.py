"""A semaphore that several processes share, and whose permits none keeps when it dies."""

from __future__ import annotations

import fcntl
from tempfile import TemporaryFile
from threading import Lock


class Semaphore:
    """A fixed number of permits, each held by one thread of one process at a time.

    A permit is a byte of a file without a name, taken by a record lock (POSIX, fcntl). Such a lock
    is a process's own: its children do not inherit it, and the system drops it when it ends.
    """

    def __init__(self, count: int) -> None:
        """To be made before the processes part that shall share them."""
        self.count = count
        # Never closed: that would drop all locks of the process.
        self._file = TemporaryFile()  # noqa: SIM115
        self._held: set[int] = set()
        self._mutex = Lock()

    def acquire(self) -> int | None:
        """A permit that was free, or None; it does not wait."""
        with self._mutex:
            for permit in range(self.count):
                if permit not in self._held and self._lock(permit):
                    self._held.add(permit)
                    return permit
        return None

    def release(self, permit: int) -> None:
        """Free a permit that was acquired."""
        with self._mutex:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, permit)
            self._held.remove(permit)

    def _lock(self, permit: int) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, permit)
        except BlockingIOError:
            return False
        return True
