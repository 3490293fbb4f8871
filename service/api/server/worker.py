"""The worker process: serving until it is stopped, and losing nothing then."""

from __future__ import annotations

import sys
import time
from collections.abc import Collection
from typing import Any

from service.api.http.problems import CODES
from service.api.server.client_socket import ClientSocket
from service.api.server.loop import ConnectionLoop
from service.api.server.raw_error import send_raw_error
from service.api.telemetry import metrics

SWITCH_SECONDS = 0.001
"""How long a thread may keep Python from others. A quick answer has to get hold of it about ten
times, each time after whoever is at heavy work; five milliseconds, the default, would add up."""


class Worker(ConnectionLoop):
    """One process: a main loop, and threads that each answer a whole request."""

    def init_process(self) -> None:
        """In the new process, before it serves."""
        sys.setswitchinterval(SWITCH_SECONDS)
        super().init_process()

    def forget_metrics(self, alive: Collection[int]) -> None:
        """In the master process: it serves no requests any more; what it has counted stays."""
        metrics.forget_worker(self.pid, alive)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """On SIGTERM: serve on, for some clients learn late that others serve, then stop."""
        end = time.monotonic() + self.settings.drain_seconds
        self.serves_until = min(self.serves_until, end)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """On SIGINT and SIGQUIT: stop at once; running searches wrap up."""
        self.lifecycle.hurry()
        super().handle_quit(sig, frame)

    def stop_listening(self) -> None:
        """Others listen on if only this worker is replaced; then its searches have their time."""
        super().stop_listening()
        if self.lifecycle.leaving:
            self.lifecycle.hurry()

    def handle_error(self, req: Any, client: ClientSocket, addr: Any, exc: Exception) -> None:
        """The application itself has failed; gunicorn would answer in HTML."""
        self.log.exception("a request failed")
        code = "internal_error"
        send_raw_error(client, code, CODES[code][1], self.settings.allowed_origins)
