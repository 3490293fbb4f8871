"""The client of a request, looked at while the answer is still being worked out."""

from __future__ import annotations

import errno
import select
from collections.abc import Callable
from typing import Any
from wsgiref.types import WSGIEnvironment

from service.api.telemetry.progress import current_progress
from service.solver import Look

HALF_CLOSED = getattr(select, "POLLRDHUP", 0)
"""The client sends no more, which on Linux is seen even behind bytes that nobody has read."""
GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"
"""What a client of HTTP/1.1 may be sent before its answer, and ignores (RFC 9110, section 15.2)."""


class DisconnectDetector:
    """Whether the client is still there, as far as the operating system knows without waiting.

    Who sends no more may have gone or be waiting for the answer: the system says the same of both.
    But one that has gone resets the connection when something comes, so it is sent a little.
    """

    def __init__(self, environ: WSGIEnvironment, knock: Callable[[], object] | None = None) -> None:
        """`knock` sends something that changes nothing; called once at most, if it can be written.

        Without gunicorn there is no socket to look at: the client seems to listen for ever.
        """
        self._poll: Any = None
        self.address: str = environ.get("REMOTE_ADDR", "")
        self._socket = environ.get("gunicorn.socket")
        self._knock = knock or self._say_go_on
        self._may_go_on = environ.get("SERVER_PROTOCOL") != "HTTP/1.0"
        self._knocked = False
        self._progress = current_progress()

    def wait(self) -> None:
        """Raises `ConnectionResetError` when the client has gone."""
        self.takes_more()

    def follow(self, look: Look) -> None:
        """The same; how the search gets on is of no interest to a client that is sent no more."""
        self.takes_more()

    def takes_more(self) -> bool:
        """Whether a little can be written at once.

        Raises `ConnectionResetError`, as writing would, when the client has gone. A write alone
        does not tell: the first one after the end still succeeds. Who asks gets on, in any thread.
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
        if events & HALF_CLOSED and writable and not self._knocked:
            self._knocked = True
            self._knock()
        return writable

    def _say_go_on(self) -> None:
        """HTTP/1.0 has nothing to be said before the answer: who sends no more counts as gone."""
        assert self._socket
        if not self._may_go_on:
            raise _gone()
        try:
            self._socket.send(GO_ON)
        except OSError:
            raise _gone() from None


def _gone() -> ConnectionResetError:
    return ConnectionResetError(errno.ECONNRESET, "the client has closed the connection")
