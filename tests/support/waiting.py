"""Waiting, generously, for what becomes true by itself."""

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE_SECONDS = 300
"""How long anything may take that is sure to happen."""

Found = TypeVar("Found")


def wait_until(holds: Callable[[], Found | None], seconds: float = PATIENCE_SECONDS) -> Found:
    """Return what `holds()` gives once that is true; fail if it never is."""
    deadline = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < deadline, f"it has not become so within {seconds:g} s"
        time.sleep(0.01)
    return found
