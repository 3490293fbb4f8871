"""How every kernel is compiled: without the interpreter lock, and cached on disk.

Numba checks only the file of a kernel itself for changes, not the kernels it calls, so the cache
lies in a folder named after a digest of all of them: no stale machine code after any edit. Nothing
in that folder depends on where the sources lie, so that all copies of them share it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.caching import FunctionCache, UserProvidedCacheLocator

SOLVER = Path(__file__).parents[2]

at = np.uintp
"""An index that is not negative: a signed one is tried for that, which takes time."""


@cache
def digest() -> str:
    """Names the sources of all kernels: whatever lies in a folder `kernels`."""
    found = hashlib.sha256()
    for source in sorted(SOLVER.glob("*/kernels/*.py")):
        found.update(f"{source.relative_to(SOLVER).as_posix()}\0".encode())
        found.update(source.read_bytes())
    return found.hexdigest()[:16]


@cache
def _digest_of(file: str) -> str:
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels are kept: below `NUMBA_CACHE_DIR`, else the user's cache folder."""
    user_cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    root = os.environ.get("NUMBA_CACHE_DIR") or os.path.join(user_cache, "k-in-a-row")
    return Path(root, digest())


class ContentLocator(UserProvidedCacheLocator):
    """Finds the cache by what the kernels say, not by where they are or when they were written.

    It takes a read-only folder too, which numba refuses: it may be an image's compiled kernels.
    """

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)
        self._cache_path = str(cache_folder() / _digest_of(py_file))

    def get_source_stamp(self) -> Any:
        return _digest_of(self._py_file)

    def ensure_cache_path(self) -> None:
        with contextlib.suppress(OSError):
            super().ensure_cache_path()


class KernelCache(FunctionCache):
    """A cache whose folder cannot be read or written costs compile time, never an answer."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        with contextlib.suppress(OSError):
            return super().load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        with contextlib.suppress(OSError):
            super().save_overload(sig, data)


INTERPRETED = bool(numba.config.DISABLE_JIT)
"""Whether the kernels run as plain Python, for a debugger (`NUMBA_DISABLE_JIT=1`)."""
if INTERPRETED:
    # Hashes overflow by intent, of which machine code says nothing.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)

numba.config.CACHE_DIR = str(cache_folder())
numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{ContentLocator.__name__}"


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` on its first call; it releases the interpreter lock while it runs."""
    return _compiled(function)


def bare_kernel(function: Callable[..., Any]) -> Any:
    """The same, but no references to arrays are counted, so that it and all it calls can make none.

    To count those that are passed in tuples takes up to half of the time of a search.
    """
    return _compiled(function, _nrt=False)


def inlined_kernel(function: Callable[..., Any]) -> Any:
    """The same as a bare kernel, but a part of each that calls it.

    To hand over tuples of dozens of arrays takes longer than much that is done with them.
    """
    return _compiled(function, _nrt=False, forceinline=True)


def held_kernel(function: Callable[..., Any]) -> Any:
    """The same, but it keeps the interpreter lock: to get that back takes longer than it runs."""
    return _compiled(function, nogil=False)


def _compiled(function: Callable[..., Any], nogil: bool = True, **options: bool) -> Any:
    compiled = numba.njit(nogil=nogil, **options)(function)
    compiled._cache = KernelCache(function)
    return compiled
