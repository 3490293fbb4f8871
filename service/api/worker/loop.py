"""The main loop of a worker, which reads requests and sees clients off.

gunicorn gives a thread to every connection at once, and its main loop itself waits for clients
that do not close theirs. Here a slow client costs a file descriptor until its time is over.
"""

from __future__ import annotations

import math
import resource
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.http.errors import NoMoreData, ParseException
from gunicorn.workers.gthread import ThreadWorker

from service.api.connection import GO_ON
from service.api.worker.arrival import Arrival, Arrived
from service.api.worker.channel import Channel
from service.api.worker.refusal import refuse
from service.settings import Settings

RECEIVE_BYTES = 1 << 16
MOST_HELD_BYTES = 32 << 20
"""Of the requests of all clients, or four of the largest; then who has waited longest has to go."""
DISCARD_BYTES = 32 << 20
"""Read of what nobody wants, so that the client gets to read why: closing earlier resets."""
PARTING_SECONDS = 2.0
"""Once the worker stops, how long it waits for clients that say nothing."""
LOOK_SECONDS = 0.25
"""How often the deadlines are looked at."""
TURN_SECONDS = 1.0
"""How often the worker tells gunicorn that it lives, if nothing else happens."""
OTHER_FILES = 64
"""File descriptors that are no connections."""
HOP_BY_HOP = frozenset(("UPGRADE", "HTTP2-SETTINGS"))
"""Offers to change the protocol, which a server may ignore (RFC 9110, section 7.8)."""

React = Callable[[Channel, socket.socket], None]


