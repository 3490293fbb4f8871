"""What has been compiled, as noted beside the files of the kernels.

The kernels are compiled in parts. A part that is noted has been compiled on this machine.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from service.solver.compiling.kernels.cache import cache_folder
from service.solver.compiling.kernels.jit import INTERPRETED

_here: set[str] = set()
"""The parts that are known to be compiled, so that nobody need look at the disk."""

_awaited: set[str] = set()
"""The parts that another process is to compile, so that this one does without them till then."""


def has_compiled(part: str) -> bool:
    """Return whether a part is compiled, by this process or by another one."""
    if not INTERPRETED and part not in _here and (cache_folder() / f"{part}.done").exists():
        _here.add(part)
    return part in _here


def note_compiled(part: str) -> None:
    """Note that a part is compiled; where nothing can be written, for this process alone."""
    _here.add(part)
    with suppress(OSError):
        (cache_folder() / f"{part}.done").touch()


def leave_to_others(part: str) -> None:
    """Have this process, and those that it forks, wait until another has compiled a part."""
    _awaited.add(part)


def is_usable(part: str) -> bool:
    """Return whether a part may be used: it is compiled, or this process may compile it."""
    return part not in _awaited or has_compiled(part)


@contextmanager
def compiling(part: str) -> Iterator[None]:
    """Hold the part, so that no other process compiles it; wait for one that does.

    The lock (flock) is on a file and ends with the process, however that ends.
    """
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{part}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
