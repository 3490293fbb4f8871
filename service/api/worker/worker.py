"""The worker process: serving until it is stopped, and losing nothing then."""

from __future__ import annotations

import math
import time
from selectors import EVENT_READ
from typing import TYPE_CHECKING, Any

from service.api.worker.closing import drop_newcomers
from service.api.worker.loop import ConnectionLoop
from service.api.worker.shutdown import SHUTDOWN

if TYPE_CHECKING:  # It counts, and where to is settled only when the server is configured.
    from service.api.lifecycle import Lifecycle

SETTLING_SECONDS = 0.1
"""For clients that have begun to connect to a server that will not listen any more."""
HESITATION_SECONDS = 1.0
"""A signal to the whole group of processes may reach a worker before the master knows of it."""


class Worker(ConnectionLoop):
    """One process: a main loop, and threads that each answer a whole request."""

    @property
    def lifecycle(self) -> Lifecycle:
        """What the application knows of being stopped."""
        lifecycle: Lifecycle = self.wsgi.extensions["lifecycle"]
        return lifecycle

    def run(self) -> None:
        """Serve until stopped; then let those finish who are being served."""
        self.poller.register(
            self.method_queue.fileno(), EVENT_READ, self.method_queue.run_callbacks
        )
        while self.alive and self.is_parent_alive() and time.monotonic() < self.stops_listening:
            self.set_accept_enabled(self.has_room)
            self.turn(self.stops_listening)
        self._begin_to_stop()
        self._stop_listening()
        end = time.monotonic() + self.settings.graceful_seconds
        while self.open and time.monotonic() < end:
            self.turn(end)
        self.tpool.shutdown(wait=False)
        self.probe_pool.shutdown(wait=False)
        self.poller.close()
        self.method_queue.close()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """On SIGTERM: stop, from the main loop."""
        self.method_queue.defer(self._begin_to_stop)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """On SIGINT and SIGQUIT: stop at once; running searches wrap up."""
        self.lifecycle.drain()
        super().handle_quit(sig, frame)

    def _begin_to_stop(self) -> None:
        """Part from who is silent, and listen a while; if nobody is to serve on, refuse work."""
        notice = HESITATION_SECONDS
        if SHUTDOWN.is_set():
            notice = self.settings.drain_seconds
            if not self.lifecycle.draining:
                self.lifecycle.drain()
                self.stops_listening = math.inf  # Until now it seemed to be a replacement.
        self.stops_listening = min(self.stops_listening, time.monotonic() + notice)
        self.hurry_the_silent()

    def _stop_listening(self) -> None:
        """Close the listening sockets, with nobody left in their queues, who would be reset."""
        if SHUTDOWN.is_set():
            for listener in self.sockets:
                drop_newcomers(listener)
            settled = time.monotonic() + SETTLING_SECONDS
            while time.monotonic() < settled:
                self.turn(settled)
        self.set_accept_enabled(False)
        for listener in self.sockets:
            while SHUTDOWN.is_set() and self.accept_one(listener):
                pass
            listener.close()
