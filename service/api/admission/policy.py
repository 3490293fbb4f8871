"""What counts as heavy or late, who works at which priority, and what is refused.

Python runs one thread of a process at a time, and a thread that wants to run waits for a switch
interval for each thread before it. Where many threads work side by side, all of them end late; one
after the other, most end in time, and those that cannot are refused before they begin. So work in
Python takes turns, in the order in which it came: heavy work in one thread at a time, and light
work, apart from it, in as many threads as the worker has cores.
"""

import os
import sys
from threading import get_native_id

from service.api.telemetry import metrics
from service.questions.refusals import RefusedError

HEAVY_BYTES = 1 << 10
"""A question in more bytes is heavy: it is about a board from 31x31 on, or about many boards. The
server gives it one of the threads for heavy requests, see `api.server.application`."""
HEAVY_CELLS = 100
"""Work on a larger board is heavy, however few bytes asked for it."""
TINY_CELLS = 16
"""A question about a board of up to so many cells is never refused: to answer costs hardly more."""

LATE_SECONDS = 1.0
"""A question whose time has been over for longer when its turn comes is refused."""
CROWDED_LATE_SECONDS = 0.1
"""A question whose time has been over for longer while it still waits for its turn is refused."""

SEARCH_NICENESS, HEAVY_NICENESS = 12, 10
"""How much lower the priorities of long searches and of other heavy work are than that of the
process, so that quick answers do not wait for a processor. But quick answers also wait for a thread
that has Python's lock and no processor: searches hardly ever have the lock, other heavy work often
has. `python -m benchmarks quick` shows that with a lower difference answers are slower. With a much
higher one, another busy process leaves a search a hundredth of a processor, a fifth of a second
apart, so that it hardly gets anywhere and ends late."""


def lower_priority(niceness: int) -> None:
    """Lower the priority of this thread to so much below that of the process.

    The threads that it starts inherit the priority, so it is never lowered by steps.
    """
    if sys.platform == "linux":  # Elsewhere this would be the priority of the whole process.
        of_process = os.getpriority(os.PRIO_PROCESS, os.getpid())
        os.setpriority(os.PRIO_PROCESS, get_native_id(), of_process + niceness)


def refuse_crowd(count: int, limit: int, busy: str) -> None:
    """Raise `RefusedError` if `count` has reached the limit; `busy` says of whom, doing what."""
    if count >= limit:
        raise overloaded("heavy_full", f"{count} {busy}, which is the limit. Try again shortly.")


def refuse_late(
    spent: float,
    seconds: float,
    detail: str = "This has waited for {:.1f} s, longer than it may take. Try again shortly.",
) -> None:
    """Raise `RefusedError` if a question begins after `spent` of its `seconds`, far too late."""
    if spent > seconds + LATE_SECONDS:
        raise overloaded("late", detail.format(spent))


def overloaded(reason: str, detail: str) -> RefusedError:
    """Return the problem of a request that is refused; it counts towards the metric's `reason`."""
    metrics.rejected.labels(reason).inc()
    return RefusedError("overloaded", detail)
