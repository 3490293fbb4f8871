"""The folder where the metrics of all workers meet: one file for each worker and kind of metric.

prometheus_client looks for the folder when it is imported, so nothing here imports it before.

It maps its files into memory. To write to a page of a map for which the file system has no room
kills the process (SIGBUS), so every file gets all of its room before it is mapped.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

MEMORY = "/dev/shm"
"""Where no count has to wait for a disk."""
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
PREFIX = "kinarow-counts-"
# An earlier version names its folders `kinarow-metrics-` and does not lock them.
LOCK = "lock"
"""Held by who reads the files, and alone by who merges some."""
NOBODY = 0
"""Instead of a process id: what all that are dead have counted."""
SIZES = {
    "counter": 1 << 19,
    "histogram": 1 << 16,
    "gauge_livesum": 1 << 12,
    "gauge_livemax": 1 << 12,
    "gauge_max": 1 << 12,
}
"""Bytes of the file of each kind: room for every series that there can be."""
FIX = "make room there, or a larger one, as with docker run --shm-size=64m"


@dataclass(frozen=True)
class Home:
    """What the folder lies in."""

    path: str
    complaint: str | None
    """That it is not where it should be, or has no room, and what is to be done."""


def provide_folder(workers: int) -> Home:
    """Make a folder for the workers that this process is going to have, until it exits.

    It is in memory if there is room for twice as many, since they may be replaced all at once; else
    where temporary files are. What servers left there that were killed is removed.
    """
    homes = [home for home in (MEMORY, _temporary()) if home and os.access(home, os.W_OK)]
    faults = []
    for home in homes:
        try:
            folder = _make_folder(home)
            _try_room(folder, 2 * workers)
        except OSError as error:
            faults.append(f"{home} has no room for metrics ({error.strerror})")
        else:
            moved = f"{faults[0]}: they are kept in {home}; {FIX}" if faults else None
            return Home(home, moved)
    return Home(homes[0], f"{', '.join(faults)}: some are not told; {FIX}")


def allocate(path: Path) -> None:
    """Make the file of an owner and a kind with all the room it needs, unless there is one.

    OSError if that is not to be had. Zeros are written, since that allocates on any file system.
    """
    try:
        with path.open("xb") as file:
            file.write(bytes(SIZES[path.stem.rpartition("_")[0]]))
    except FileExistsError:
        return
    except OSError:
        path.unlink(missing_ok=True)
        raise


def _temporary() -> str | None:
    try:
        return tempfile.gettempdir()
    except OSError:
        return None  # There is no room in any.


def _make_folder(home: str) -> Path:
    for left in Path(home).glob(f"{PREFIX}*"):
        with suppress(OSError), locked(left, fcntl.LOCK_EX | fcntl.LOCK_NB):
            shutil.rmtree(left)
    draft = Path(tempfile.mkdtemp(prefix="kinarow-", dir=home))
    # Held by the server, workers included, for as long as any of them lives.
    fcntl.flock(os.open(draft, os.O_DIRECTORY), fcntl.LOCK_SH)
    folder = draft.rename(draft.with_name(draft.name.replace("kinarow-", PREFIX)))
    atexit.register(_remove, folder, os.getpid())
    (folder / LOCK).touch()
    os.environ[FOLDER_VARIABLE] = str(folder)
    return folder


def _try_room(folder: Path, workers: int) -> None:
    """Allocate what the dead will have counted in, and for a moment what the living will."""
    tried = [folder / f"{kind}_{-each}.db" for each in range(workers + 2) for kind in SIZES]
    unused = tried
    try:
        for path in tried:
            allocate(path)
        unused = tried[len(SIZES) :]
    finally:
        for path in unused:
            path.unlink(missing_ok=True)


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
