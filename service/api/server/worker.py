"""The worker process: serving until it is stopped, or a request hangs, and losing nothing then."""

from __future__ import annotations

import math
import os
import sys
import time
from _thread import start_new_thread
from collections.abc import Collection
from contextlib import suppress
from socket import MSG_DONTWAIT
from typing import Any, NoReturn

from service.api.http.problems import CODES
from service.api.http.request_id import new_request_id
from service.api.server.client_socket import ClientSocket
from service.api.server.loop import LOOK_SECONDS, ConnectionLoop
from service.api.server.raw_error import raw_error, send_raw_error
from service.api.server.watchdog import Watchdog, report
from service.api.telemetry import metrics
from service.api.telemetry.logs import writer
from service.api.telemetry.progress import Progress

SWITCH_SECONDS = 0.001
"""How long a thread may keep Python from others. A quick answer has to get hold of it about ten
times, each time after whoever is at heavy work; five milliseconds, the default, would add up."""
STUCK_STATUS = os.EX_SOFTWARE
"""How a process ends in which a request hangs; gunicorn takes 3 and 4 for a failed start."""


class Worker(ConnectionLoop):
    """One process: a main loop, and threads that each answer a whole request."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.watchdog = Watchdog(self.settings.stuck_seconds)
        self.looks_next = 0.0
        self.hurries_at = math.inf
        """When a process in which a request hangs lets the others finish no longer."""
        self.reported = False

    def init_process(self) -> None:
        """In the new process, before it serves."""
        sys.setswitchinterval(SWITCH_SECONDS)
        super().init_process()

    def run(self) -> None:
        """Serve until the end; Python itself would wait there for threads that still work."""
        super().run()
        if self.answering:
            self._leave(0)

    def forget_metrics(self, alive: Collection[int]) -> None:
        """In the master process: it serves no requests any more; what it has counted stays."""
        metrics.forget_worker(self.pid, alive)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """On SIGTERM: serve on, for some clients learn late that others serve, then stop."""
        end = time.monotonic() + self.settings.drain_seconds
        self.serves_until = min(self.serves_until, end)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """On SIGINT and SIGQUIT: stop at once; running searches wrap up."""
        self.lifecycle.abort_searches()
        super().handle_quit(sig, frame)

    def stop_listening(self) -> None:
        """Others listen on if only this worker is replaced; then its searches have their time."""
        if self.lifecycle.stuck:
            for listener in self.sockets:
                listener.close()
        else:
            super().stop_listening()
        if self.lifecycle.draining:
            self.lifecycle.abort_searches()

    def murder_keepalived(self, force: bool = False) -> None:
        """After each turn: also see whether a request hangs, and then have this worker replaced.

        Nothing here waits for what might hang: no lock, no log, no client.
        """
        super().murder_keepalived(force)
        now = time.monotonic()
        if now < self.looks_next:
            return
        self.looks_next = now + LOOK_SECONDS
        hung = self.watchdog.look(self.answering.values())
        if not self.lifecycle.stuck:
            if hung:
                self.lifecycle.stuck, self.alive = True, False
                self.hurries_at = now + self.settings.stuck_seconds
                start_new_thread(self._report, (hung,))
            return
        if now >= self.hurries_at:
            self.lifecycle.abort_searches()
        done = all(self.answering.get(each) in hung for each in self.open)
        if (done and self.reported) or now >= self.hurries_at + self.settings.client_seconds:
            self._leave(STUCK_STATUS)

    def _report(self, hung: list[Progress]) -> None:
        report(hung)
        self.reported = True

    def _leave(self, status: int) -> NoReturn:
        """End this process without a look back, but tell those that still wait for an answer."""
        for connection in self.answering:
            if not connection.sock.answered:
                origins, detail = self.settings.allowed_origins, CODES["stuck"][1]
                problem = raw_error("stuck", detail, origins, new_request_id())
                with suppress(OSError):
                    connection.sock.send(problem, MSG_DONTWAIT)
        writer.flush_briefly()
        os._exit(status)

    def handle_error(self, req: Any, client: ClientSocket, addr: Any, exc: Exception) -> None:
        """The application itself has failed; gunicorn would answer in HTML."""
        self.log.exception("a request failed")
        code = "internal_error"
        send_raw_error(client, code, CODES[code][1], self.settings.allowed_origins)
