"""A client's connection, of which the main loop reads and a thread only writes."""

from __future__ import annotations

import math
import socket
from typing import Any

from gunicorn.http import get_parser
from gunicorn.workers.gthread import TConn

from service.api.operations import OPERATIONS
from service.api.worker.arrival import Arrival

PROBES = tuple(f"GET {row.path} ".encode() for row in OPERATIONS if row.tag == "operate")
"""How requests for health, readiness and metrics begin."""


class Channel(TConn):
    """The connection, the request that arrives on it, and how long the client is waited for."""

    def __init__(self, cfg: Any, sock: socket.socket, client: Any, server: Any) -> None:
        super().__init__(cfg, sock, client, server)
        # The parser gets the bytes from here and finds the end behind them: it cannot wait.
        self.parser = get_parser(cfg, (), client)
        self.initialized = True
        self.arrival = Arrival(0)
        self.whole = False
        """Whether all of the request that is being answered has been read."""
        self.deadline = math.inf
        self.handed_over = 0
        """Bytes of the request that is being answered, or is to be."""
        self.discarded = 0

    def take_leftover(self) -> bytes:
        """What came behind the request that was answered: the beginning of the next."""
        leftover: bytes = self.parser.unreader.take_buffered()
        return leftover

    def hand_over(self, whole: bool) -> None:
        """Give what has arrived to the parser."""
        self.whole = whole
        self.handed_over = len(self.arrival.received)
        self.parser.unreader.unread(bytes(self.arrival.received))
        self.arrival.received.clear()

    @property
    def probes(self) -> bool:
        """Whether what has arrived asks how the service is."""
        return self.arrival.received.startswith(PROBES)

    @property
    def held(self) -> int:
        """Bytes that have come and take memory."""
        return self.handed_over + len(self.arrival.received)

    @property
    def silent(self) -> bool:
        """Whether nothing of a request has come."""
        return not self.arrival.received
