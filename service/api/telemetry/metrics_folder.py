"""The folder where the metrics of all workers meet: one file for each worker and kind of metric.

prometheus_client looks for the folder when it is imported, so nothing here imports it before.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
PREFIX = "kinarow-counts-"
# An earlier version names its folders `kinarow-metrics-` and does not lock them.
LOCK = "lock"
"""Held by who reads the files, and alone by who merges some."""


def provide_folder(parent: str | None) -> None:
    """Make a folder for the workers that this process is going to have, until it exits.

    What servers left there that were killed is removed.
    """
    home = Path(parent or tempfile.gettempdir())
    for left in home.glob(f"{PREFIX}*"):
        with suppress(OSError), locked(left, fcntl.LOCK_EX | fcntl.LOCK_NB):
            shutil.rmtree(left)
    draft = Path(tempfile.mkdtemp(prefix="kinarow-", dir=home))
    # Held by the server, workers included, for as long as any of them lives.
    fcntl.flock(os.open(draft, os.O_DIRECTORY), fcntl.LOCK_SH)
    folder = draft.rename(draft.with_name(draft.name.replace("kinarow-", PREFIX)))
    (folder / LOCK).touch()
    os.environ[FOLDER_VARIABLE] = str(folder)
    atexit.register(_remove, folder, os.getpid())


@contextmanager
def locked(path: Path, how: int) -> Iterator[None]:
    """Hold a lock (flock) on a file or folder that exists."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, how)
        yield
    finally:
        os.close(descriptor)


def _remove(folder: Path, owner: int) -> None:
    # A worker inherits what its master does at the end.
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)
