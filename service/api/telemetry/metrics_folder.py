"""The folder where the metrics of all workers meet: one file for each worker and kind of metric.

prometheus_client looks for the folder when it is imported, so nothing here imports it before.

Its files have the numbers of workers, not those of processes: a new worker gets the number of one
that has ended, and goes on counting in its files.
"""

import os
import tempfile
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from service.removal import remove_at_end

MEMORY = "/dev/shm"
"""A folder in memory, where no count has to wait for a disk."""
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
NOWHERE = "/nonexistent"
"""What stands for the folder where there is none."""
PREFIX = "kinarow-metrics-"
SIZES = {
    "counter": 1 << 20,
    "histogram": 1 << 17,
    "gauge_livesum": 1 << 12,
    "gauge_livemax": 1 << 12,
    "gauge_max": 1 << 12,
}
"""The bytes of the file of each kind, which are enough for every series that there can be."""

_number = 0


def provide_folder(workers: int) -> None:
    """Make a folder for the workers of this process, which is removed when this process exits.

    The folder is in memory if there is room for twice as many workers, since they may be replaced
    all at once; else it is where temporary files are, if there is room.
    """
    os.environ[FOLDER_VARIABLE] = NOWHERE
    for home in (MEMORY, None):
        with suppress(OSError):
            folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=home))
            remove_at_end(folder)
            allocate(folder / "room", (2 * workers + 1) * sum(SIZES.values()))
            (folder / "room").unlink()
            os.environ[FOLDER_VARIABLE] = str(folder)
            return


def allocate(path: Path, size: int) -> None:
    """Make a file of zeros, which has its room on any file system; OSError if there is none."""
    unfinished = path.with_suffix(".part")
    try:
        unfinished.write_bytes(bytes(size))
        unfinished.replace(path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


def number_worker(arbiter: Any, worker: Any) -> None:
    """Give a new worker the least number from 1 that is free: part of gunicorn's `pre_fork`."""
    taken = {other.number for other in arbiter.WORKERS.values()}
    worker.number = next(number for number in count(1) if number not in taken)


def count_as_worker(arbiter: Any, worker: Any) -> None:
    """Have this process count in the files of its worker: gunicorn's `post_fork`."""
    global _number
    _number = worker.number


def worker_number() -> int:
    """Return the number of the worker that this process is; 0 in the process that makes them."""
    return _number
