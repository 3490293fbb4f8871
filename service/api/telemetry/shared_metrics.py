"""The folder where the metrics of all workers meet: one file for each worker and kind of metric.

prometheus_client looks for the folder when it is imported, so nothing here imports it before.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


def provide_folder(parent: str | None) -> None:
    """Make a folder for the workers that this process is going to have, until it exits."""
    folder = tempfile.mkdtemp(prefix="kinarow-metrics-", dir=parent)
    os.environ[FOLDER_VARIABLE] = folder
    atexit.register(_remove, folder, os.getpid())


def forget_worker(pid: int) -> None:
    """A worker is gone: it serves no requests any more; what it has counted stays counted."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(pid)


def _remove(folder: str, owner: int) -> None:
    # A worker inherits what its master does at the end.
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)
