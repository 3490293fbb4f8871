"""A server that is no Redis: it says what a test wants, to everyone who connects."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

Manners = Callable[[socket.socket, Event], None]
"""A function that handles a connection until the event is set."""


class Impostor:
    """The address at which it listens, and the number of connections so far."""

    def __init__(self, listener: socket.socket) -> None:
        self.url = f"redis://127.0.0.1:{listener.getsockname()[1]}/0"
        self.connections = 0


@contextmanager
def impostor(manners: Manners) -> Iterator[Impostor]:
    """Provide an impostor that listens meanwhile."""
    stop = Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        found = Impostor(listener)
        thread = Thread(target=_serve, args=(listener, manners, found, stop), daemon=True)
        thread.start()
        try:
            yield found
        finally:
            stop.set()
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


def _serve(listener: socket.socket, manners: Manners, found: Impostor, stop: Event) -> None:
    while not stop.is_set():
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        found.connections += 1
        Thread(target=_handle, args=(connection, manners, stop), daemon=True).start()


def _handle(connection: socket.socket, manners: Manners, stop: Event) -> None:
    with connection, suppress(OSError):
        manners(connection, stop)


def says(reply: bytes, after_seconds: float = 0.0) -> Manners:
    """Return manners that answer every command with the same bytes, as late as is said."""

    def answer(connection: socket.socket, stop: Event) -> None:
        connection.settimeout(0.1)
        while not stop.is_set():
            try:
                if not connection.recv(1 << 16):
                    return
            except TimeoutError:
                continue
            stop.wait(after_seconds)
            connection.sendall(reply)

    return answer


def hang_up(connection: socket.socket, stop: Event) -> None:
    """Close the connection at once."""


def keep_silent(connection: socket.socket, stop: Event) -> None:
    """Send nothing."""
    stop.wait()
