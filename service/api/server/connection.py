"""A client's connection, of which the main loop reads and a thread only writes.

What is done with it are generators that yield the event of its socket that they wait for. When that
takes too long they get a `TimeoutError`.
"""

from __future__ import annotations

import math
import socket
import time
from collections.abc import Generator
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

from gunicorn.workers.gthread import TConn

from service.api.admission.disconnect import GO_ON
from service.api.http.problems import ProblemError
from service.api.server.client_socket import ClientSocket
from service.api.server.request import IncomingRequest
from service.settings import Settings

RECEIVE_BYTES = 1 << 16
DISCARD_BYTES = 32 << 20
"""Read of what nobody wants, so that the client gets to read why: closing earlier resets."""
NO_EVENT = 0


class Connection(TConn):
    """The connection, the request that comes on it, and how long the client is waited for."""

    sock: ClientSocket
    life: Generator[object, None, None]
    """All that is done with it, from beginning to end."""

    def __init__(self, settings: Settings, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.initialized = True  # There is nothing that a thread would have to wait for.
        self.event = NO_EVENT
        """What of its socket is waited for."""
        self.deadline = math.inf
        """When that has taken too long."""
        self.request: IncomingRequest | None = None
        """The one that comes, or is being answered."""
        self.parting = False
        """Whether the last answer has been sent, so that closing loses nothing any more."""
        self._settings = settings

    @property
    def held(self) -> int:
        """Bytes that have come, or are to go, and take memory."""
        return (self.request.received if self.request else 0) + self.sock.owed

    def receive(self, data: bytes, rest: float) -> Generator[int, None, IncomingRequest | None]:
        """The next request, of which `data` has come already; None when there is none.

        It may begin within `rest` seconds. Raises `ProblemError` if it cannot be read, or does not
        come to its end in time.
        """
        request = self.request = IncomingRequest(self._settings.max_body_bytes)
        self._wait(rest)
        while True:
            if data and not request.received:
                self._wait(self._settings.client_seconds)
            if data and request.add(data):
                return request
            if request.expects_continue:
                self.sock.send(GO_ON)
            try:
                data = yield from self._read()
            except TimeoutError as error:
                if request.received:
                    raise ProblemError("request_timeout", str(error)) from None
                raise  # Who has asked nothing is told nothing.
            if not data:
                request.end()
                return None

    def deliver(self) -> Generator[int, None, None]:
        """Send what the system has not taken at once of an answer."""
        self._wait(self.sock.seconds_left)
        while self.sock.owed:
            yield EVENT_WRITE
            self.sock.send_owed()

    def see_off(self) -> Generator[int, None, None]:
        """Say that no more will come, and wait for the client to close (RFC 9112, section 9.6)."""
        self.sock.shutdown(socket.SHUT_WR)
        self._wait(self._settings.client_seconds)
        discarded = 0
        while discarded <= DISCARD_BYTES and (data := (yield from self._read())):
            discarded += len(data)

    def _read(self) -> Generator[int, None, bytes]:
        """What comes next; nothing if no more will."""
        while True:
            yield EVENT_READ
            with suppress(BlockingIOError):
                return self.sock.recv(RECEIVE_BYTES, socket.MSG_DONTWAIT)

    def _wait(self, seconds: float) -> None:
        self.deadline = time.monotonic() + seconds
