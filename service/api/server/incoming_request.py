"""A request as it comes from uvicorn: its head is checked, its body is received, WSGI is told."""

import re
import sys
from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIEnvironment

from service.questions.refusals import CODES, RefusedError

TARGET_BYTES = 4094
"""The longest request target; larger questions have a body."""
MOST_FIELDS = 100
HOST = re.compile(rb"(\[[\w.:~!$&'()*+,;=-]+\]|([\w.~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(:[0-9]*)?")
"""The value of a Host field (RFC 9110, section 7.2, and RFC 3986, section 3.2.2)."""

Message = dict[str, Any]
"""An event of ASGI."""
Receive = Callable[[], Awaitable[Message]]


class IncomingRequest:
    """A request whose head has come."""

    def __init__(self, scope: dict[str, Any]) -> None:
        self.method: str = scope["method"]
        self.path: bytes = scope["raw_path"]
        self.is_old = scope["http_version"] == "1.0"
        """Whether the client knows neither chunks nor connections that last."""
        self.fields: dict[bytes, bytes] = {}
        """The values by name, joined by commas."""
        self._names = [name for name, _ in scope["headers"]]
        """The names of all fields in lower case."""
        for name, value in scope["headers"]:
            self.fields[name] = self.fields[name] + b"," + value if name in self.fields else value
        self.question_bytes = len(self.path) + len(scope["query_string"])
        """The size of what says what is asked: of the target and the body."""
        self.too_large = False
        """Whether the body is larger than it may be; then the rest is not waited for."""
        self.environ = self._make_environ(scope)

    def check(self) -> None:
        """Raise `RefusedError` for what the parser lets pass, and HTTP or this server does not."""
        if self.question_bytes > TARGET_BYTES:
            raise RefusedError("uri_too_long", f"The target has more than {TARGET_BYTES} bytes.")
        if len(self._names) > MOST_FIELDS:
            raise RefusedError("headers_too_large", f"There are more than {MOST_FIELDS} fields.")
        hosts = self._names.count(b"host")
        if hosts > 1 or not (hosts or self.is_old):
            raise RefusedError("bad_request", "The request needs one Host field.")
        if not HOST.fullmatch(self._lower(b"host")):
            raise RefusedError("bad_request", "The Host field names no host.")
        coding = self._lower(b"transfer-encoding")
        # With another coding besides, the chunks hold something else (RFC 9112, section 6.1).
        if coding and (coding != b"chunked" or self.is_old):
            raise RefusedError("not_implemented", CODES["not_implemented"][1])
        if self._lower(b"expect") not in (b"", b"100-continue"):
            raise RefusedError("expectation_failed", CODES["expectation_failed"][1])

    async def receive_body(self, receive: Receive, limit: int) -> bool:
        """Receive the body, and return whether the client is still there.

        What is over the limit is not kept; the application refuses it by its length.
        """
        body, size, more = bytearray(), int(self.fields.get(b"content-length", 0)), True
        while more and max(size, len(body)) <= limit:
            message = await receive()
            if message["type"] == "http.disconnect":
                return False
            body += message["body"]
            more = message["more_body"]
        size = max(size, len(body))
        self.too_large = size > limit
        self.question_bytes += len(body)
        if self.too_large:
            self.environ["CONTENT_LENGTH"] = str(min(size, sys.maxsize))
        self.environ["wsgi.input"] = BytesIO(body)
        return True

    def _lower(self, name: bytes) -> bytes:
        return self.fields.get(name, b"").strip().lower()

    def _make_environ(self, scope: dict[str, Any]) -> WSGIEnvironment:
        """Return what the application is told of the head (PEP 3333)."""
        server, client = (scope[side] or ("", "") for side in ("server", "client"))
        environ: WSGIEnvironment = {
            "REQUEST_METHOD": self.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(self.path).decode("latin-1"),
            "QUERY_STRING": scope["query_string"].decode("latin-1"),
            "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
            "SERVER_NAME": server[0],
            "SERVER_PORT": str(server[1] or ""),
            "REMOTE_ADDR": client[0],
            "REMOTE_PORT": str(client[1]),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input_terminated": True,
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }
        for name, value in self.fields.items():
            if b"_" not in name:  # It would pass for a hyphen.
                key = name.decode("latin-1").upper().replace("-", "_")
                prefix = "" if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else "HTTP_"
                environ[prefix + key] = value.decode("latin-1")
        return environ
