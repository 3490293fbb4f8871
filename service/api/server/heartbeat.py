"""The heartbeat by which gunicorn's master process sees that a worker lives."""

import os
import time
from typing import Any

from service.api.nameless_file import open_nameless_file


class Heartbeat:
    """The time at which a file was changed, as gunicorn asks for it; at first it is far ahead.

    It takes the place of `gunicorn.workers.workertmp.WorkerTmp`, a temporary file, for which there
    may be no folder, and which may lie on a disk that lets a worker wait.
    """

    def __init__(self, _: Any) -> None:
        self._file = open_nameless_file()
        self.fileno, self.close = self._file.fileno, self._file.close

    def notify(self) -> None:
        """Note that the worker lives."""
        now = time.monotonic()
        os.utime(self.fileno(), (now, now))

    def last_update(self) -> float:
        """Return when the worker last did, on the monotonic clock."""
        return os.fstat(self.fileno()).st_mtime
