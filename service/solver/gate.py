"""Where a search that takes long must pass, for whoever limits how many there are at once."""

from __future__ import annotations

from collections.abc import Callable

from service.solver.analysis import Analysis

Gate = Callable[[Callable[[], Analysis], float], Analysis | None]
"""`gate(search, deadline)`: what `search` returns, run in this thread or another as soon as there
is room for it. None, and it has not been run, if there is none by the deadline, a time on the
monotonic clock. What `search` raises is raised, and so is whatever the gate refuses it with."""
