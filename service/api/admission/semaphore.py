"""A semaphore that several processes share; a process that dies loses its permits."""

import fcntl
from collections.abc import Callable
from threading import Lock

from service.api.nameless_file import open_nameless_file


class Semaphore:
    """A fixed number of permits, each held by one thread of one process at a time.

    There are as many for each group, which is a number from 0 to 2 ** 40. A permit is a byte of an
    file of its own, taken by a record lock (POSIX, fcntl). Such a lock is a process's
    own: its children do not inherit it, and the system drops it when it ends.
    """

    def __init__(self, count: int) -> None:
        """Make the semaphore before the processes that share it are forked."""
        self.count = count
        # Never closed: that would drop all locks of the process.
        self._file = open_nameless_file()
        self._held: set[int] = set()
        self._mutex = Lock()

    def acquire(
        self, group: int = 0, allowed: Callable[[int], bool] = lambda permit: True
    ) -> int | None:
        """Return a permit of the group that was free and is allowed, or None; without waiting."""
        first = group * self.count
        with self._mutex:
            for permit in range(first, first + self.count):
                if permit not in self._held and allowed(permit) and self._lock(permit):
                    self._held.add(permit)
                    return permit
        return None

    def release(self, permit: int) -> None:
        """Release a permit that was acquired."""
        with self._mutex:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, permit)
            self._held.remove(permit)

    def _lock(self, permit: int) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, permit)
        except BlockingIOError:
            return False
        return True
