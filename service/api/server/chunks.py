"""A body in chunks (RFC 9112, section 7.1), read as its bytes arrive."""

import re
from collections.abc import Generator

from service.api.http.problems import CODES, ProblemError

LINE_BYTES = 8190
"""The longest line, be it a size with its extensions or a trailer field."""
MOST_TRAILERS = 100
"""The largest number of trailer fields."""
FRAMING = frozenset(
    (b"host", b"content-length", b"transfer-encoding", b"trailer", b"authorization", b"te")
)
"""Fields that change the meaning of a request and so are no trailers (RFC 9110, section 6.5.1)."""

TOKEN = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
QUOTED = rb'"(?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t \x21-\x7e\x80-\xff])*"'
EXTENSION = rb"[ \t]*;[ \t]*%b(?:[ \t]*=[ \t]*(?:%b|%b))?" % (TOKEN, TOKEN, QUOTED)
SIZE_LINE = re.compile(rb"([0-9A-Fa-f]+)(?:%b)*" % EXTENSION)
TRAILER = re.compile(rb"(%b):[\t \x21-\x7e\x80-\xff]*" % TOKEN)


def read_chunks(incoming: bytearray, body: bytearray) -> Generator[int, None, None]:
    """Move the data of the chunks from `incoming` to `body`, until the last trailer has arrived.

    Yields how many bytes the body will have at least, whenever more has to arrive. Trailers are
    checked and dropped. Raises `ProblemError` as soon as anything is seen to be malformed.
    """
    while size := _read_size((yield from _read_line(incoming, "incomplete_body"))):
        end = len(body) + size
        while len(body) < end:
            piece = incoming[: end - len(body)]
            body += piece
            del incoming[: len(piece)]
            if not piece:
                yield end
        while len(incoming) < 2 and b"\r\n".startswith(incoming):
            yield end
        if not incoming.startswith(b"\r\n"):
            raise refused("incomplete_body", "a chunk is longer than it says")
        del incoming[:2]
    for _ in range(MOST_TRAILERS + 1):
        line = yield from _read_line(incoming, "headers_too_large")
        if not line:
            return
        field = TRAILER.fullmatch(line)
        if field is None or field[1].lower() in FRAMING:
            raise refused("bad_request", "a trailer is malformed, or none that may be one")
    raise refused("headers_too_large", "there are too many trailers")


def _read_line(incoming: bytearray, code: str) -> Generator[int, None, bytes]:
    """Return the next line, without its end; a line that is too long is refused with `code`."""
    while (end := incoming.find(b"\n", 0, LINE_BYTES)) < 0:
        if len(incoming) >= LINE_BYTES:
            raise refused(code, "a line between the chunks or after them is too long")
        yield 0
    line = bytes(incoming[: end + 1])
    if not line.endswith(b"\r\n"):
        raise refused("bad_request", "a line does not end with CR and LF")
    del incoming[: end + 1]
    return line[:-2]


def _read_size(line: bytes) -> int:
    size = SIZE_LINE.fullmatch(line)
    if size is None:
        raise refused("incomplete_body", "the size of a chunk is not a hexadecimal number")
    return int(size[1], 16)


def refused(code: str, reason: object) -> ProblemError:
    """Return the problem of a request that is refused with this code, for this reason."""
    return ProblemError(code, f"{CODES[code][1].rstrip('.')}: {reason}.")
