"""The main loop of a worker: what happens to a connection, from `accept` to `close`.

gunicorn gives a thread to every connection at once, and its main loop itself waits for clients
that do not close theirs. Here a slow client costs a file descriptor until its time is over.
"""

from __future__ import annotations

import math
import resource
import socket
import time
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import chain
from threading import BoundedSemaphore
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from service.api.admission.lifecycle import Lifecycle
from service.api.admission.policy import HEAVY_BYTES
from service.api.http.problems import ProblemError
from service.api.server.client_socket import ClientSocket
from service.api.server.connection import NO_EVENT, RECEIVE_BYTES, Connection
from service.api.server.lane import Lane
from service.api.server.raw_error import send_raw_error
from service.api.server.request import IncomingRequest
from service.api.telemetry.metrics import in_flight
from service.api.telemetry.progress import Progress
from service.settings import Settings

MOST_HELD_BYTES = 32 << 20
"""Of the requests of all clients, or four of the largest; then who has waited longest has to go."""
LOOK_SECONDS = 0.25
"""How often the deadlines are looked at."""
OTHER_FILES = 64
"""File descriptors that are no connections."""
LINGER_SECONDS = 2.0
"""How long a connection may rest once no more is served: its client may be asking already."""
SPARE_SECONDS = 1.0
"""A connection rests for longer than its client is told, whose clock begins later."""
CROWDED_SHARE = 0.9
"""From this share of the connections that may be open on, an answer ends its connection."""

Life = Generator[int | Future[bool] | None, None, None]
"""Waits for an event of its socket, for a thread, or for nothing but its next turn."""


