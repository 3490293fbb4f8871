"""A file in which a process counts, or a stand-in where there is no room for one.

prometheus_client maps its files into memory. To write to a page of a map for which the file system
has no room kills the process (SIGBUS), so every file gets all of its room before it is mapped.
"""

import os
from functools import cache
from pathlib import Path

from prometheus_client.mmap_dict import MmapedDict

from service.api.telemetry.logs import log
from service.api.telemetry.metrics_folder import SIZES, allocate

FIX = "let /dev/shm or /tmp be written to, with more room, as with docker run --shm-size=64m"


class Nowhere:
    """A stand-in for a file of prometheus_client, which keeps nothing."""

    def read_value(self, key: str) -> tuple[float, float]:
        """Return no count."""
        return 0.0, 0.0

    def write_value(self, key: str, value: float, timestamp: float) -> None:
        """Drop the value."""

    def close(self) -> None:
        """Do nothing."""


def open_file(filename: str | Path) -> MmapedDict | Nowhere:
    """Open a file of this process, which has all of its room before it is mapped."""
    path = Path(filename)
    try:
        if not path.exists():
            allocate(path, SIZES[path.stem.rpartition("_")[0]])
    except OSError as error:
        _complain(os.getpid(), str(path.parent), str(error.strerror))
        return Nowhere()
    return MmapedDict(path)


@cache
def _complain(process: int, folder: str, error: str) -> None:
    """Log once in a process, which has several files, that there is no room."""
    log.tell(
        "warning",
        "no room for metrics, so some are not told",
        process=process,
        folder=folder,
        error=error,
        fix=FIX,
    )
