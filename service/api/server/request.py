"""A request (RFC 9112) that comes little by little; gunicorn's own push parser reads its head."""

from __future__ import annotations

import re
import sys
from collections.abc import Generator
from io import BytesIO

from gunicorn.asgi import parser as gunicorn
from gunicorn.util import split_request_uri

from service.api.http.problems import CODES, ProblemError
from service.api.server.chunks import read_chunks

LINE_BYTES = 4094
"""Of the first line, as gunicorn has it for WSGI; larger questions have a body."""
HEAD_BYTES = 65_536
"""A longer head is refused; gunicorn would take 800 kB of it from everyone."""
CHUNKED_OVERHEAD = 2
"""Times the largest body that its chunks may take."""
HOP_BY_HOP = frozenset((b"upgrade", b"http2-settings"))
"""Offers to change the protocol, which a server may ignore (RFC 9110, section 7.8)."""

HOST = re.compile(
    rb"(?:\[[0-9A-Za-z:.%_~!$&'()*+,;=-]+\]|(?:[0-9A-Za-z._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)"
    rb"(?::[0-9]*)?"
)
"""An address in brackets or a name, which may be empty, and a port (RFC 3986, section 3.2.2)."""
MALFORMED = CODES["bad_request"][1].rstrip(".")

CODE_OF_ERROR = {
    gunicorn.LimitRequestLine: "uri_too_long",
    gunicorn.LimitRequestHeaders: "headers_too_large",
    gunicorn.UnsupportedTransferCoding: "not_implemented",
}


class WholeRequest(gunicorn.CallbackRequest):
    """A request as gunicorn makes a WSGI environment of it."""

    body: BytesIO
    _expected_100_continue = False  # Who had to be told has been.


class IncomingRequest:
    """What has come of a request, and of whatever follows it."""

    def __init__(self, most_body_bytes: int) -> None:
        self.received = 0
        """Bytes, which take memory until the request is answered."""
        self.too_large = False
        """Whether it is over before its end, for the body is larger than may be."""
        self.expects_continue = False
        """Whether the client now waits to be told to send the body (RFC 9110, section 10.1.1)."""
        self._most = most_body_bytes
        # gunicorn reads the head alone, and leaves what follows as it is.
        self._parser = gunicorn.PythonProtocol(
            on_headers_complete=lambda: True, limit_request_line=LINE_BYTES
        )
        self._request: WholeRequest | None = None
        """What the head says, once it has come."""
        self._incoming, self._body = bytearray(), bytearray()
        """What has come after the head and has not been read, and the body so far."""
        # No method of this object: the bytes would stay until the next collection of cycles.
        self._reader: Generator[int, None, None]
        """Reads the body; it yields how large that will be at least."""
        self._size = 0

    def add(self, data: bytes) -> bool:
        """Take what came next; whether that is enough. Raises `ProblemError` if it is malformed."""
        self.received += len(data)
        self.expects_continue = False
        if self._request:
            self._incoming += data
        elif not self._add_to_head(data):
            return False
        try:
            self._size = max(next(self._reader), len(self._body))
        except StopIteration:
            self.too_large = len(self._body) > self._most
            return True
        self.too_large = self._size > self._most
        if self.received > HEAD_BYTES + CHUNKED_OVERHEAD * self._most and not self.too_large:
            raise ProblemError("body_too_large", "The body comes in too many chunks, or trailers.")
        return self.too_large

    def _add_to_head(self, data: bytes) -> bool:
        """Take a part of the head; whether all of it has come."""
        parser = self._parser
        try:
            parser.feed(data)
            if not parser.is_complete:
                if self.received > HEAD_BYTES:
                    raise ProblemError("headers_too_large", "The head of the request is too long.")
                return False
            request = WholeRequest.from_parser(parser)
            address = split_request_uri(request.uri)
        except (gunicorn.ParseError, ValueError) as error:
            raise _refused(CODE_OF_ERROR.get(type(error), "bad_request"), error) from None
        # No path and "/" are the same resource (RFC 9110, section 4.2.3).
        request.path, request.query = address.path or "/", address.query
        self.expects_continue = _check(request)
        self._request = request
        self._incoming += parser.remaining()
        self._reader = (
            read_chunks(self._incoming, self._body)
            if request.chunked
            else read_length(request.content_length, self._incoming, self._body)
        )
        del self._parser  # It has a copy of what has come after the head.
        return True

    def end(self) -> None:
        """No more will come. Raises `ProblemError` if the head has come, but not all of a body."""
        if self._request:
            chunks, come = self._request.chunked, len(self._body)
            missing = f"{come} of {self._request.content_length} bytes"
            missing = "the end of its chunks" if chunks else missing
            raise ProblemError("incomplete_body", f"The body ended after {missing}.")

    def asks(self, *paths: bytes) -> bool:
        """Whether it wants to see one of these paths, whatever the query."""
        return self.whole.method in ("GET", "HEAD") and self.path in paths

    @property
    def whole(self) -> WholeRequest:
        """The request; it has its body only once that has come and been taken."""
        assert self._request, "the head has not come"
        return self._request

    @property
    def path(self) -> bytes:
        """What it is sent to, without the query."""
        path: bytes = self.whole.raw_path
        return path

    @property
    def asked(self) -> int:
        """Bytes that say what is asked: neither headers nor what follows."""
        return len(self.whole.uri) + len(self._body)

    @property
    def leftover(self) -> bytes:
        """The beginning of the next request."""
        return bytes(self._incoming)

    def take(self, last: bool) -> WholeRequest:
        """The request, which keeps its body from now on; `last` if no other is to follow it."""
        request = self.whole
        request.headers_bytes = [
            (name, value)
            for name, value in request.headers_bytes
            if name not in HOP_BY_HOP and b"_" not in name  # Which would pass for a hyphen.
        ]
        request.must_close |= last or self.too_large
        if self.too_large and request.chunked:
            # The application is told what the chunks say as it would be told of a length.
            request.headers_bytes.append((b"content-length", b"%d" % min(self._size, sys.maxsize)))
        request.body = BytesIO(self._body)
        self._body.clear()
        return request


def _check(request: WholeRequest) -> bool:
    """Whether its client waits to be told to send the body.

    Raises `ProblemError` for what gunicorn's parser lets pass.
    """

    def values_of(name: bytes) -> list[bytes]:
        return [value.lower() for field, value in request.headers_bytes if field == name]

    hosts = values_of(b"host")
    if not hosts and request.version > (1, 0):
        raise ProblemError("bad_request", f"{MALFORMED}: HTTP/1.1 needs a Host field.")
    if not all(map(HOST.fullmatch, hosts)):
        raise ProblemError("bad_request", f"{MALFORMED}: the Host field names no host.")
    # With another coding besides, the chunks hold something else (RFC 9112, section 6.1).
    if request.chunked and values_of(b"transfer-encoding") != [b"chunked"]:
        raise ProblemError("not_implemented", CODES["not_implemented"][1])
    expected = values_of(b"expect")
    if expected not in ([], [b"100-continue"]):
        raise ProblemError("expectation_failed", CODES["expectation_failed"][1])
    return bool(expected) and request.version > (1, 0)


def read_length(length: int, incoming: bytearray, body: bytearray) -> Generator[int, None, None]:
    """Move so many bytes from `incoming` to `body`; it yields their number until they have come."""
    while True:
        piece = incoming[: length - len(body)]
        body += piece
        del incoming[: len(piece)]
        if len(body) == length:
            return
        yield length


def _refused(code: str, error: Exception) -> ProblemError:
    return ProblemError(code, f"{CODES[code][1].rstrip('.')}: {error}.")
