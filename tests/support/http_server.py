"""A small HTTP server of the tests' own, for what is not the service."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


@contextmanager
def served_by(
    handler: type[BaseHTTPRequestHandler], host: str = "127.0.0.1", port: int = 0
) -> Iterator[str]:
    """Provide the address of a server, on the loopback interface, that a handler answers for."""
    silent = {"log_message": lambda *_: None}
    server = ThreadingHTTPServer((host, port), type("Silent", (handler,), silent))
    # It looks so often, in seconds, whether it shall end.
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://{host}:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
