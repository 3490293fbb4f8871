"""The heartbeat by which gunicorn's master process sees that a worker lives."""

import math
import os
import struct
import time
from typing import Any

from service.api.nameless_file import open_nameless_file

_TIME = struct.Struct("d")


class Heartbeat:
    """The time of the last beat, as gunicorn asks for it.

    It takes the place of `gunicorn.workers.workertmp.WorkerTmp`, a temporary file, for which there
    may be no folder, and which may lie on a disk that lets a worker wait.
    """

    def __init__(self, _: Any) -> None:
        self._file = open_nameless_file()
        # A worker that has not begun to serve is not late.
        self._write(math.inf)

    def notify(self) -> None:
        """Note that the worker lives."""
        self._write(time.monotonic())

    def last_update(self) -> float:
        """Return when the worker last did, on the monotonic clock."""
        (last,) = _TIME.unpack(os.pread(self.fileno(), _TIME.size, 0))
        return float(last)

    def fileno(self) -> int:
        """Return the descriptor of the file."""
        return self._file.fileno()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, when: float) -> None:
        # Not with a position, which the worker and the master process would share.
        os.pwrite(self.fileno(), _TIME.pack(when), 0)
