"""The worker process: it serves until it is stopped or a request hangs, and loses nothing then."""

import asyncio
import logging
import math
import os
import signal
import socket
import sys
import time
from _thread import start_new_thread
from functools import partial
from typing import Any

import uvicorn
import uvloop
from gunicorn.workers import base

from service.api.admission.lifecycle import Lifecycle
from service.api.server.application import Application
from service.api.server.connection import Connection
from service.api.server.crowd import Crowd
from service.api.server.heartbeat import Heartbeat
from service.api.server.shutdown import release_signals
from service.api.server.uvicorn_config import uvicorn_config
from service.api.server.watchdog import Watchdog, report
from service.api.telemetry import metrics
from service.api.telemetry.logs import log
from service.api.telemetry.progress import Progress
from service.questions.refusals import CODES
from service.settings import Settings

LOOK_SECONDS = 0.25
"""How often deadlines, requests that may hang and the master process are looked at."""
SWITCH_SECONDS = 0.001
"""How long a thread may keep Python from others. A quick answer has to get hold of it about ten
times, each time after whoever is at heavy work; five milliseconds, the default, would add up."""
STUCK_STATUS = os.EX_SOFTWARE
"""The status with which a process ends in which a request hangs; 3 and 4 mean a failed start."""
ACCEPTED_AT_ONCE = 16
"""How many connections are accepted in a turn of the loop; the others are left to other workers."""

# A worker of gunicorn makes its own, in a folder that can be written to.
base.WorkerTmp = Heartbeat


class Worker(base.Worker):
    """One process: uvicorn's loop with all connections, and threads that answer whole requests.

    gunicorn's master makes it, forks, and calls `init_process`, which calls `run`.
    """

    lifecycle: Lifecycle

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._settings = Settings()
        self._watchdog = Watchdog(self._settings.stuck_seconds)
        self._stops_at = self._aborts_at = self._ends_at = math.inf
        """When no more is accepted, when the searches of a process in which a request hangs are
        aborted, and when the process ends whatever its threads do."""
        self._has_reported = False
        self._accepting = set[asyncio.Task[Any]]()

    def init_process(self) -> None:
        """Prepare the new process; the base class calls `run` then."""
        sys.setswitchinterval(SWITCH_SECONDS)
        application = self.app.wsgi()
        self.lifecycle = application.extensions["lifecycle"]
        self._crowd = Crowd(self._settings, application.extensions["client_name"])
        self._application = Application(application, self._crowd)
        super().init_process()

    def run(self) -> None:
        """Serve until the end; Python itself would wait there for threads that still work."""
        metrics.worker_starts.inc()
        # It warns of what clients send, which the service logs itself.
        logging.getLogger("uvicorn.error").setLevel("ERROR")
        config = uvicorn_config(self._application, lifespan="off", backlog=self.cfg.backlog)
        self._server = uvicorn.Server(config)
        uvloop.run(self._serve())

    async def _serve(self) -> None:
        # Once uvicorn has its handlers of signals.
        asyncio.get_running_loop().call_soon(self._start)
        await self._server.serve([])  # The worker itself accepts connections.

    def _start(self) -> None:
        """Handle signals, and begin to look around."""
        loop = asyncio.get_running_loop()
        # In the place of uvicorn's handlers, which stop at once.
        loop.add_signal_handler(signal.SIGTERM, self._drain)
        for number in (signal.SIGINT, signal.SIGQUIT):
            loop.add_signal_handler(number, self._hurry)
        release_signals()
        for listener in self.sockets:
            listener.setblocking(False)
            loop.add_reader(listener, self._accept, listener)
        self._look()

    def _accept(self, listener: socket.socket) -> None:
        """Accept a few connections: uvloop itself accepts one in each turn of the loop.

        Who asks for the first time would wait for as many turns as others have come before.
        """
        loop, uvicorns = asyncio.get_running_loop(), self._server
        known = {"config": uvicorns.config, "server_state": uvicorns.server_state, "_loop": loop}
        make = partial(Connection, self._crowd, **known)
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                client, _ = listener.accept()
            except OSError:  # There are no more, or the first of them has gone again.
                return
            client.setblocking(False)
            task = loop.create_task(loop.connect_accepted_socket(make, client))
            self._accepting.add(task)
            task.add_done_callback(self._accepting.discard)

    def _drain(self) -> None:
        """Serve on for a while, since some clients learn late that others serve, then stop."""
        end = time.monotonic() + self._settings.drain_seconds
        self._stops_at = min(self._stops_at, end)
        self._crowd.ends_connections = True

    def _hurry(self) -> None:
        """Stop at once, with what searches have found by now."""
        self.lifecycle.abort_searches()
        self._stops_at = 0.0

    def _look(self) -> None:
        """A few times a second, look at what no event tells.

        Nothing here waits for what might hang: no lock, no log, no client.
        """
        asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look)
        self.notify()
        self._crowd.look()
        now = time.monotonic()
        # Without a master process no more is served.
        if now >= self._stops_at or self.ppid != os.getppid():
            self._stop(now)
        self._look_for_hung_requests(now)
        if now >= self._ends_at:
            self._end(0)

    def _stop(self, now: float) -> None:
        """Accept no more, and end when all connections have."""
        if self._crowd.stopping:
            return
        # Other workers listen on if only this one is replaced; then its searches have their time.
        if self.lifecycle.draining:
            self.lifecycle.abort_searches()
        self._ends_at = now + self.cfg.graceful_timeout
        for listener in self.sockets:
            asyncio.get_running_loop().remove_reader(listener)
            listener.close()
        self._crowd.stop()
        self._server.should_exit = True

    def _look_for_hung_requests(self, now: float) -> None:
        """See whether a request hangs, and then have this worker replaced."""
        hung = self._watchdog.look(exchange.progress for exchange in self._application.answering)
        if not self.lifecycle.stuck:
            if hung:
                self.lifecycle.stuck = True
                self._stop(now)
                self._aborts_at = now + self._settings.stuck_seconds
                start_new_thread(self._report, (hung,))
            return
        if now >= self._aborts_at:
            self.lifecycle.abort_searches()
        hang = {
            exchange.connection
            for exchange in self._application.answering
            if exchange.progress in hung
        }
        last = self._aborts_at + self._settings.client_seconds
        if (self._has_reported and hang.issuperset(self._crowd.connections)) or now >= last:
            self._end(STUCK_STATUS)

    def _report(self, hung: list[Progress]) -> None:
        report(hung)
        self._has_reported = True

    def _end(self, status: int) -> None:
        """End this process whatever its threads do, but answer those that still wait."""
        for exchange in self._application.answering:
            if not exchange.begun:
                exchange.connection.refuse("stuck", CODES["stuck"][1])
        log.flush()
        asyncio.get_running_loop().call_later(LOOK_SECONDS / 2, os._exit, status)
