"""The worker process: it serves until it is stopped or a request hangs, and loses nothing then."""

import math
import os
import sys
import time
from _thread import start_new_thread
from contextlib import suppress
from socket import MSG_DONTWAIT
from typing import Any, NoReturn

from gunicorn.workers import base

from service.api.admission.lifecycle import Lifecycle
from service.api.http.problems import CODES
from service.api.http.request_id import new_request_id
from service.api.server.heartbeat import Heartbeat
from service.api.server.loop import ConnectionLoop
from service.api.server.raw_error import raw_error
from service.api.server.watchdog import Watchdog, report
from service.api.telemetry import metrics
from service.api.telemetry.logs import handler
from service.api.telemetry.progress import Progress
from service.settings import Settings

LOOK_SECONDS = 0.25
"""How often deadlines, requests that may hang and the master process are looked at."""
SWITCH_SECONDS = 0.001
"""How long a thread may keep Python from others. A quick answer has to get hold of it about ten
times, each time after whoever is at heavy work; five milliseconds, the default, would add up."""
STUCK_STATUS = os.EX_SOFTWARE
"""The status with which a process ends in which a request hangs; 3 and 4 mean a failed start."""

# A worker of gunicorn makes its own, in a folder that can be written to.
base.WorkerTmp = Heartbeat


class Worker(base.Worker):
    """One process: a main loop, and threads that each answer a whole request.

    gunicorn's master makes it, forks, and calls `init_process`, which installs the handlers of
    signals and calls `run`. From then on `handle_exit` and `handle_quit` may interrupt anything.
    """

    loop: ConnectionLoop
    lifecycle: Lifecycle

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._settings = Settings()
        self._watchdog = Watchdog(self._settings.stuck_seconds)
        self._looks_at = 0.0
        self._serves_until = math.inf
        self._aborts_at = math.inf
        """The time at which the searches of a process in which a request hangs are aborted."""
        self._has_reported = False

    def init_process(self) -> None:
        """Prepare the new process; the base class calls `run` then."""
        sys.setswitchinterval(SWITCH_SECONDS)
        application = self.app.wsgi()
        self.lifecycle = application.extensions["lifecycle"]
        self.loop = ConnectionLoop(application, self.sockets, self._settings)
        super().init_process()

    def run(self) -> None:
        """Serve until the end; Python itself would wait there for threads that still work."""
        metrics.worker_starts.inc()
        self.loop.start(*self.PIPE)
        while self.alive:
            self._turn()
        # Other workers listen on if only this one is replaced; then its searches have their time.
        self.loop.stop_accepting(backlog=not self.lifecycle.stuck)
        if self.lifecycle.draining:
            self.lifecycle.abort_searches()
        end = time.monotonic() + self.cfg.graceful_timeout
        while self.loop.open and time.monotonic() < end:
            self._turn()
        if self.loop.answering:
            self._exit(0)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Handle SIGTERM: serve on, for some clients learn late that others serve, then stop."""
        end = time.monotonic() + self._settings.drain_seconds
        self._serves_until = min(self._serves_until, end)
        self.loop.ends_connections = True

    def handle_quit(self, sig: int, frame: Any) -> None:
        """Handle SIGINT and SIGQUIT: stop at once, with what searches have found by now."""
        self.lifecycle.abort_searches()
        super().handle_quit(sig, frame)

    def _turn(self) -> None:
        """Do a turn of the loop; a few times a second look at what no event tells."""
        self.loop.turn(LOOK_SECONDS)
        now = time.monotonic()
        if now >= self._serves_until:
            self.alive = False
        if now < self._looks_at:
            return
        self._looks_at = now + LOOK_SECONDS
        self.notify()
        # Without a master process no more is served.
        self.alive = self.alive and self.ppid == os.getppid()
        self.loop.close_late()
        self._look_for_hung_requests(now)

    def _look_for_hung_requests(self, now: float) -> None:
        """See whether a request hangs, and then have this worker replaced.

        Nothing here waits for what might hang: no lock, no log, no client.
        """
        hung = self._watchdog.look(self.loop.answering.values())
        if not self.lifecycle.stuck:
            if hung:
                self.lifecycle.stuck, self.alive = True, False
                self._aborts_at = now + self._settings.stuck_seconds
                start_new_thread(self._report, (hung,))
            return
        if now >= self._aborts_at:
            self.lifecycle.abort_searches()
        done = all(self.loop.answering.get(each) in hung for each in self.loop.open)
        last = self._aborts_at + self._settings.client_seconds
        if (done and self._has_reported) or now >= last:
            self._exit(STUCK_STATUS)

    def _report(self, hung: list[Progress]) -> None:
        report(hung)
        self._has_reported = True

    def _exit(self, status: int) -> NoReturn:
        """End this process whatever its threads do, but answer those that still wait."""
        for connection in self.loop.answering:
            if not connection.sock.answered:
                origins, detail = self._settings.allowed_origins, CODES["stuck"][1]
                problem = raw_error(connection, "stuck", detail, origins, new_request_id())
                with suppress(OSError):
                    connection.sock.send(problem, MSG_DONTWAIT)
        handler.flush_briefly()
        os._exit(status)
