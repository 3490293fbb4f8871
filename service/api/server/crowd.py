"""All connections of a worker: how many there may be, and who has to leave for others."""

import asyncio
import resource
import time
from collections.abc import Callable
from itertools import islice
from typing import Protocol

from service.settings import Settings

MOST_UNREAD_BYTES = 1 << 16
"""How many bytes of a connection may wait to be parsed before no more are received."""
MOST_HELD_BYTES = 32 << 20
"""The bytes that are kept for all clients, or room for four of the largest requests. Beyond that
the slowest clients are disconnected."""
OTHER_FILES = 64
"""The number of file descriptors that are left for other things than connections."""
SPARE_CONNECTIONS = 1024
"""How many more than may stay are let in for a moment, for a live client asks at once."""
CROWDED_SHARE = 0.9
"""From this share of the connections that may be open on, an answer ends its connection."""

EAGER_AT_ONCE = 8
"""How many clients that do not wait for an answer before they ask more go on in a turn of the loop:
others, whose connections are accepted in later turns, wait for all that is done in one."""


class Member(Protocol):
    """A connection as the crowd sees it."""

    @property
    def held(self) -> int:
        """Return how many bytes take memory: they have arrived, or are still to be sent."""

    @property
    def waits_for_client(self) -> bool:
        """Return whether the client is to send or to take something."""

    @property
    def waits_since(self) -> float:
        """Return the time from which on the client is waited for."""

    def parse(self) -> None:
        """Go on with what has been received."""

    def look(self, now: float, *, crowded: bool) -> None:
        """Give the client up if it is late."""

    def hasten(self) -> None:
        """Wait only briefly from now on for a client that has asked nothing."""

    def make_room(self) -> None:
        """Give up a client that sends or takes slowly."""

    def leave(self) -> None:
        """Close the connection at once, whatever is unsent."""


class Crowd:
    """The connections of a worker."""

    def __init__(self, settings: Settings, client_name: Callable[..., str]) -> None:
        """In the log a client has the `client_name` of its address."""
        self.settings, self.client_name = settings, client_name
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        # A bell, which is a pipe, for each search that has a slot or waits for one.
        files = max(files - OTHER_FILES - 2 * settings.most_waiting, 1)
        self._limit = min(settings.max_connections, files)
        self._limit_at_once = min(self._limit + SPARE_CONNECTIONS, files)
        self._held_limit = max(MOST_HELD_BYTES, 4 * settings.max_body_bytes)
        self.connections: dict[Member, None] = {}
        """The earliest first."""
        self.unheard: dict[Member, None] = {}
        """Those whose client has not asked anything yet, as a whole."""
        self.lingering: dict[Member, None] = {}
        """Those that have had their last answer."""
        self.eager: dict[Member, None] = {}
        """Those whose client has asked more before it was answered, the next one first."""
        self.ends_connections = False
        """Whether every answer is the last one on its connection."""
        self.stopping = False
        """Whether no more are accepted."""

    @property
    def is_dense(self) -> bool:
        """Return whether answers are to end their connections."""
        return self._count >= CROWDED_SHARE * self._limit

    @property
    def _count(self) -> int:
        return len(self.connections) - len(self.lingering)

    def add(self, connection: Member) -> None:
        """Let a connection in, in the place of another one if need be."""
        self.connections[connection] = self.unheard[connection] = None
        if len(self.connections) > self._limit_at_once:
            next(iter(self.lingering or self.unheard)).leave()

    def remove(self, connection: Member) -> None:
        """Forget a connection that has been closed."""
        for group in (self.connections, self.unheard, self.lingering, self.eager):
            group.pop(connection, None)

    def queue(self, connection: Member) -> None:
        """Let a connection go on when it is its turn."""
        if not self.eager:
            asyncio.get_running_loop().call_soon(self._let_go_on)
        self.eager[connection] = None

    def _let_go_on(self) -> None:
        for connection in list(islice(self.eager, EAGER_AT_ONCE)):
            del self.eager[connection]
            connection.parse()
        if self.eager:
            asyncio.get_running_loop().call_soon(self._let_go_on)

    def look(self) -> None:
        """Give up the clients that have sent or taken too little; called a few times a second."""
        now, crowded = time.monotonic(), self._count > self._limit
        for connection in list(self.connections):
            connection.look(now, crowded=crowded)

    def stop(self) -> None:
        """Wait only briefly for clients that ask nothing, for no more are accepted."""
        self.ends_connections = self.stopping = True
        for connection in self.connections:
            connection.hasten()

    def make_room(self) -> None:
        """Disconnect clients that send or take slowly while more bytes are kept than may be."""
        excess = sum(connection.held for connection in self.connections) - self._held_limit
        if excess <= 0:
            return
        waiting = [client for client in self.connections if client.waits_for_client]
        large = [client for client in waiting if client.held > MOST_UNREAD_BYTES]
        for connection in sorted(large, key=lambda client: client.waits_since):
            if excess <= 0:
                break
            excess -= connection.held
            connection.make_room()
