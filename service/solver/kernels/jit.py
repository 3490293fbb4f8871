"""How every kernel is compiled: without the interpreter lock, and cached on disk.

Numba checks only the file of a kernel itself for changes, not the kernels it calls, so the cache
lies in a folder named after a digest of all of them: no stale machine code after any edit.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

FOLDER = Path(__file__).parent


def cache_folder() -> Path:
    """Where compiled kernels are kept: below `NUMBA_CACHE_DIR`, else the user's cache folder."""
    digest = hashlib.sha256()
    for source in sorted(FOLDER.glob("*.py")):
        digest.update(source.read_bytes())
    user_cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    root = Path(os.environ.get("NUMBA_CACHE_DIR") or user_cache / "k-in-a-row")
    return root / digest.hexdigest()[:16]


numba.config.CACHE_DIR = str(cache_folder())


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` on its first call; it releases the interpreter lock while it runs."""
    return numba.njit(nogil=True, cache=True)(function)
