"""A client's socket, on which an answer can be written without waiting for the client."""

import errno
import select
import socket
import time
from collections import deque
from threading import BoundedSemaphore
from typing import NoReturn

from service.api.telemetry.progress import current_progress

MOST_UNSENT_BYTES = 1 << 20
"""The most bytes that are kept for one client, which all answers fit but those to batches. A thread
waits until fewer are left."""
LEAST_RATE = 1 << 18
"""The bytes a second that a client must take, once its time to take an answer is over."""
PERMIT_SECONDS = 1.0
"""How long a thread may wait for a permit to wait; then the client is cut off."""


class ClientSocket(socket.socket):
    """A socket that keeps what the system does not take at once; `send_unsent` sends it later."""

    def __init__(
        self, accepted: socket.socket, client_seconds: float, permits: BoundedSemaphore
    ) -> None:
        """A thread that waits for this client holds one of the `permits`."""
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        self.answered = False
        """Whether anything of the answer to the last request has been handed over."""
        self.unsent = 0
        """The bytes of answers that the system has not taken yet."""
        self._pieces: deque[memoryview] = deque()
        self._client_seconds, self._permits = client_seconds, permits
        self._deadline = 0.0

    @property
    def seconds_left(self) -> float:
        """Return the seconds that the client may take for what is unsent."""
        return self._client_seconds + self.unsent / LEAST_RATE

    def sendall(self, data: bytes, flags: int = 0) -> None:  # type: ignore[override]
        """Send as much as can be sent at once; wait only as long as far too much is unsent."""
        self.answered = True
        current_progress().mark()
        if not self.unsent:
            self._deadline = time.monotonic() + self._client_seconds
        self._pieces.append(memoryview(data))
        self.unsent += len(data)
        self._deadline += len(data) / LEAST_RATE
        self.send_unsent()
        if self.unsent > MOST_UNSENT_BYTES:
            self._wait_until_taken()

    def send_unsent(self) -> None:
        """Send what is unsent, as far as the system takes it.

        Raises `ConnectionResetError` if the client has gone.
        """
        try:
            while self._pieces:
                sent = self.send(self._pieces[0], socket.MSG_DONTWAIT)
                self.unsent -= sent
                self._pieces[0] = self._pieces[0][sent:]
                if not self._pieces[0]:
                    self._pieces.popleft()
        except BlockingIOError:
            pass
        except OSError as error:
            self._cut_off(str(error))

    def _wait_until_taken(self) -> None:
        if not self._permits.acquire(timeout=PERMIT_SECONDS):
            self._cut_off("too many clients take their answers slowly")
        try:
            poll = select.poll()
            poll.register(self, select.POLLOUT)
            while self.unsent > MOST_UNSENT_BYTES:
                left = self._deadline - time.monotonic()
                if left <= 0:
                    self._cut_off("the client takes its answer too slowly")
                # The request does not hang, for this waiting has an end.
                current_progress().mark()
                if poll.poll(1000 * min(left, PERMIT_SECONDS)):
                    self.send_unsent()
        finally:
            self._permits.release()

    def _cut_off(self, reason: str) -> NoReturn:
        """Forget what is unsent, and end the answer as if the client had gone."""
        self._pieces.clear()
        self.unsent = 0
        raise ConnectionResetError(errno.ECONNRESET, reason)