class ConnectionLoop(ThreadWorker):
    """What happens to a connection, from `accept` to `close`."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.settings = Settings()
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.most_open = max(min(self.settings.max_connections, files - OTHER_FILES), 1)
        self.most_held = max(MOST_HELD_BYTES, 4 * self.settings.max_body_bytes)
        self.open: set[Channel] = set()
        self.waiting: dict[Channel, None] = {}
        """Those of which something is to be read; first who has waited longest."""
        self.stops_listening = math.inf
        self.looks_again = 0.0
        # Starts no thread before there is something to do, so that it survives the fork.
        self.probe_pool = ThreadPoolExecutor(1, "probe")

    @property
    def stopping(self) -> bool:
        """Whether each connection serves no further request."""
        return self.stops_listening < math.inf

    @property
    def has_room(self) -> bool:
        """Whether a client can be let in, perhaps in the place of another."""
        return len(self.open) < self.most_open or bool(self.waiting)

    def turn(self, until: float) -> None:
        """Let happen what is to happen next, but wait no longer than `until`."""
        self.notify()
        longest = LOOK_SECONDS if self.waiting else TURN_SECONDS
        self.wait_for_and_dispatch_events(max(min(longest, until - time.monotonic()), 0.0))
        now = time.monotonic()
        if now >= self.looks_again:
            self.looks_again = now + LOOK_SECONDS
            for channel in [each for each in self.waiting if each.deadline <= now]:
                self._give_up(channel)

    def hurry_the_silent(self) -> None:
        """Wait for those that have asked nothing only a little longer."""
        soon = time.monotonic() + PARTING_SECONDS
        for channel in self.waiting:
            if channel.silent:
                channel.deadline = min(channel.deadline, soon)

    def accept(self, listener: socket.socket) -> None:
        """Let a client in; when there is no room, instead of the one waited for longest."""
        if len(self.open) >= self.most_open:
            if not self.waiting:
                return
            self._close(next(iter(self.waiting)))
        self.accept_one(listener)

    def accept_one(self, listener: socket.socket) -> bool:
        """Let in who is first in the queue, if anybody is there."""
        try:
            sock, client = listener.accept()
        except OSError:
            return False  # Another worker was faster, or the client has gone; see accept(2).
        channel = Channel(self.cfg, sock, client, listener.getsockname())
        self.open.add(channel)
        self._await_request(channel, self.settings.client_seconds)
        return True

    def _await_request(self, channel: Channel, seconds: float) -> None:
        channel.arrival = Arrival(self.settings.max_body_bytes)
        self._wait(channel, self._receive, seconds)

    def _receive(self, channel: Channel, sock: socket.socket) -> None:
        """Take what has come of a request."""
        if channel.silent:
            channel.deadline = time.monotonic() + self.settings.client_seconds
        try:
            data = sock.recv(RECEIVE_BYTES)
        except BlockingIOError:
            return
        except OSError:
            self._close(channel)
            return
        if data:
            self._look_at(channel, channel.arrival.add(data))
            # Small requests, however many, are not looked through for.
            if channel.held > RECEIVE_BYTES:
                self._make_room()
        elif channel.silent:
            self._close(channel)
        else:
            self._answer(channel, whole=False)

    def _make_room(self) -> None:
        """Hold no more bytes than may be, as far as it is up to those that are still sending."""
        excess = sum(channel.held for channel in self.open) - self.most_held
        for channel in [each for each in self.waiting if each.held > RECEIVE_BYTES]:
            if excess <= 0:
                break
            excess -= channel.held
            detail = "Too much is being sent at once, and this request has taken longest."
            self._refuse(channel, "request_timeout", detail)

    def _look_at(self, channel: Channel, arrived: Arrived) -> None:
        if arrived is Arrived.ENDLESS_HEAD:
            self._refuse(channel, "headers_too_large", "The head of the request is too long.")
        elif arrived is not Arrived.PART:
            self._answer(channel, whole=arrived is Arrived.WHOLE)
        elif channel.arrival.asks_first:
            channel.arrival.asks_first = False
            try:
                channel.sock.send(GO_ON)
            except OSError:
                self._close(channel)

    def _answer(self, channel: Channel, whole: bool) -> None:
        self._stop_waiting(channel)
        # Who asks how the service is does not wait until it has time.
        pool = self.probe_pool if channel.probes else self.tpool
        channel.hand_over(whole)
        answered = pool.submit(self.handle, channel)
        answered.add_done_callback(
            lambda future: self.method_queue.defer(self.finish_request, channel, future)
        )

    def handle_request(self, req: Any, conn: Channel) -> bool:
        """Answer a request, in a thread; whether the connection may serve another."""
        req.headers = [field for field in req.headers if field[0] not in HOP_BY_HOP]
        req._expected_100_continue = False  # Who had to be told has been.
        req.path = req.path or "/"  # Both are the same resource (RFC 9110, section 4.2.3).
        if not conn.whole or self.stopping:
            req.force_close()
        conn.sock.settimeout(self.settings.client_seconds)
        try:
            stays = bool(super().handle_request(req, conn))
            while stays and req.body.read(RECEIVE_BYTES):
                pass  # The next request begins behind a body that nobody wanted.
        except TimeoutError:
            self.log.debug("A client was too slow to take its answer.")
            return False
        except (NoMoreData, ParseException) as error:
            self.log.debug("A body that nobody wanted is malformed: %s", error)
            return False
        return stays

    def finish_request(self, conn: Channel, fs: Future[bool]) -> None:
        """Wait for the client's next request, or see it off."""
        conn.handed_over = 0
        if fs.cancelled() or fs.exception() is not None or not fs.result():
            self._see_off(conn)
            return
        conn.sock.setblocking(False)
        self._await_request(conn, self.cfg.keepalive)
        if leftover := conn.take_leftover():
            conn.deadline = time.monotonic() + self.settings.client_seconds
            self._look_at(conn, conn.arrival.add(leftover))

    def _give_up(self, channel: Channel) -> None:
        """Part from a client whose time is over; nothing is said to one that has asked nothing."""
        if channel.silent:
            self._close(channel)
        else:
            seconds = self.settings.client_seconds
            detail = f"The request did not come within {seconds} seconds."
            self._refuse(channel, "request_timeout", detail)

    def _refuse(self, channel: Channel, code: str, detail: str) -> None:
        self._stop_waiting(channel)
        try:
            refuse(channel.sock, code, detail, self.settings.allowed_origins)
        except OSError:
            self._close(channel)
        else:
            self._see_off(channel)

    def _see_off(self, channel: Channel) -> None:
        """Say that no more will come, and wait for the client to close (RFC 9112, section 9.6)."""
        channel.arrival = Arrival(0)
        try:
            channel.sock.setblocking(False)
            channel.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._close(channel)
        else:
            self._wait(channel, self._discard, self.settings.client_seconds)

    def _discard(self, channel: Channel, sock: socket.socket) -> None:
        try:
            size = len(sock.recv(RECEIVE_BYTES))
        except BlockingIOError:
            return
        except OSError:
            size = 0
        channel.discarded += size
        if size == 0 or channel.discarded > DISCARD_BYTES:
            self._close(channel)

    def _wait(self, channel: Channel, react: React, seconds: float) -> None:
        if self.stopping:
            seconds = min(seconds, PARTING_SECONDS)
        channel.deadline = time.monotonic() + seconds
        self.waiting[channel] = None
        self.poller.register(channel.sock, EVENT_READ, partial(self._react, react, channel))

    def _react(self, react: React, channel: Channel, sock: socket.socket) -> None:
        # What else happened in the same turn may have ended the waiting.
        if channel in self.waiting:
            react(channel, sock)

    def _stop_waiting(self, channel: Channel) -> None:
        del self.waiting[channel]
        self.poller.unregister(channel.sock)

    def _close(self, channel: Channel) -> None:
        if channel in self.waiting:
            self._stop_waiting(channel)
        self.open.discard(channel)
        channel.close()
