"""A request (RFC 9112) that comes little by little, read by gunicorn's own push parser."""

from __future__ import annotations

from io import BytesIO

from gunicorn.asgi import parser as gunicorn
from gunicorn.util import split_request_uri

from service.api.http.problems import CODES, ProblemError

LINE_BYTES = 4094
"""Of the first line, as gunicorn has it for WSGI; larger questions have a body."""
HEAD_BYTES = 65_536
"""A longer head is refused; gunicorn would take 800 kB of it from everyone."""
CHUNKED_OVERHEAD = 2
"""Times the largest body that its chunks may take."""
HOP_BY_HOP = frozenset((b"upgrade", b"http2-settings"))
"""Offers to change the protocol, which a server may ignore (RFC 9110, section 7.8)."""

CODE_OF_ERROR = {
    gunicorn.LimitRequestLine: "uri_too_long",
    gunicorn.LimitRequestHeaders: "headers_too_large",
    gunicorn.UnsupportedTransferCoding: "not_implemented",
    gunicorn.InvalidChunkSize: "incomplete_body",
    gunicorn.InvalidChunkExtension: "incomplete_body",
    gunicorn.ChunkMissingTerminator: "incomplete_body",
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
        self._body = bytearray()
        # No method of this object: the bytes would stay until the next collection of cycles.
        self._parser = gunicorn.PythonProtocol(
            on_body=self._body.extend, limit_request_line=LINE_BYTES
        )

    def add(self, data: bytes) -> bool:
        """Take what came next; whether that is enough. Raises `ProblemError` if it is malformed."""
        parser, begun = self._parser, bool(self._parser.headers)
        self.received += len(data)
        try:
            parser.feed(data)
        except (gunicorn.ParseError, ValueError) as error:
            raise _refused(CODE_OF_ERROR.get(type(error), "bad_request"), error) from None
        self.expects_continue = not begun and self._expects()
        if not (parser.is_complete or parser.headers) and self.received > HEAD_BYTES:
            raise ProblemError("headers_too_large", "The head of the request is too long.")
        if not parser.is_complete and self.received > HEAD_BYTES + CHUNKED_OVERHEAD * self._most:
            raise ProblemError("body_too_large", "The body comes in too many chunks, or trailers.")
        self.too_large = max(parser.content_length or 0, len(self._body)) > self._most
        return parser.is_complete or self.too_large

    def _expects(self) -> bool:
        wanted = [value.lower() for name, value in self._parser.headers if name == b"expect"]
        if wanted not in ([], [b"100-continue"]):
            raise ProblemError("expectation_failed", CODES["expectation_failed"][1])
        return bool(wanted) and self._parser.http_version > (1, 0)

    def end(self) -> None:
        """No more will come. Raises `ProblemError` if the head has come, but not all of a body."""
        if self._parser.headers:
            size = self._parser.content_length
            missing = (
                "the end of its chunks" if size is None else f"{len(self._body)} of {size} bytes"
            )
            raise ProblemError("incomplete_body", f"The body ended after {missing}.")

    def asks(self, *paths: bytes) -> bool:
        """Whether it wants to see one of these paths, whatever the query."""
        return self._parser.method in (b"GET", b"HEAD") and self.path in paths

    @property
    def path(self) -> bytes:
        """What it is sent to, without the query."""
        path: bytes = self._parser.path.partition(b"?")[0]
        return path

    @property
    def asked(self) -> int:
        """Bytes that say what is asked: neither headers nor what follows."""
        return len(self._parser.path) + len(self._body)

    @property
    def leftover(self) -> bytes:
        """The beginning of the next request."""
        leftover: bytes = self._parser.remaining()
        return leftover

    def take(self, last: bool) -> WholeRequest:
        """The request, which keeps its body from now on; `last` if no other is to follow it.

        Raises `ProblemError` if it does not say what it asks for.
        """
        try:
            request: WholeRequest = WholeRequest.from_parser(self._parser)
            address = split_request_uri(request.uri)
        except (gunicorn.ParseError, ValueError) as error:
            raise _refused("bad_request", error) from None
        request.headers_bytes = [
            (name, value)
            for name, value in request.headers_bytes
            if name not in HOP_BY_HOP and b"_" not in name  # Which would pass for a hyphen.
        ]
        # No path and "/" are the same resource (RFC 9110, section 4.2.3).
        request.path, request.query = address.path or "/", address.query
        request.must_close |= last or self.too_large
        request.body = BytesIO(self._body)
        self._body.clear()
        return request


def _refused(code: str, error: Exception) -> ProblemError:
    return ProblemError(code, f"{CODES[code][1].rstrip('.')}: {error}.")
