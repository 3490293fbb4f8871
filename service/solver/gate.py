"""Where a search that takes long must pass, for whoever limits how many there are at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

Result = TypeVar("Result")


class Gate(Protocol):
    """Lets few long searches at once go on, wherever it is that they do."""

    def run(self, search: Callable[[], Result], deadline: float) -> Result | None:
        """What `search` returns, run in this thread or another once there is room for it.

        None, and it has not been run, if there is none by the deadline, a time on the monotonic
        clock. What `search` raises is raised; so is whatever the gate refuses it with.
        """
