"""Threads for what asks for much work."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from service.api.admission.slots import HEAVY_NICENESS, stand_back
from service.api.http.problems import ProblemError
from service.api.telemetry.metrics import rejected
from service.settings import Settings


class Lane:
    """Threads for one kind of requests that ask for much work, and who has or awaits one."""

    def __init__(self, kind: str, settings: Settings) -> None:
        # Starts no thread before there is something to do, so that it survives the fork.
        self.pool = ThreadPoolExecutor(
            settings.heavy_threads, kind, partial(stand_back, HEAVY_NICENESS)
        )
        self.most = settings.heavy_threads + math.ceil(settings.queue_length / 2)
        self.taken = 0

    def refuse_crowd(self) -> None:
        """Raise `ProblemError` if too many are there already."""
        if self.taken >= self.most:
            rejected.labels("heavy_full").inc()
            detail = f"{self.taken} large requests are being worked at, which is the limit."
            raise ProblemError("overloaded", f"{detail} Try again shortly.")
