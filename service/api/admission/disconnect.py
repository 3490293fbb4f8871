"""Whether the client of a request is still connected while the answer is worked out."""

import errno
import select
from collections.abc import Callable
from typing import Any
from wsgiref.types import WSGIEnvironment

from service.api.telemetry.progress import current_progress
from service.solver import Look

HALF_CLOSED = getattr(select, "POLLRDHUP", 0)
"""The event that the client sends no more; Linux reports it even behind bytes that are unread."""
GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"
"""An interim response, which a client of HTTP/1.1 ignores (RFC 9110, section 15.2)."""


class DisconnectDetector:
    """Detects that the client has disconnected, as far as the system knows without waiting.

    A client that sends no more may have gone or be waiting for the answer: the system reports the
    same of both. But a client that has gone resets the connection when something comes, so it is
    sent a little.
    """

    def __init__(self, environ: WSGIEnvironment, probe: Callable[[], object] | None = None) -> None:
        """Watch the client of this request; `probe` sends it something that changes nothing.

        It is called once at most, when it can be written. Without our server there is no socket to
        look at, and the client seems to listen for ever.
        """
        self._poll: Any = None
        self.address: str = environ.get("REMOTE_ADDR", "")
        self._socket = environ.get("gunicorn.socket")
        self._probe = probe or self._send_continue
        self._knows_interim = environ.get("SERVER_PROTOCOL") != "HTTP/1.0"
        self._half_closed = self._probed = False
        self._progress = current_progress()

    def check(self) -> None:
        """Raise `ConnectionResetError` when the client has gone."""
        self.is_writable()

    def wait(self, bell: int, seconds: float) -> None:
        """Wait for a file descriptor, or for the end of the client; see `Client`."""
        self.is_writable()
        poll = select.poll()
        poll.register(bell, select.POLLIN)
        if self._socket:  # What is known is no news; that the connection fails always is.
            poll.register(self._socket, 0 if self._half_closed else HALF_CLOSED)
        poll.poll(1000 * seconds)
        self.is_writable()

    def follow(self, look: Look) -> None:
        """Raise `ConnectionResetError` when the client has gone; it is told nothing else."""
        self.is_writable()

    def is_writable(self) -> bool:
        """Return whether a little can be written at once, and mark the progress of the request.

        Raises `ConnectionResetError`, as writing would, when the client has gone. A write alone
        does not tell: the first one after the end still succeeds.
        """
        self._progress.mark()
        if not self._socket:
            return True
        if self._poll is None:  # Most questions are answered before the first look.
            self._poll = select.poll()
            self._poll.register(self._socket, select.POLLOUT | HALF_CLOSED)
        events = sum(state for _, state in self._poll.poll(0))
        if events & ~(select.POLLOUT | HALF_CLOSED):
            raise _gone()
        writable = bool(events & select.POLLOUT)
        self._half_closed |= bool(events & HALF_CLOSED)
        if events & HALF_CLOSED and writable and not self._probed:
            self._probed = True
            self._probe()
        return writable

    def _send_continue(self) -> None:
        """Send an interim response; HTTP/1.0 has none, so there a half-closed client has gone."""
        assert self._socket
        if not self._knows_interim:
            raise _gone()
        try:
            self._socket.send(GO_ON)
        except OSError:
            raise _gone() from None


def _gone() -> ConnectionResetError:
    return ConnectionResetError(errno.ECONNRESET, "the client has closed the connection")
