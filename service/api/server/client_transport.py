"""The transport as uvicorn has it: what it asks of the socket goes by way of the connection."""

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from service.api.server.connection import Connection


class ClientTransport(asyncio.Transport):
    """A transport that counts what is sent, and never closes on a client that still sends."""

    def __init__(self, connection: "Connection", socket: asyncio.Transport) -> None:
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