class ConnectionLoop(ThreadWorker):
    """The connections of a worker, and the threads that answer what they ask."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.settings = Settings()
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.worker_connections = max(min(self.settings.max_connections, files - OTHER_FILES), 1)
        self.max_keepalived = math.inf  # All count as connections, and none is closed for it.
        self.most_held = max(MOST_HELD_BYTES, 4 * self.settings.max_body_bytes)
        self.open: set[Connection] = set()
        self.waiting: dict[Connection, None] = {}
        """Those that are to send or take something; first who has been waited for longest."""
        self.parting: dict[Connection, None] = {}
        """Those that have had their last answer and are to close; first who had it first."""
        self.answering: dict[Connection, Progress] = {}
        """Those whose request a thread has, or is to have."""
        self.boards, self.batches = Lane("board", self.settings), Lane("batch", self.settings)
        self.places = BoundedSemaphore(max(self.settings.heavy_threads // 2, 1))
        """For threads that wait for a client to take what is too large to be left to the loop."""
        self.serves_until = math.inf
        self.metrics_pool = ThreadPoolExecutor(1, "metrics")

    @property
    def lifecycle(self) -> Lifecycle:
        """What the application knows of being stopped."""
        lifecycle: Lifecycle = self.wsgi.extensions["lifecycle"]
        return lifecycle

    @property
    def nr_conns(self) -> int:
        """What gunicorn counts: connections that cannot make room for another; at last, all."""
        return len(self.open) - (len(self.waiting) + len(self.parting) if self.alive else 0)

    @nr_conns.setter
    def nr_conns(self, count: int) -> None:
        """It counts by itself."""

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Turn once; deadlines want to be looked at more often than gunicorn does."""
        super().wait_for_and_dispatch_events(min(timeout, LOOK_SECONDS))

    def murder_keepalived(self, force: bool = False) -> None:
        """After each turn: part from those, silent or slow, whose time is over."""
        now = time.monotonic()
        awaited = chain(self.parting, self.waiting)
        for connection in [each for each in awaited if each.deadline <= now]:
            self._look_again(connection)
            if connection.event and connection.deadline <= now:
                seconds = self.settings.client_seconds
                late = TimeoutError(f"The request did not come within {seconds} seconds.")
                self._go_on(connection, late)
        if now >= self.serves_until:
            self.alive = False

    def is_parent_alive(self) -> bool:
        """Without a master process no more is served."""
        lives = bool(super().is_parent_alive())
        self.alive = self.alive and lives
        return lives

    def set_accept_enabled(self, enabled: bool) -> None:
        """Listen, or listen no more for now; for good once no more is served.

        Then those that have asked nothing are waited for only a little longer.
        """
        super().set_accept_enabled(enabled)
        if self.alive:
            return
        self.stop_listening()
        for connection in chain(self.parting, self.waiting):
            self._shorten(connection)

    def _shorten(self, connection: Connection) -> None:
        if not connection.held:
            linger = time.monotonic() + LINGER_SECONDS
            connection.deadline = min(connection.deadline, linger)

    def stop_listening(self) -> None:
        """Let in whoever has come, for closing would reset them, and nobody else."""
        for listener in self.sockets:
            while self._accept_one(listener):
                pass
            listener.close()

    def accept(self, listener: socket.socket) -> None:
        """Let a client in; when there is no room, instead of one that is waited for."""
        while len(self.open) >= self.worker_connections:
            first = next(chain(self.parting, self.waiting), None)
            if first is None:
                return  # All are being answered, but those that have just been.
            self._look_again(first)
            # If a whole request had come, another has to go.
            if first.event:
                self._close(first)
        self._accept_one(listener)

    def _accept_one(self, listener: socket.socket) -> bool:
        """Let in who is first in the queue, if anybody is there."""
        try:
            accepted, client = listener.accept()
        except OSError:
            return False  # Another worker was faster, or the client has gone; see accept(2).
        sock = ClientSocket(accepted, self.settings.client_seconds, self.places)
        connection = Connection(self.settings, self.cfg, sock, client, listener.getsockname())
        connection.life = self._live(connection)
        self.open.add(connection)
        self._go_on(connection)
        return True

    def _go_on(self, connection: Connection, error: Exception | None = None) -> None:
        """Let the life of a connection go on, or fail, until it waits for something else."""
        try:
            awaited = connection.life.throw(error) if error else next(connection.life)
            self._watch(connection, awaited if isinstance(awaited, int) else NO_EVENT)
        except Exception as reason:
            if not isinstance(reason, StopIteration | OSError):
                self.log.exception("a connection failed")  # A bug, which costs nobody else theirs.
            self._close(connection)
            return
        if isinstance(awaited, Future):
            awaited.add_done_callback(lambda _: self.method_queue.defer(self._go_on, connection))
        elif awaited is None:
            self.method_queue.defer(self._go_on, connection)
        # Small requests, however many, are not looked through for.
        if connection.held > RECEIVE_BYTES:
            self._make_room()

    def _watch(self, connection: Connection, event: int) -> None:
        """Have the poller tell of this event of a connection, and of no other."""
        if event == connection.event:
            return
        line = self.parting if connection.parting else self.waiting
        if connection.event:
            self.poller.unregister(connection.sock)
            del line[connection]
        if event:
            self.poller.register(connection.sock, event, partial(self._look_at, connection))
            line[connection] = None
            if not self.alive:
                self._shorten(connection)
        connection.event = event

    def _look_at(self, connection: Connection, _: ClientSocket) -> None:
        # What else happened in the same turn may have ended the waiting.
        if connection.event:
            self._go_on(connection)

    def _look_again(self, connection: Connection) -> None:
        """Take what has come from a client, or send what it can take, before it is given up.

        The poller was last asked at the beginning of this turn, which may be a while ago.
        """
        held = math.nan
        while connection.event and connection.held != held:
            held = connection.held
            self._go_on(connection)

    def _make_room(self) -> None:
        """Hold no more bytes than may be, as far as it is up to those that send or take slowly."""
        excess = sum(connection.held for connection in self.open) - self.most_held
        for connection in [each for each in self.waiting if each.held > RECEIVE_BYTES]:
            if excess <= 0:
                break
            excess -= connection.held
            detail = "Too much is being sent at once, and this request has taken longest."
            self._go_on(connection, TimeoutError(detail))

    def _close(self, connection: Connection) -> None:
        self._watch(connection, NO_EVENT)
        self.open.discard(connection)
        connection.life.close()
        connection.close()

    def _live(self, connection: Connection) -> Life:
        """Requests and answers, then the end. The connection is closed on whatever this raises."""
        data, rest = b"", float(self.settings.client_seconds)
        try:
            while request := (yield from connection.receive(data, rest)):
                stays = yield from self._answer(connection, request)
                connection.request = connection.parser = None
                yield from connection.deliver()
                if not stays:
                    break
                data, rest = request.leftover, self.settings.keepalive_seconds + SPARE_SECONDS
            else:
                return
        except ProblemError as problem:
            connection.request = None
            origins = self.settings.allowed_origins
            send_raw_error(connection.sock, problem.code, problem.detail, origins)
            yield from connection.deliver()
        self._watch(connection, NO_EVENT)
        connection.parting = True
        yield from connection.see_off()

    def _answer(
        self, connection: Connection, request: IncomingRequest
    ) -> Generator[Future[bool] | None, None, bool]:
        """Have a request answered; whether another may follow."""
        # Who asks how the service is does not wait until a thread has time.
        probes, scrapes = request.asks(b"/healthz", b"/readyz"), request.asks(b"/metrics")
        heavy = request.asked > HEAVY_BYTES and not (probes or scrapes)
        # Who asks about one board is not to wait for whole batches.
        lane = self.batches if request.path == b"/moves" else self.boards
        if heavy:
            lane.refuse_crowd()
        stopping = self.serves_until < math.inf or self.lifecycle.draining
        held = len(self.open) - len(self.parting)
        crowded = held >= CROWDED_SHARE * self.worker_connections
        connection.parser = iter((request.take(last=stopping or crowded),))
        connection.sock.arrived, connection.sock.heavy = time.monotonic(), heavy
        connection.sock.answered = False
        if probes:
            yield None  # Thousands may have come as one piece: others go first.
            return bool(self.handle(connection))
        pool = self.metrics_pool if scrapes else lane.pool if heavy else self.tpool
        lane.taken += heavy
        in_flight.inc()
        progress = Progress(connection.sock.arrived, self.settings.max_time_limit_ms / 1000)
        self.answering[connection] = progress
        answered = pool.submit(self._begin, connection, progress)
        yield answered
        del self.answering[connection]
        in_flight.dec()
        lane.taken -= heavy
        return answered.exception() is None and answered.result()

    def _begin(self, connection: Connection, progress: Progress) -> bool:
        """Answer a request, in a thread that has taken it up just now."""
        progress.begin()
        return bool(self.handle(connection))

    def _keepalive_after(self, conn: Connection, keepalive: bool) -> bool:
        """What gunicorn asks after an answer: there is no rest of a body to be read."""
        return keepalive
