"""What has been compiled, as noted beside the files of the kernels.

The kernels are compiled in parts. A part that is noted has been compiled on this machine. A part
that other processes compile is loaded by a thread once it is noted, so that whoever may use it
waits neither for a disk nor for a compiler.
"""

import fcntl
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread, current_thread

from service.solver.compiling.kernels.cache import cache_folder
from service.solver.compiling.kernels.jit import INTERPRETED

_here: set[str] = set()
"""The parts that are known to be compiled, so that nobody need look at the disk."""

_awaited: dict[str, Callable[[], bool]] = {}
"""The parts that another process is to compile, so that this one does without them till then, and
what loads each of them, which tells whether it could."""

_loading: dict[str, Thread] = {}
"""The threads that load these parts. They have to use them for that."""

_choosing = Lock()
_log = logging.getLogger(__name__)


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


def forget_compiled(part: str) -> None:
    """Note that a part is not compiled, for a kernel of it is missing or damaged."""
    _here.discard(part)
    with suppress(OSError):
        (cache_folder() / f"{part}.done").unlink(missing_ok=True)


def leave_to_others(part: str, load: Callable[[], bool]) -> None:
    """Have this process, and those that it forks, do without a part till another has compiled it.

    Then `load` is called in a thread of its own; it returns whether the part is loaded.
    """
    _awaited[part] = load


def is_usable(part: str) -> bool:
    """Return whether a part may be used: it is loaded, or this process may compile it."""
    if part not in _awaited or _loading.get(part) is current_thread():
        return True
    with _choosing:
        if part in _awaited and part not in _loading and has_compiled(part):
            _loading[part] = Thread(target=_load, args=[part], name=f"load {part}", daemon=True)
            _loading[part].start()
    return part not in _awaited


def _load(part: str) -> None:
    """Load a part that others have compiled; where that fails, do without it for ever."""
    try:
        loaded = _awaited[part]()
    except Exception:
        _log.exception("Doing without the compiled kernels of %s.", part)
        return
    if loaded:
        del _awaited[part]
    else:
        _log.error("Doing without the compiled kernels of %s, which cannot be loaded.", part)


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
