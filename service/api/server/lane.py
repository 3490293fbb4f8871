"""Threads for heavy requests."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from service.api.admission.policy import HEAVY_NICENESS, lower_priority, overloaded
from service.settings import Settings


class Lane:
    """Threads for one kind of heavy requests, and how many requests have or await one."""

    def __init__(self, kind: str, settings: Settings) -> None:
        # It starts no thread before there is something to do, so that it survives the fork.
        self.pool = ThreadPoolExecutor(
            settings.heavy_threads, kind, partial(lower_priority, HEAVY_NICENESS)
        )
        self.most = settings.heavy_threads + math.ceil(settings.queue_length / 2)
        self.taken = 0

    def refuse_crowd(self) -> None:
        """Raise `ProblemError` if as many requests as may have or await a thread."""
        if self.taken >= self.most:
            detail = f"{self.taken} large requests are being worked at, which is the limit."
            raise overloaded("heavy_full", f"{detail} Try again shortly.")
