"""How every kernel is compiled: without the interpreter lock, and cached on disk.

Numba checks only the file of a kernel itself for changes, not the kernels it calls, so the cache
lies in a folder named after a digest of all of them: no stale machine code after any edit.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache, UserProvidedCacheLocator

FOLDER = Path(__file__).parent


def cache_folder() -> Path:
    """Where compiled kernels are kept: below `NUMBA_CACHE_DIR`, else the user's cache folder."""
    digest = hashlib.sha256()
    for source in sorted(FOLDER.glob("*.py")):
        digest.update(source.read_bytes())
    user_cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    root = os.environ.get("NUMBA_CACHE_DIR") or os.path.join(user_cache, "k-in-a-row")
    return Path(root, digest.hexdigest()[:16])


class AnyFolderLocator(UserProvidedCacheLocator):
    """Takes a read-only folder too, which numba refuses: it may be an image's baked kernels."""

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


numba.config.CACHE_DIR = str(cache_folder())
numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{AnyFolderLocator.__name__}"


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` on its first call; it releases the interpreter lock while it runs."""
    compiled = numba.njit(nogil=True)(function)
    compiled._cache = KernelCache(function)
    return compiled
