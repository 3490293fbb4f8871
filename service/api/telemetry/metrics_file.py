"""A file that a process counts in, or what takes its place where there is no room for one."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from prometheus_client.mmap_dict import MmapedDict

from service.api.telemetry.logs import log
from service.api.telemetry.metrics_folder import FIX, allocate


class Nowhere:
    """What prometheus_client asks of a file; every value is what its process makes of it."""

    def read_value(self, key: str) -> tuple[float, float]:
        """Nothing, counted at no time."""
        return 0.0, 0.0

    def write_value(self, key: str, value: float, timestamp: float) -> None:
        """Nobody will read it."""

    def close(self) -> None:
        """There is nothing to close."""


def open_file(filename: str | Path) -> MmapedDict | Nowhere:
    """A file that has its room before it is mapped, if there is room."""
    path = Path(filename)
    try:
        allocate(path)
    except OSError as error:
        _complain(os.getpid(), str(path.parent), str(error.strerror))
        return Nowhere()
    return MmapedDict(path)


@cache
def _complain(process: int, folder: str, error: str) -> None:
    """Say it once in a process, which has several files."""
    log.warning(
        "no room for metrics, so some are not told",
        process=process,
        folder=folder,
        error=error,
        fix=FIX,
    )
