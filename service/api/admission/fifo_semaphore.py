"""A semaphore that threads acquire in the order in which they ask for it."""

from collections import deque
from threading import Lock


class FifoSemaphore:
    """A number of permits for the threads of one process; those of `threading` have no order."""

    def __init__(self, permits: int) -> None:
        self._free = permits
        self._queue: deque[Lock] = deque()
        """A lock for each thread that waits, which is released when the thread gets a permit."""
        self._mutex = Lock()

    @property
    def waiting(self) -> int:
        """Return the number of threads that wait."""
        return len(self._queue)

    def acquire(self, timeout: float = -1) -> bool:
        """Acquire a permit, and return whether one came within `timeout` seconds, if not negative.

        With a timeout of 0 a permit is acquired if it is free and no thread waits for it.
        """
        with self._mutex:
            if self._free:
                self._free -= 1
                return True
            if timeout == 0:
                return False
            granted = Lock()
            granted.acquire()
            self._queue.append(granted)
        if granted.acquire(timeout=timeout):
            return True
        with self._mutex:
            if granted in self._queue:
                self._queue.remove(granted)
                return False
        return True  # The permit came just after the timeout.

    def release(self) -> None:
        """Hand the permit of this thread to the thread that has waited for longest, if any."""
        with self._mutex:
            if self._queue:
                self._queue.popleft().release()
            else:
                self._free += 1
