"""The main loop of a worker: what happens to each connection, from `accept` to `close`.

One selector tells what all the sockets are ready for. What is done with a connection is one
generator (`_serve`), which yields what it waits for: an event of its socket, the future of the
thread that answers its request, or None to let others go first. The loop resumes it when that has
come, and throws a `TimeoutError` into it when its deadline has passed. So a slow client costs a
file descriptor and no thread.
"""

import logging
import math
import os
import resource
import socket
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ, DefaultSelector
from threading import BoundedSemaphore
from typing import Any

from service.api.admission.lifecycle import Lifecycle
from service.api.admission.policy import HEAVY_BYTES, HEAVY_NICENESS, lower_priority, refuse_crowd
from service.api.http.problems import ProblemError
from service.api.server.client_socket import ClientSocket
from service.api.server.connection import NO_EVENT, RECEIVE_BYTES, Connection
from service.api.server.raw_error import send_raw_error
from service.api.server.request import IncomingRequest
from service.api.server.wsgi import respond
from service.api.telemetry.metrics import in_flight
from service.api.telemetry.progress import Progress
from service.settings import Settings

MOST_HELD_BYTES = 32 << 20
"""The bytes that are kept for all clients, or room for four of the largest requests. Beyond that
the slowest clients are disconnected."""
OTHER_FILES = 64
"""The number of file descriptors that are left for other things than connections."""
CLOSING_SECONDS = 2.0
"""How long a connection may be idle once no more are accepted: its client may be asking already."""
CROWDED_SECONDS = 1.0
"""How long a client is waited for while others wait for room. A live one has asked before it is
accepted, and the others are to wait no longer than a prober does, behind thousands."""
SPARE_SECONDS = 1.0
"""How much longer a connection may be idle than its client is told, whose clock begins later."""
CROWDED_SHARE = 0.9
"""From this share of the connections that may be open on, an answer ends its connection."""

Steps = Generator[int | Future[bool] | None, None, None]
"""The generator of a connection, which yields what it waits for: an event of its socket, a thread,
or None, which stands for its next turn."""

logger = logging.getLogger(__name__)


class Lane:
    """Threads for one kind of heavy requests, and how many requests have or await one."""

    def __init__(self, kind: str, settings: Settings) -> None:
        # It starts no thread before there is something to do.
        self.pool = ThreadPoolExecutor(
            settings.heavy_threads, kind, partial(lower_priority, HEAVY_NICENESS)
        )
        self.most = settings.heavy_threads + math.ceil(settings.queue_length / 2)
        self.taken = 0


