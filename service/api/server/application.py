"""The ASGI application before the WSGI one: whole requests in, whole answers out, threads between.

A slow client costs no thread: the loop receives the whole request before a thread has it, and sends
the answer when the thread has gone on to others.
"""

import math
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import BoundedSemaphore
from typing import Any

from service.api.admission.lifecycle import Lifecycle
from service.api.admission.policy import HEAVY_BYTES, HEAVY_NICENESS, lower_priority, refuse_crowd
from service.api.server.connection import Connection
from service.api.server.crowd import Crowd
from service.api.server.exchange import Exchange
from service.api.server.incoming_request import IncomingRequest, Receive
from service.api.server.sending import Send, break_off, send_answer, send_refusal
from service.api.telemetry.metrics import in_flight
from service.api.telemetry.progress import Progress
from service.questions.refusals import CODES, RefusedError


class Lane:
    """Threads for one kind of requests, and how many requests have or await one."""

    def __init__(self, kind: str, threads: int, limit: int, niceness: int) -> None:
        """Up to `limit` requests may have a thread or wait for one."""
        # It starts no thread before there is something to do.
        self.pool = ThreadPoolExecutor(threads, kind, partial(lower_priority, niceness))
        self._limit, self._taken = limit, 0

    def submit(self, exchange: Exchange) -> None:
        """Have a thread answer a request; raises `RefusedError` if there is no room for it."""
        refuse_crowd(self._taken, self._limit, "large requests are being worked at")
        self._taken += 1
        in_flight.inc()
        self.pool.submit(exchange.run)

    def note_done(self) -> None:
        """Note that a thread has answered a request."""
        self._taken -= 1
        in_flight.dec()


class Application:
    """The application as uvicorn calls it, once for each request, in the loop."""

    def __init__(self, application: Any, crowd: Crowd) -> None:
        self._application, self._crowd, self._settings = application, crowd, crowd.settings
        self._lifecycle: Lifecycle = application.extensions["lifecycle"]
        self._limit_seconds = self._settings.max_time_limit_ms / 1000
        heavy = self._settings.heavy_threads
        room = heavy + math.ceil(self._settings.queue_length / 2)
        self._quick = Lane("quick", self._settings.threads, sys.maxsize, 0)
        self._boards = Lane("board", heavy, room, HEAVY_NICENESS)
        self._batches = Lane("batch", heavy, room, HEAVY_NICENESS)
        self._scrapes = Lane("metrics", 1, sys.maxsize, 0)
        self._permits = BoundedSemaphore(max(heavy // 2, 1))
        """The permits of threads that wait until a client takes what is too large to be kept."""
        self.answering: set[Exchange] = set()
        """The requests that a thread answers, or is going to answer."""

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request."""
        connection: Connection = scope["state"]["connection"]
        request = IncomingRequest(scope)
        try:
            request.check()
            if await request.receive_body(receive, self._settings.max_body_bytes):
                await self._answer(request, connection, send)
        except RefusedError as problem:
            send_refusal(problem, connection, send)
        finally:
            connection.note_answer()

    async def _answer(self, request: IncomingRequest, connection: Connection, send: Send) -> None:
        """Have a whole request answered; raises `RefusedError` if there is no room for it."""
        arrived, lane = time.monotonic(), self._lane(request)
        is_heavy = lane in (self._boards, self._batches)
        request.environ["service.client"] = connection
        request.environ |= {"service.arrived": arrived, "service.is_heavy": is_heavy}
        progress = Progress(arrived, self._limit_seconds)
        exchange = Exchange(self._application, request.environ, connection, progress, self._permits)
        if lane:
            lane.submit(exchange)
            self.answering.add(exchange)
            exchange.done = partial(self._note_done, exchange, lane)
        else:
            exchange.run()
        seconds = 0 if self._ends_connection(request) else self._settings.keepalive_seconds
        if not await send_answer(exchange, request, send, seconds):
            if not (exchange.begun or connection.gone):
                raise RefusedError("internal_error", CODES["internal_error"][1])
            break_off(connection, send)

    def _lane(self, request: IncomingRequest) -> Lane | None:
        """Return the lane of a request; None if it waits for nothing, so that the loop answers."""
        if request.method in ("GET", "HEAD"):
            if request.path in (b"/healthz", b"/readyz"):
                return None
            if request.path == b"/metrics":
                return self._scrapes
        if request.question_bytes <= HEAVY_BYTES:
            return self._quick
        # A question about one board does not wait for whole batches.
        return self._batches if request.path == b"/moves" else self._boards

    def _ends_connection(self, request: IncomingRequest) -> bool:
        """Return whether no other request may follow this one on its connection."""
        ends = self._crowd.is_dense or self._crowd.ends_connections or self._lifecycle.draining
        return request.too_large or ends

    def _note_done(self, exchange: Exchange, lane: Lane) -> None:
        lane.note_done()
        self.answering.discard(exchange)
