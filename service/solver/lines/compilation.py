"""Whether the kernels have been compiled for this machine before."""

from __future__ import annotations

import contextlib
from pathlib import Path

from service.solver.lines.kernels.jit import cache_folder


def kernels_compiled() -> bool:
    """Whether all of them are in the cache, as far as is noted there."""
    return _note().exists()


def note_compiled() -> None:
    """Note that all of them have been used; a cache that is read-only stays as it is."""
    with contextlib.suppress(OSError):
        _note().touch()


def _note() -> Path:
    return cache_folder() / "complete"
