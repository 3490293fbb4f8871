"""A service that answers as a test wants it to."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from tests.support.http_server import served_by

Reply = tuple[int, dict[str, str], bytes]
"""A status, headers and a body."""


@contextmanager
def server_of(replies: list[Reply]) -> Iterator[str]:
    """Provide the address of a server that gives these replies, each once, and takes them away."""

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status, headers, body = replies.pop(0)
            self.send_response(status)
            for name, value in (headers | {"Content-Length": str(len(body))}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = answer  # noqa: N815

    with served_by(Handler) as url:
        yield url