class ConnectionLoop:
    """The connections of a worker, and the threads that answer their requests."""

    def __init__(
        self, application: Any, listeners: Sequence[socket.socket], settings: Settings
    ) -> None:
        """Make the loop after the fork, because processes must not share a selector."""
        self._application, self._listeners, self._settings = application, listeners, settings
        self._lifecycle: Lifecycle = application.extensions["lifecycle"]
        self._client_name = application.extensions["client_name"]
        self._most_seconds = settings.max_time_limit_ms / 1000
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._most_open = max(min(settings.max_connections, files - OTHER_FILES), 1)
        self._most_held = max(MOST_HELD_BYTES, 4 * settings.max_body_bytes)
        self.open: set[Connection] = set()
        self.answering: dict[Connection, Progress] = {}
        """The connections whose request a thread answers, or is going to answer."""
        self._waiting: dict[Connection, None] = {}
        """The connections whose client is to send or to take something, the longest wait first."""
        self._lingering: dict[Connection, None] = {}
        """The connections that have had their last answer and are to close, the earliest first."""
        self._threads = ThreadPoolExecutor(settings.threads, "quick")
        self._boards, self._batches = Lane("board", settings), Lane("batch", settings)
        self._scrapes = ThreadPoolExecutor(1, "metrics")
        self._waiters = BoundedSemaphore(max(settings.heavy_threads // 2, 1))
        """The permits of threads that wait until a client takes what is too large to be kept."""
        self.ends_connections = False
        """Whether every answer is the last one on its connection."""
        self._accepts = True
        """Whether connections are accepted, now or once there is room."""
        self._listens = False
        """Whether the selector has the listening sockets."""
        self._selector = DefaultSelector()
        self._calls: deque[Callable[[], object]] = deque()
        """The functions that the next turn calls; threads append to them, too."""
        self._waker: int

    def start(self, reader: int, writer: int) -> None:
        """Use this pipe, to which threads and Python's signal handling write, to be woken up."""
        self._selector.register(reader, EVENT_READ, lambda: os.read(reader, RECEIVE_BYTES))
        self._waker = writer

    def turn(self, seconds: float) -> None:
        """Wait for events for so many seconds at most, and react to all that have come."""
        self._listen(wanted=self._accepts and not self._is_full)
        for key, _ in self._selector.select(0 if self._calls else seconds):
            key.data()
        for _ in range(len(self._calls)):
            self._calls.popleft()()

    @property
    def _is_full(self) -> bool:
        """Return whether there is no room for a client more; then the system lets it wait."""
        return len(self.open) - len(self._lingering) >= self._most_open

    def _call_soon(self, function: Callable[[], object]) -> None:
        """Have the loop call a function; from any thread."""
        self._calls.append(function)
        with suppress(BlockingIOError):  # The pipe is full, so that the loop wakes up anyhow.
            os.write(self._waker, b"\0")

    def close_late(self) -> None:
        """Give up the clients that have sent or taken too little by their deadlines.

        While others wait for room these are earlier, but for connections that rest: their clients
        may keep them, as they have been told, and are never so many that there is no room beside.
        """
        now, is_full = time.monotonic(), self._is_full

        def is_late() -> bool:
            hastens = is_full and not connection.rests
            soon = connection.since + CROWDED_SECONDS if hastens else math.inf
            return bool(connection.event) and min(connection.deadline, soon) <= now

        for connection in [*self._lingering, *self._waiting]:
            if is_late():
                self._catch_up(connection)
            if is_late():
                seconds = round(now - connection.since)
                late = TimeoutError(f"The request did not come within {seconds} seconds.")
                self._resume(connection, late)

    def stop_accepting(self, *, backlog: bool) -> None:
        """Close the listening sockets, and soon all connections whose clients ask nothing.

        With `backlog`, connections that wait to be accepted are; else they are reset, unless
        another process has the sockets, too.
        """
        self._accepts, self.ends_connections = False, True
        self._listen(wanted=False)
        for listener in self._listeners:
            while backlog and self._accept_one(listener):
                pass
            listener.close()
        for connection in [*self._lingering, *self._waiting]:
            self._hasten(connection)

    def _listen(self, *, wanted: bool) -> None:
        if wanted == self._listens:
            return
        self._listens = wanted
        for listener in self._listeners:
            if wanted:
                # All that has been answered makes room first.
                accept = partial(self._calls.append, partial(self._accept, listener))
                self._selector.register(listener, EVENT_READ, accept)
            else:
                self._selector.unregister(listener)

    def _accept(self, listener: socket.socket) -> None:
        """Accept a connection, if need be in the place of one that has had its last answer."""
        while len(self.open) >= self._most_open:
            first = next(iter(self._lingering), None)
            if first is None:
                return
            self._catch_up(first)
            if first.event:
                self._close(first)
        self._accept_one(listener)

    def _accept_one(self, listener: socket.socket) -> bool:
        """Accept the first connection of the backlog; return whether there was one."""
        try:
            accepted, client = listener.accept()
        except OSError:
            return False  # Another worker was faster, or the client has gone; see accept(2).
        sock = ClientSocket(accepted, self._settings.client_seconds, self._waiters)
        connection = Connection(self._settings, sock, client, listener.getsockname())
        connection.steps = self._serve(connection)
        self.open.add(connection)
        self._resume(connection)
        return True

    def _resume(self, connection: Connection, error: Exception | None = None) -> None:
        """Resume the generator of a connection, or throw an error into it, until it next waits."""
        try:
            awaited = connection.steps.throw(error) if error else next(connection.steps)
            self._await(connection, awaited if isinstance(awaited, int) else NO_EVENT)
        except Exception as reason:
            if not isinstance(reason, StopIteration | OSError):
                logger.exception("a connection failed")  # A bug, which costs nobody else theirs.
            self._close(connection)
            return
        go_on = partial(self._resume, connection)
        if isinstance(awaited, Future):
            awaited.add_done_callback(lambda _: self._call_soon(go_on))
        elif awaited is None:
            self._calls.append(go_on)
        # Small requests, however many, are not looked through for.
        if connection.held > RECEIVE_BYTES:
            self._make_room()

    def _await(self, connection: Connection, event: int) -> None:
        """Register this event of a connection with the selector, in place of the one before."""
        if event == connection.event:
            return
        line = self._lingering if connection.lingers else self._waiting
        if connection.event:
            self._selector.unregister(connection.sock)
            del line[connection]
        if event:
            self._selector.register(connection.sock, event, partial(self._on_event, connection))
            line[connection] = None
            if not self._accepts:
                self._hasten(connection)
        connection.event = event

    def _on_event(self, connection: Connection) -> None:
        # What else happened in the same turn may have ended the waiting.
        if connection.event:
            self._resume(connection)

    def _catch_up(self, connection: Connection) -> None:
        """Take what has come from a client, or send what it takes, before it is given up.

        The selector was asked at the beginning of this turn, which may be a while ago.
        """
        held = math.nan
        while connection.event and connection.held != held:
            held = connection.held
            self._resume(connection)

    def _hasten(self, connection: Connection) -> None:
        """Wait only briefly for a client that has asked nothing."""
        if not connection.held:
            soon = time.monotonic() + CLOSING_SECONDS
            connection.deadline = min(connection.deadline, soon)

    def _make_room(self) -> None:
        """Disconnect clients that send or take slowly while more bytes are kept than may be."""
        excess = sum(connection.held for connection in self.open) - self._most_held
        for connection in [each for each in self._waiting if each.held > RECEIVE_BYTES]:
            if excess <= 0:
                break
            excess -= connection.held
            detail = "Too much is being sent at once, and this request has taken longest."
            self._resume(connection, TimeoutError(detail))

    def _close(self, connection: Connection) -> None:
        self._await(connection, NO_EVENT)
        self.open.discard(connection)
        connection.steps.close()
        connection.sock.close()

    def _serve(self, connection: Connection) -> Steps:
        """Receive and answer one request after the other, then close with a linger.

        This is the generator of a connection; the loop closes it on whatever this raises.
        """
        data, rest = b"", float(self._settings.client_seconds)
        try:
            while request := (yield from connection.receive(data, rest)):
                another_may_follow = yield from self._answer(connection, request)
                connection.request = None
                yield from connection.flush()
                if not another_may_follow:
                    break
                data, rest = request.leftover, self._settings.keepalive_seconds + SPARE_SECONDS
            else:
                return
        except ProblemError as problem:
            name = self._client_name(*connection.addresses)
            origins = self._settings.allowed_origins
            send_raw_error(connection, problem.code, problem.detail, origins, client=name)
            connection.request = None
            yield from connection.flush()
        self._await(connection, NO_EVENT)
        connection.lingers = True
        yield from connection.linger()

    def _answer(
        self, connection: Connection, request: IncomingRequest
    ) -> Generator[Future[bool] | None, None, bool]:
        """Have a request answered; return whether another may follow on its connection."""
        path, is_read = request.head.path, request.head.method in ("GET", "HEAD")
        is_probe = is_read and path in (b"/healthz", b"/readyz")
        is_scrape = is_read and path == b"/metrics"
        is_heavy = request.question_bytes > HEAVY_BYTES and not (is_probe or is_scrape)
        # A question about one board is not to wait for whole batches.
        lane = self._batches if path == b"/moves" else self._boards
        if is_heavy:
            refuse_crowd(lane.taken, lane.most, "large requests are being worked at")
        arrived = time.monotonic()
        connection.sock.answered = False
        answer = partial(
            respond,
            self._application,
            request,
            connection,
            keeps_alive=self._keeps_alive(request),
            settings=self._settings,
            others={"service.arrived": arrived, "service.is_heavy": is_heavy},
        )
        if is_probe:
            yield None  # Thousands may have come as one piece: others go first.
            return answer()

        def begin() -> bool:
            progress.begin()
            return answer()

        progress = self.answering[connection] = Progress(arrived, self._most_seconds)
        lane.taken += is_heavy
        in_flight.inc()
        pool = self._scrapes if is_scrape else lane.pool if is_heavy else self._threads
        answered = pool.submit(begin)
        yield answered
        del self.answering[connection]
        in_flight.dec()
        lane.taken -= is_heavy
        return answered.exception() is None and answered.result()

    def _keeps_alive(self, request: IncomingRequest) -> bool:
        """Return whether another request may follow this one on its connection."""
        crowded = len(self.open) - len(self._lingering) >= CROWDED_SHARE * self._most_open
        ends = crowded or request.too_large or self.ends_connections or self._lifecycle.draining
        return request.head.keeps_alive and not ends and self._settings.keepalive_seconds > 0
