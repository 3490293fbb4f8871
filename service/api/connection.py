"""The client of a request, looked at while the answer is still being worked out."""

from __future__ import annotations

import errno
import select
from wsgiref.types import WSGIEnvironment

from service.solver import Look

HALF_CLOSED = getattr(select, "POLLRDHUP", 0)
"""The client sends no more, which on Linux is seen even behind bytes that nobody has read."""


class Connection:
    """What the operating system knows of the client, asked without waiting."""

    def __init__(self, environ: WSGIEnvironment) -> None:
        """Without gunicorn there is no socket to look at: the client seems to listen for ever."""
        self._poll = select.poll()
        self._known = "gunicorn.socket" in environ
        if self._known:
            self._poll.register(environ["gunicorn.socket"], select.POLLOUT | HALF_CLOSED)

    def wait(self) -> None:
        """Raises `ConnectionResetError` when the client has closed the connection."""
        self.takes_more()

    def follow(self, look: Look) -> None:
        """The same; how the search gets on is of no interest to a client that is sent no more."""
        self.takes_more()

    def takes_more(self) -> bool:
        """Whether a little can be written at once.

        Raises `ConnectionResetError`, as writing would, when the client has closed the connection.
        A write alone does not tell: the first one after the end still succeeds.
        """
        if not self._known:
            return True
        events = sum(state for _, state in self._poll.poll(0))
        if events & ~select.POLLOUT:
            raise ConnectionResetError(errno.ECONNRESET, "the client has closed the connection")
        return bool(events & select.POLLOUT)
