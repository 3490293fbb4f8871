"""A client's socket, on which an answer can be written without waiting for the client."""

from __future__ import annotations

import errno
import select
import socket
import time
from collections import deque
from threading import BoundedSemaphore
from typing import NoReturn

from service.api.telemetry.progress import current_progress

MOST_OWED_BYTES = 1 << 20
"""Of one client; any answer but that to a batch is smaller. A thread waits until it is less."""
LEAST_RATE = 1 << 18
"""Bytes a second that a client must take, once its time to take an answer is over."""
PLACE_SECONDS = 1.0
"""How long a thread may wait for leave to wait; then the client is cut off."""


class ClientSocket(socket.socket):
    """What the system does not take at once is owed, and sent by whoever calls `send_owed`."""

    def __init__(
        self, accepted: socket.socket, client_seconds: float, places: BoundedSemaphore
    ) -> None:
        """`places` is for the few threads that may wait for clients at once."""
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        self.arrived = time.monotonic()
        """When all of the request being answered had come; its time begins then."""
        self.heavy = False
        """Whether that request asks for much work."""
        self.answered = False
        """Whether anything of its answer has been handed over."""
        self.owed = 0
        """Bytes of answers that have still to be sent."""
        self._pieces: deque[memoryview] = deque()
        self._client_seconds, self._places = client_seconds, places
        self._deadline = 0.0

    @property
    def seconds_left(self) -> float:
        """How long the client may take for what is owed."""
        return self._client_seconds + self.owed / LEAST_RATE

    def sendall(self, data: bytes, flags: int = 0) -> None:  # type: ignore[override]
        """Send as much as can be sent at once; wait only as long as far too much is owed."""
        self.answered = True
        current_progress().mark()
        if not self.owed:
            self._deadline = time.monotonic() + self._client_seconds
        self._pieces.append(memoryview(data))
        self.owed += len(data)
        self._deadline += len(data) / LEAST_RATE
        self.send_owed()
        if self.owed > MOST_OWED_BYTES:
            self._wait_until_taken()

    def send_owed(self) -> None:
        """Send what is owed, as far as that can be done at once."""
        try:
            while self._pieces:
                sent = self.send(self._pieces[0], socket.MSG_DONTWAIT)
                self.owed -= sent
                self._pieces[0] = self._pieces[0][sent:]
                if not self._pieces[0]:
                    self._pieces.popleft()
        except BlockingIOError:
            pass
        except OSError:
            self._forget()
            raise

    def _wait_until_taken(self) -> None:
        if not self._places.acquire(timeout=PLACE_SECONDS):
            self._cut_off()
        try:
            poll = select.poll()
            poll.register(self, select.POLLOUT)
            while self.owed > MOST_OWED_BYTES:
                left = self._deadline - time.monotonic()
                if left <= 0:
                    self._cut_off()
                # This is no hanging, for it has an end.
                current_progress().mark()
                if poll.poll(1000 * min(left, PLACE_SECONDS)):
                    self.send_owed()
        finally:
            self._places.release()

    def _cut_off(self) -> NoReturn:
        self._forget()
        # As if it had gone, which gunicorn makes no fuss about.
        raise ConnectionResetError(errno.ECONNRESET, "the client takes its answer too slowly")

    def _forget(self) -> None:
        self._pieces.clear()
        self.owed = 0
