"""The transport as uvicorn has it: what it asks of the socket goes by way of the connection."""

import asyncio
from typing import Any, Protocol


class Owner(Protocol):
    """A connection as its transport sees it."""

    sent: int
    """The bytes of all answers."""
    paused: bool
    """Whether nothing is parsed for now."""
    lingers: bool
    """Whether all has been said."""

    def end(self) -> None:
        """Say no more, and read until the client closes."""

    def parse_soon(self) -> None:
        """Go on to parse what has been received."""


class ClientTransport(asyncio.Transport):
    """A transport that counts what is sent, and never closes on a client that still sends."""

    def __init__(self, connection: Owner, socket: asyncio.Transport) -> None:
        super().__init__()
        self._connection, self._socket = connection, socket

    def write(self, data: Any) -> None:
        """Send some bytes as soon as the client takes them."""
        if not self.is_closing():
            self._connection.sent += len(data)
            self._socket.write(data)

    def close(self) -> None:
        """Send no more, see `Connection.end`."""
        self._connection.end()

    def is_closing(self) -> bool:
        """Return whether no more can be sent."""
        return self._connection.lingers or self._socket.is_closing()

    def pause_reading(self) -> None:
        """Let what is received wait."""
        self._connection.paused = True

    def resume_reading(self) -> None:
        """Go on with what has been received."""
        self._connection.paused = False
        self._connection.parse_soon()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return what the socket tells of itself."""
        return self._socket.get_extra_info(name, default)
