"""The folder where the metrics of all workers meet: one file for each worker and kind of metric.

prometheus_client looks for the folder when it is imported, so nothing here imports it before.

It maps its files into memory. To write to a page of a map for which the file system has no room
kills the process (SIGBUS), so every file gets all of its room before it is mapped.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from service.removal import remove_at_end

MEMORY = "/dev/shm"
"""A folder in memory, where no count has to wait for a disk."""
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
NOWHERE = os.devnull
"""What stands for the folder where there is none."""
PREFIX = "kinarow-counts-"
# An earlier version names its folders `kinarow-metrics-` and does not lock them.
LOCK = "lock"
"""The file whose lock is shared by all that read the files, and exclusive to rename one."""
SIZES = {
    "counter": 1 << 19,
    "histogram": 1 << 16,
    "gauge_livesum": 1 << 12,
    "gauge_livemax": 1 << 12,
    "gauge_max": 1 << 12,
}
"""The bytes of the file of each kind, which are enough for every series that there can be."""
LIVE = ("gauge_livesum", "gauge_livemax")
"""The kinds of which nothing stays of a process that is dead."""
FIX = "make room there, or a larger one, as with docker run --shm-size=64m"


def provide_folder(workers: int) -> str | None:
    """Make a folder for the workers of this process, which is removed when this process exits.

    The folder is in memory if there is room for twice as many workers, since they may be replaced
    all at once; else it is where temporary files are. The folders that killed servers have left
    there are removed. Returns what is wrong, and what is to be done; None if nothing is.
    """
    os.environ[FOLDER_VARIABLE] = NOWHERE
    faults = []
    for home in (MEMORY, _temporary()):
        if home is None or not os.access(home, os.W_OK):
            continue
        try:
            folder = _make_folder(home)
            # The files of so many workers and of this process are allocated for a moment.
            allocate(folder / "room", (2 * workers + 1) * sum(SIZES.values()))
            (folder / "room").unlink()
        except OSError as error:
            faults.append(f"{home} has no room for metrics ({error.strerror})")
        else:
            return f"{faults[0]}: they are kept in {home}; {FIX}" if faults else None
    if faults:
        return f"{', '.join(faults)}: some are not told; {FIX}"
    return f"there is no folder for metrics, so none are told; let {MEMORY} or /tmp be written to"


def take_file(path: Path) -> None:
    """Provide the file of this name, with all the room that it needs.

    It is the file of a process that is dead, if there is one, so that the counts go on from there
    and there is no file more for each process that dies. Raises OSError if a new file has no room.
    """
    kind, _, _ = path.stem.rpartition("_")
    with locked(path.with_name(LOCK), fcntl.LOCK_EX):
        left = () if kind in LIVE else path.parent.glob(f"{kind}_*.db")
        if path.exists():
            return
        if (file := next(filter(_is_dead, left), None)) is not None:
            file.rename(path)
        else:
            allocate(path, SIZES[kind])


def _is_dead(path: Path) -> bool:
    """Return whether the process has ended that counted in a file."""
    try:
        os.kill(int(path.stem.rpartition("_")[2]), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass  # Another user's process has its number now.
    return False


def allocate(path: Path, size: int) -> None:
    """Make a file of zeros, which has its room on any file system; OSError if there is none."""
    try:
        path.write_bytes(bytes(size))
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
    remove_at_end(folder)
    (folder / LOCK).touch()
    os.environ[FOLDER_VARIABLE] = str(folder)
    return folder


@contextmanager
def locked(path: Path, how: int) -> Iterator[None]:
    """Hold a lock (flock) on a file or folder that exists."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, how)
        yield
    finally:
        os.close(descriptor)
