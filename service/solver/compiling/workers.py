"""Processes that compile: one a core, since numba's compiler keeps a lock of its process.

They end as soon as they are done, for the compiler keeps hundreds of megabytes as long as its
process lives; and with the process that wants the kernels, however that ends, since a pipe from it
then closes. So a process that is forked meanwhile must not keep that pipe. A process is given the
names of parts, one a line, and answers each with a line.
"""

import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import IO

from service.removal import remove_at_end
from service.solver.compiling.kernels.cache import cache_folder
from service.solver.compiling.notes import compiling, has_compiled, note_compiled

NICENESS = 10
"""By how much compiling stands back behind a server that answers meanwhile."""

_log = logging.getLogger(__name__)

_pipes: set[IO[bytes]] = set()
"""The pipes to and from the processes that compile for this one."""
_changing_pipes = Lock()
"""Held while some are opened or closed, and by whoever forks: so a fork knows all pipes it has."""


def _close_in_child() -> None:
    """Have a process that is forked keep no pipe of its parent."""
    for pipe in _pipes:
        pipe.close()
    _pipes.clear()
    _changing_pipes.release()


os.register_at_fork(
    before=_changing_pipes.acquire,
    after_in_parent=_changing_pipes.release,
    after_in_child=_close_in_child,
)


def provide_folder() -> bool:
    """See to it that the cache folder can be written to; return whether one can be.

    Where it cannot, a temporary one serves until this process exits.
    """
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError as error:
        _log.warning(
            "Compiled kernels cannot be kept in %s (%s), so each start compiles them anew. "
            "Set NUMBA_CACHE_DIR to a folder that can be written to.",
            folder, error.strerror,
        )  # fmt: skip
    try:
        spare = tempfile.mkdtemp(prefix="k-in-a-row-kernels-")
    except OSError:
        return False
    remove_at_end(Path(spare))
    os.environ["NUMBA_CACHE_DIR"] = spare
    return True


def compile_in_processes(module: str, parts: Sequence[str], processes: int) -> None:
    """Have `python -m module` compile the parts that are not compiled yet, in so many processes.

    The log says how far they have come. What a process fails to compile is left to whoever uses it.
    """
    wanted, started = [part for part in parts if not has_compiled(part)], time.monotonic()
    # Threads may share the iterator of a list.
    numbered = iter([*enumerate(wanted, 1)])

    def run() -> None:
        with _compiler(module) as (tell, hear):
            for number, part in numbered:
                _log.info(
                    "Compiling the solver's kernels, %d of %d: %s.", number, len(wanted), part
                )
                tell.write(f"{part}\n".encode())
                if not hear.readline():
                    _log.error("The process that compiles %s has failed.", part)
                    return

    if wanted:
        _log.info(
            "Compiling the solver's kernels for this machine, once, into %s: about a minute.",
            cache_folder(),
        )
        # No process waits at its end for what it wanted, unlike with a pool of threads.
        threads = [Thread(target=run, daemon=True) for _ in wanted[:processes]]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.monotonic() - started
        _log.info("Compiled the solver's kernels in %.0f s.", seconds)


@contextmanager
def _compiler(module: str) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """Provide the pipes to and from a process that runs a module, and ends after that."""
    with _changing_pipes:
        # Without a buffer, which another thread could hold at a fork.
        process = subprocess.Popen(
            [sys.executable, "-m", module],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert process.stdin
        assert process.stdout
        pipes = process.stdin, process.stdout
        _pipes.update(pipes)
    try:
        yield pipes
    finally:
        with _changing_pipes:
            for pipe in pipes:
                pipe.close()
            _pipes.difference_update(pipes)
        process.wait()


def compile_as_told(work: Mapping[str, Callable[[], object]]) -> None:
    """Compile each part that is named on standard input, by its function, until the input ends."""
    os.nice(NICENESS)
    told: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=[told.put], daemon=True).start()
    while True:
        part = told.get()
        with compiling(part):
            if not has_compiled(part):
                work[part]()
                note_compiled(part)
        sys.stdout.write(f"{part}\n")
        sys.stdout.flush()


def _listen(tell: Callable[[str], None]) -> None:
    for line in sys.stdin:
        tell(line.strip())
    # Whatever is being compiled, nobody waits for it any more.
    os._exit(0)
