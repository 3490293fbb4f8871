"""Waiting, generously, for what becomes true by itself."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE_SECONDS = 60


def wait_until(holds: Callable[[], object]) -> None:
    """Return once `holds()` does."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, "it did not become true"
        time.sleep(0.01)
