"""A few threads that run tasks for all other threads, which can then bound their waits.

Timeouts of sockets alone do not bound a wait: a look-up of a name has none, and an answer may come
byte by byte.
"""

from collections.abc import Callable
from concurrent.futures import Future
from queue import Queue
from threading import Lock, Thread
from typing import Any, TypeVar

MOST_WAITING = 64
"""The number of tasks that may wait."""
MOST_THREADS = 16
"""The number of tasks that run at once, each on a connection of its own."""

T = TypeVar("T")


class BackgroundExecutor:
    """Runs tasks in daemon threads, of which each of the first tasks starts one."""

    def __init__(self) -> None:
        self._waiting: Queue[tuple[Future[Any], Callable[[], Any]]] = Queue(MOST_WAITING)
        self._lock = Lock()
        self._threads = 0

    def submit(self, task: Callable[[], T]) -> Future[T]:
        """Return the future of a task; raises `queue.Full` where too many wait already."""
        result: Future[T] = Future()
        self._waiting.put_nowait((result, task))
        with self._lock:
            more = self._threads < MOST_THREADS
            self._threads += more
        if more:
            Thread(target=self._run, name="background", daemon=True).start()
        return result

    def _run(self) -> None:
        while True:
            result, task = self._waiting.get()
            if not result.set_running_or_notify_cancel():
                continue
            try:
                result.set_result(task())
            except Exception as error:  # The thread that submitted it handles it.
                result.set_exception(error)
