"""The watchdog, which finds requests that hang, and what it logs of them.

No time limit is sharp on a busy machine: a thread may wait long for a processor. So a request
counts as hung only when its time has been over for a margin and, for as long as the margin, it has
made no progress while its thread has neither used nor wanted processor time, or its thread has
used that much processor time without progress. A request that waits for a turn or a slot is not
silent, for those before it have to make progress first. But a tenth of that time counts, and a
tenth of the time in which a thread works, or a thread that only ever wakes up and goes to sleep
were never found.
"""

import sys
import time
import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from threading import enumerate as living_threads

from service.api.telemetry.logs import log
from service.api.telemetry.progress import QUEUE, Progress

MOST_PASSED_SECONDS = 1.0
"""Between two looks no more time counts: a process that is stopped, or starved, does not look."""
DISCOUNT = 0.1
"""The part that counts of the time in which a thread works, or waits for its turn."""


@dataclass(frozen=True, slots=True)
class Silence:
    """What the watchdog has seen of a request since its last progress."""

    marks: int
    processor_seconds: float
    still: float = 0.0
    """Seconds in which the thread neither used nor wanted a processor, and a part of those in which
    it waited for its turn."""
    busy: float = 0.0
    """Seconds of processor time, but at least a part of all seconds that have passed."""

    def longer(self, progress: Progress, passed: float) -> "Silence":
        """Return the silence after `passed` seconds more."""
        used = progress.processor_seconds()
        if progress.marks != self.marks:
            return Silence(progress.marks, used)
        worked = used - self.processor_seconds
        waited = passed * (DISCOUNT if progress.span == QUEUE else 1.0)
        still = 0.0 if worked or progress.wants_processor() else self.still + waited
        return Silence(self.marks, used, still, self.busy + max(worked, passed * DISCOUNT))


class Watchdog:
    """Looks at the requests of a process a few times a second, and waits for nothing."""

    def __init__(self, margin: float) -> None:
        """A request may be silent for `margin` seconds, once its time has been over for as long."""
        self._margin = margin
        self._silences: dict[Progress, Silence] = {}
        self._looked = time.monotonic()

    def look(self, requests: Iterable[Progress]) -> list[Progress]:
        """Return those of the requests that hang."""
        now = time.monotonic()
        passed = min(now - self._looked, MOST_PASSED_SECONDS)
        self._looked = now
        before, self._silences = self._silences, {}
        for progress in requests:
            # A request that no thread has begun waits for one, and threads that work are watched.
            if progress.marks:
                silence = before.get(progress) or Silence(0, 0.0)
                self._silences[progress] = silence.longer(progress, passed)
        return [
            progress
            for progress, silence in self._silences.items()
            if max(silence.still, silence.busy) >= self._margin
            and now - progress.arrived >= progress.limit + self._margin
        ]


def report(hung: Iterable[Progress]) -> None:
    """Log, in one line, which requests hang, and the stacks of all threads, equal ones once.

    This may wait for the log, and for the disk that has the source files.
    """
    names = {thread.ident: thread.name for thread in living_threads()}
    stacks: dict[str, list[str]] = {}
    for thread, frame in sys._current_frames().items():
        stack = "".join(traceback.format_stack(frame))
        stacks.setdefault(stack, []).append(names.get(thread) or str(thread))
    now = time.monotonic()
    log.tell(
        "error",
        "a request hangs",
        requests=[
            {
                "seconds": round(now - progress.arrived, 3),
                "limit": progress.limit,
                "at": progress.span,
                "thread": names.get(progress.thread),
            }
            for progress in hung
        ],
        stacks=[{"threads": sorted(who), "stack": stack} for stack, who in stacks.items()],
    )
