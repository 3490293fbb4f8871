"""Whether the client of a request is still connected while the answer is worked out."""

import errno
from collections.abc import Callable
from typing import Protocol
from wsgiref.types import WSGIEnvironment

from service.api.admission.bell import Bell
from service.api.telemetry.progress import current_progress
from service.solver import Look


class ConnectedClient(Protocol):
    """What the server tells of the client of a request."""

    gone: bool
    half_closed: bool
    """Whether it sends no more."""
    congested: bool
    """Whether it does not take what has been sent already."""
    on_leave: Callable[[], object] | None
    """What the server calls, in a thread of its own, when any of the first two changes."""

    def go_on(self) -> None:
        """Send an interim response, which a client of HTTP/1.1 ignores (RFC 9110, section 15.2)."""


class DisconnectDetector:
    """Detects that the client has disconnected, as far as the server knows without waiting.

    A client that sends no more may have gone or be waiting for the answer: the system reports the
    same of both. But a client that has gone resets the connection when something comes, so it is
    sent a little.
    """

    def __init__(self, environ: WSGIEnvironment, probe: Callable[[], object] | None = None) -> None:
        """Watch the client of this request; `probe` sends it something that changes nothing.

        Without our server the client seems to listen for ever.
        """
        self.address: str = environ.get("REMOTE_ADDR", "")
        self._client: ConnectedClient | None = environ.get("service.client")
        self._probe = probe
        self._knows_interim = environ.get("SERVER_PROTOCOL") != "HTTP/1.0"
        self._probed = False
        self._progress = current_progress()

    def check(self) -> None:
        """Raise `ConnectionResetError` when the client has gone."""
        self.is_writable()

    def wait(self, bell: Bell, seconds: float) -> None:
        """Wait for a bell, which the end of the client rings, too; see `Client`."""
        if self._client:
            self._client.on_leave = bell.ring
        self.check()
        bell.wait(seconds)
        if self._client:
            self._client.on_leave = None
        self.check()

    def follow(self, look: Look) -> None:
        """Raise `ConnectionResetError` when the client has gone; it is told nothing else."""
        self.check()

    def is_writable(self) -> bool:
        """Return whether the client takes what it is sent, and mark the progress of the request.

        Raises `ConnectionResetError` when it has gone.
        """
        self._progress.mark()
        if self._client is None:
            return True
        if self._client.gone:
            raise gone()
        writable = not self._client.congested
        if self._client.half_closed and writable and not self._probed:
            self._probed = True
            # Kept from the start, a method of its own would make a cycle for the garbage collector.
            (self._probe or self._go_on)()
        return writable

    def _go_on(self) -> None:
        """Send an interim response; HTTP/1.0 has none, so there a half-closed client has gone."""
        if not (self._client and self._knows_interim):
            raise gone()
        self._client.go_on()


def gone() -> ConnectionResetError:
    """Return the error of a client that has closed the connection, or has been cut off."""
    return ConnectionResetError(errno.ECONNRESET, "the client has closed the connection")
