"""A request that is read as its bytes arrive: the head by `head`, then the body.

httptools could read the body, too, but it tells neither how large a chunk is going to be nor where
the next request begins.
"""

from collections.abc import Generator
from io import BytesIO

from service.api.http.problems import ProblemError
from service.api.server.chunks import read_chunks
from service.api.server.head import HEAD_BYTES, Head, HeadParser

CHUNKED_OVERHEAD = 2
"""A body in chunks may take so many times as many bytes as the largest body."""


class IncomingRequest:
    """What has arrived of a request, and of whatever follows it."""

    def __init__(self, max_body_bytes: int) -> None:
        self.received = 0
        """The number of bytes that have arrived; they take memory until the request is answered."""
        self.expects_continue = False
        """Whether the client now waits to be told to send the body."""
        self.body_size = 0
        """The number of bytes that the body will have at least, and has once it is complete."""
        self._max_body_bytes = max_body_bytes
        self._head_parser: HeadParser | None = HeadParser()
        """The parser of the head, until that is complete."""
        self.head: Head = self._head_parser.head
        self._incoming, self._body = bytearray(), bytearray()
        """The bytes after the head that have not been parsed yet, and the body so far."""
        # A bound method would make a cycle, which keeps the bytes until the next collection.
        self._body_reader: Generator[int, None, None]
        """The generator that reads the body; it yields `body_size` whenever more has to arrive."""

    @property
    def too_large(self) -> bool:
        """Return whether the body is larger than it may be; then the rest is not waited for."""
        return self.body_size > self._max_body_bytes

    @property
    def question_bytes(self) -> int:
        """Return the size of what says what is asked: of the target and the body."""
        return len(self.head.target) + len(self._body)

    @property
    def leftover(self) -> bytes:
        """Return the beginning of the next request."""
        return bytes(self._incoming)

    def feed(self, data: bytes) -> bool:
        """Take the next bytes; return whether the request can be answered.

        Raises `ProblemError` if it is malformed.
        """
        self.received += len(data)
        self.expects_continue = False
        if self._head_parser is None:
            self._incoming += data
        elif not self._feed_head(self._head_parser, data):
            return False
        try:
            self.body_size = max(next(self._body_reader), len(self._body))
        except StopIteration:
            self.body_size = len(self._body)
            return True
        most = HEAD_BYTES + CHUNKED_OVERHEAD * self._max_body_bytes
        if self.received > most and not self.too_large:
            raise ProblemError("body_too_large", "The body comes in too many chunks, or trailers.")
        return self.too_large

    def _feed_head(self, parser: HeadParser, data: bytes) -> bool:
        """Take the next bytes of the head; return whether it is complete."""
        rest = parser.feed(data)
        if rest is None:
            return False
        # The parser has a copy of what came with the head.
        self._head_parser, head = None, self.head
        self.expects_continue = head.expects_continue
        self._incoming += rest
        self._body_reader = (
            read_chunks(self._incoming, self._body)
            if head.is_chunked
            else read_length(head.content_length, self._incoming, self._body)
        )
        return True

    def end(self) -> None:
        """Note that no more will arrive.

        Raises `ProblemError` if the head is complete but the body is not.
        """
        if self._head_parser is None:
            came = f"{len(self._body)} of {self.body_size} bytes"
            missing = "the end of its chunks" if self.head.is_chunked else came
            raise ProblemError("incomplete_body", f"The body ended after {missing}.")

    def take_body(self) -> BytesIO:
        """Return the body, which is not kept here any more."""
        body = BytesIO(self._body)
        self._body.clear()
        return body


def read_length(length: int, incoming: bytearray, body: bytearray) -> Generator[int, None, None]:
    """Move so many bytes from `incoming` to `body`; yields `length` until they have arrived."""
    while True:
        piece = incoming[: length - len(body)]
        body += piece
        del incoming[: len(piece)]
        if len(body) == length:
            return
        yield length
