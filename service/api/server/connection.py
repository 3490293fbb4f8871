"""A client's connection: the main loop reads from it, and a thread writes the answer.

What is done with it are generators that yield the event of its socket that they wait for. When that
takes too long, a `TimeoutError` is thrown into them.
"""

import math
import socket
import time
from collections.abc import Generator
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

from service.api.admission.disconnect import GO_ON
from service.api.http.problems import ProblemError
from service.api.server.client_socket import ClientSocket
from service.api.server.request import IncomingRequest
from service.settings import Settings

RECEIVE_BYTES = 1 << 16
LINGER_BYTES = 32 << 20
"""How much is read and discarded after the last answer; to close earlier resets the connection,
and the client may not get to read that answer."""
NO_EVENT = 0

Address = tuple[Any, ...] | str
"""The address of a socket: host, port and more, or the path of a Unix socket."""


class Connection:
    """The connection, the request that arrives on it, and how long the client is waited for."""

    steps: Generator[object, None, None]
    """The generator that does all with the connection, from `accept` to `close`."""

    def __init__(
        self, settings: Settings, sock: ClientSocket, client: Address, server: Address
    ) -> None:
        self.sock, self.client, self.server = sock, client, server
        self.event = NO_EVENT
        """The event of the socket that is waited for."""
        self.deadline = math.inf
        """The time on the monotonic clock at which that wait has taken too long."""
        self.since = 0.0
        """The time at which it began."""
        self.request: IncomingRequest | None = None
        """The request that arrives, or is being answered."""
        self.lingers = False
        """Whether the last answer has been sent, so that closing loses nothing any more."""
        self._settings = settings

    @property
    def rests(self) -> bool:
        """Return whether the client has had all answers and has not asked again."""
        return self.sock.answered and not self.held and not self.lingers

    @property
    def held(self) -> int:
        """Return how many bytes take memory: they have arrived, or are still to be sent."""
        return (self.request.received if self.request else 0) + self.sock.unsent

    @property
    def addresses(self) -> tuple[str, str | None]:
        """Return the address of the client, or of its proxy, and `X-Forwarded-For` if it came."""
        fields = self.request.head.fields if self.request else {}
        forwarded = b",".join(fields.get(b"x-forwarded-for", ())).decode("latin-1")
        host = self.client if isinstance(self.client, str) else str(self.client[0])
        return host, forwarded or None

    @property
    def omits_body(self) -> bool:
        """Return whether the answer to the request, as far as it has come, is to have no body."""
        return self.request is not None and self.request.head.method == "HEAD"

    def receive(self, data: bytes, rest: float) -> Generator[int, None, IncomingRequest | None]:
        """Return the next request, which begins with `data`; None when there is none.

        It may begin within `rest` seconds. Raises `ProblemError` if it cannot be read, or does not
        arrive as a whole in time.
        """
        request = self.request = IncomingRequest(self._settings.max_body_bytes)
        self._wait(rest)
        while True:
            if data and not request.received:
                self._wait(self._settings.client_seconds)
            if data and request.feed(data):
                return request
            if request.expects_continue:
                self.sock.send(GO_ON)
            try:
                data = yield from self._read()
            except TimeoutError as error:
                if request.received:
                    raise ProblemError("request_timeout", str(error)) from None
                raise  # A client that has asked nothing is told nothing.
            if not data:
                request.end()
                return None

    def flush(self) -> Generator[int, None, None]:
        """Send what the system has not taken of an answer."""
        self._wait(self.sock.seconds_left)
        while self.sock.unsent:
            yield EVENT_WRITE
            self.sock.send_unsent()

    def linger(self) -> Generator[int, None, None]:
        """Say that no more will come, and read until the client closes (RFC 9112, section 9.6)."""
        self.sock.shutdown(socket.SHUT_WR)
        self._wait(self._settings.client_seconds)
        discarded = 0
        while discarded <= LINGER_BYTES and (data := (yield from self._read())):
            discarded += len(data)

    def _read(self) -> Generator[int, None, bytes]:
        """Return what arrives next, which is empty if no more will."""
        while True:
            yield EVENT_READ
            with suppress(BlockingIOError):
                return self.sock.recv(RECEIVE_BYTES, socket.MSG_DONTWAIT)

    def _wait(self, seconds: float) -> None:
        self.since = time.monotonic()
        self.deadline = self.since + seconds
