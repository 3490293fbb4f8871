"""One thread that runs tasks for all other threads, which can then bound their waits.

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

T = TypeVar("T")


class BackgroundExecutor:
    """Runs tasks one after the other, in a daemon thread that the first of them starts."""

    def __init__(self) -> None:
        self._waiting: Queue[tuple[Future[Any], Callable[[], Any]]] = Queue(MOST_WAITING)
        self._lock = Lock()
        self._thread: Thread | None = None

    def submit(self, task: Callable[[], T]) -> Future[T]:
        """Return the future of a task; raises `queue.Full` where too many wait already."""
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="background", daemon=True)
                self._thread.start()
        result: Future[T] = Future()
        self._waiting.put_nowait((result, task))
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
