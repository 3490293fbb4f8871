"""WSGI (PEP 3333): what the application is told of a request, and how its answer is sent."""

import logging
import sys
import time
from collections.abc import Callable
from email.utils import formatdate
from functools import lru_cache
from typing import Any
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment

from service.api.http.problems import CODES
from service.api.server.client_socket import ClientSocket
from service.api.server.connection import Address, Connection
from service.api.server.raw_error import send_raw_error
from service.api.server.request import IncomingRequest
from service.settings import Settings

NO_BODY = ("204", "304")
"""Answers with these statuses have no body, nor has any to HEAD (RFC 9110, section 6.4.1)."""

logger = logging.getLogger(__name__)


def respond(
    application: WSGIApplication,
    request: IncomingRequest,
    connection: Connection,
    settings: Settings,
    *,
    keeps_alive: bool,
    others: dict[str, Any],
) -> bool:
    """Have the application answer a request of which it is told `others` besides.

    Return whether another request may follow on the connection, as the client has been told; it is
    told so only if the connection may be kept, which `keeps_alive` says.
    """
    sock = connection.sock
    environ = make_environ(request, connection.client, connection.server)
    # The socket has the name that gunicorn's own workers give it.
    environ |= {"gunicorn.socket": sock, **others}
    response = Response(sock, environ, settings.keepalive_seconds, keeps_alive=keeps_alive)
    try:
        response.send(application, environ)
    except ConnectionError:
        return False  # The client has gone.
    except Exception:
        logger.exception("a request failed")
        if not response.head_sent:
            code = "internal_error"
            send_raw_error(connection, code, CODES[code][1], settings.allowed_origins)
        return False
    return response.keeps_alive


def make_environ(request: IncomingRequest, client: Address, server: Address) -> WSGIEnvironment:
    """Return the environ of a request between these addresses; the request loses its body."""
    head = request.head
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": head.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(head.path).decode("latin-1"),
        "QUERY_STRING": head.query.decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{head.version}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": request.take_body(),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    environ["SERVER_NAME"], environ["SERVER_PORT"] = _host_and_port(server)
    environ["REMOTE_ADDR"], environ["REMOTE_PORT"] = _host_and_port(client)
    for name, values in head.fields.items():
        # An underscore would pass for a hyphen; an offer of another protocol may be ignored.
        if b"_" not in name and name != b"upgrade":
            key = name.decode().upper().replace("-", "_")
            environ[f"HTTP_{key}"] = b",".join(values).decode("latin-1")
    for key in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        if f"HTTP_{key}" in environ:
            environ[key] = environ.pop(f"HTTP_{key}")
    if request.too_large:
        # What chunks announce counts as a length does.
        environ["CONTENT_LENGTH"] = str(min(request.body_size, sys.maxsize))
    return environ


def _host_and_port(address: Address) -> tuple[str, str]:
    return (address, "") if isinstance(address, str) else (str(address[0]), str(address[1]))


class Response:
    """The answer to one request, sent as the application makes it."""

    def __init__(
        self, sock: ClientSocket, environ: WSGIEnvironment, seconds: float, *, keeps_alive: bool
    ) -> None:
        """If the connection `keeps_alive`, its client is told for how many seconds it may rest."""
        self.keeps_alive = keeps_alive
        """Whether another request may follow on the connection, once the answer is complete."""
        self._sock, self._seconds = sock, seconds
        self._version: str = environ["SERVER_PROTOCOL"]
        self._omits_body = environ["REQUEST_METHOD"] == "HEAD"
        self._status: str | None = None
        self._headers: list[tuple[str, str]] = []
        self.head_sent = False
        """Whether the client has been told anything."""
        self._is_chunked = False

    def send(self, application: WSGIApplication, environ: WSGIEnvironment) -> None:
        """Have the application answer, and send what it says."""
        body = application(environ, self.start)
        try:
            for piece in filter(None, body):
                self.write(piece)
            if not self.head_sent:
                self.write(b"")
            if self._is_chunked:
                self._sock.sendall(b"0\r\n\r\n")
        finally:
            if hasattr(body, "close"):
                body.close()

    def start(
        self, status: str, headers: list[tuple[str, str]], error: Any = None, /
    ) -> Callable[[bytes], object]:
        """Take the status and the headers: `start_response` of PEP 3333."""
        if error and self.head_sent:
            raise error[1].with_traceback(error[2])
        assert error or self._status is None, "the application has started twice"
        self._status, self._headers = status, headers
        return self.write

    def write(self, data: bytes) -> None:
        """Send a piece of the body, and the head before the first one."""
        head = b"" if self.head_sent else self._make_head()
        self.head_sent = True
        if self._omits_body:
            data = b""
        elif self._is_chunked and data:
            data = b"%x\r\n%b\r\n" % (len(data), data)
        if head or data:
            self._sock.sendall(head + data)

    def _make_head(self) -> bytes:
        """Return the status line and the fields, and settle how the body is framed."""
        assert self._status is not None, "the application has not started"
        self._omits_body |= self._status[:3] in NO_BODY
        if not self._omits_body:
            has_length = any(name.lower() == "content-length" for name, _ in self._headers)
            self._is_chunked = not has_length and self._version != "HTTP/1.0"
            self.keeps_alive &= has_length or self._is_chunked
        fields = [("Date", http_date(int(time.time())))]
        if self.keeps_alive:
            # RFC 2068, section 19.7.1.1, and draft-thomson-hybi-http-timeout.
            fields += [("Connection", "keep-alive"), ("Keep-Alive", f"timeout={self._seconds}")]
        else:
            fields.append(("Connection", "close"))
        if self._is_chunked:
            fields.append(("Transfer-Encoding", "chunked"))
        lines = [f"{self._version} {self._status}"]
        lines += [f"{name}: {value}" for name, value in (*fields, *self._headers)]
        if any("\r" in line or "\n" in line for line in lines):
            raise ValueError("a line of the head has an end in its middle")
        return "\r\n".join([*lines, "", ""]).encode("latin-1")


@lru_cache(maxsize=1)
def http_date(seconds: int) -> str:
    """Return the time so many seconds after the epoch as in HTTP (RFC 9110, section 5.6.7)."""
    return formatdate(seconds, usegmt=True)
