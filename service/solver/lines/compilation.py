"""Whether the kernels have been compiled for this machine before, or never are."""

from __future__ import annotations

import contextlib
from pathlib import Path

from service.solver.lines.kernels.jit import INTERPRETED, cache_folder


def kernels_compiled() -> bool:
    """Whether all of them are in the cache, as far as is noted there, or need not be."""
    return INTERPRETED or _note().exists()


def note_compiled() -> None:
    """Note that all of them have been used; a cache that is read-only stays as it is."""
    with contextlib.suppress(OSError):
        _note().touch()


def _note() -> Path:
    return cache_folder() / "complete"
