"""The head of a request (RFC 9112, sections 2 to 6), parsed by httptools as its bytes arrive.

httptools is llhttp, the strict parser of Node.js. What llhttp lets pass, and what a server on the
open internet has to refuse all the same, is refused here.
"""

import re
from urllib.parse import urlsplit

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser

from service.api.http.problems import CODES, ProblemError
from service.api.server.chunks import refused

LINE_BYTES = 4094
"""The longest request line; larger questions have a body."""
FIELD_BYTES = 8190
"""The longest line of a field."""
MOST_FIELDS = 100
HEAD_BYTES = 65_536
"""The longest head."""
END = b"\r\n\r\n"

METHOD = re.compile(rb"(?:\r\n)?([A-Z0-9_-]{3,20}) ")
METHOD_BEGUN = re.compile(rb"\r|(?:\r\n)?[A-Z0-9_-]{0,20}")
"""A method, or what may be the beginning of one; an empty line may precede it."""

HOST = re.compile(
    rb"(?:\[[0-9A-Za-z:.%_~!$&'()*+,;=-]+\]|(?:[0-9A-Za-z._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)"
    rb"(?::[0-9]*)?"
)
"""An address in brackets or a name, which may be empty, and a port (RFC 3986, section 3.2.2)."""


class Head:
    """What the head of a request says. httptools calls the methods whose names begin with `on_`."""

    def __init__(self) -> None:
        self.method, self.version = "", ""
        """The version is `1.0` or `1.1`."""
        self.target, self.path, self.query = b"", b"", b""
        self.fields: dict[bytes, list[bytes]] = {}
        """The values of the fields in their order, by name in lower case."""
        self.count, self.longest = 0, 0
        """How many fields there are, and the size of the longest one."""
        self.is_complete = False
        self.keeps_alive = False
        """Whether the client admits another request on the connection."""
        self.is_chunked = False
        self.content_length = 0
        """The size of a body that is not chunked."""
        self.expects_continue = False
        """Whether the client waits to be told to send the body (RFC 9110, section 10.1.1)."""

    def on_url(self, part: bytes) -> None:
        """Append to the request target."""
        self.target += part

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a field."""
        self.fields.setdefault(name.lower(), []).append(value.rstrip(b" "))
        self.count += 1
        self.longest = max(self.longest, len(name) + len(value))

    def on_headers_complete(self) -> None:
        """Note that the empty line has been read."""
        self.is_complete = True

    def values_of(self, name: bytes) -> list[bytes]:
        """Return the values of all fields of this name, in lower case."""
        return [value.lower() for value in self.fields.get(name, ())]


class HeadParser:
    """Reads the head of one request."""

    def __init__(self) -> None:
        self.head = Head()
        self._parser = HttpRequestParser(self.head)
        self._text = bytearray()

    def feed(self, data: bytes) -> bytes | None:
        """Take the next bytes. Return what follows the head once that is complete, else None.

        Raises `ProblemError` as soon as the head is seen to be malformed or too long.
        """
        begin = len(self._text)
        self._text += data
        known = b""
        if not self.head.method:
            method = METHOD.match(self._text)
            if method is None:
                if METHOD_BEGUN.fullmatch(self._text):
                    return None
                raise refused("bad_request", "it does not begin with a method")
            # llhttp knows some methods only; to all others the application has an answer, too.
            self.head.method, begin, known = method[1].decode(), method.end(1), b"POST"
        end = self._text.find(END, max(begin - len(END) + 1, 2))
        stop = len(self._text) if end < 0 else end + len(END)
        # Around a value tabs are as good as spaces (RFC 9110, section 5.6.3), but not to llhttp
        # behind a transfer coding.
        try:
            self._parser.feed_data(known + self._text[begin:stop].replace(b"\t", b" "))
        except HttpParserUpgrade:
            pass  # A server may ignore such an offer (RFC 9110, section 7.8).
        except HttpParserError as error:
            if "Content-Length overflow" in str(error):  # It has 64 bits.
                raise ProblemError("body_too_large", "The body is over any limit.") from None
            # Behind the last field nothing but an unknown transfer coding is found to be wrong.
            code = "not_implemented" if self.head.is_complete else "bad_request"
            raise refused(code, error) from None
        self._check_size(len(self._text) if end < 0 else end)
        if end < 0:
            return None
        self._check_request_line()
        self._check_fields()
        return bytes(self._text[stop:])

    def _check_size(self, end: int) -> None:
        """Check the limits for a head that goes on until `end`, or begins with so much."""
        first_end = self._text.find(b"\n", 2)
        if (end if first_end < 0 else first_end) > LINE_BYTES:
            raise refused("uri_too_long", f"it has more than {LINE_BYTES} bytes")
        last_line = end - self._text.rfind(b"\n", 0, end)
        if max(last_line, self.head.longest) > FIELD_BYTES:
            raise refused("headers_too_large", f"a field has more than {FIELD_BYTES} bytes")
        if self.head.count > MOST_FIELDS or end > HEAD_BYTES:
            raise refused("headers_too_large", "there are too many")

    def _check_request_line(self) -> None:
        head, version = self.head, self._parser.get_http_version()
        line, _, _ = self._text.removeprefix(b"\r\n").partition(b"\r\n")
        # llhttp also takes other protocols, and several spaces.
        if line != b"%b %b HTTP/%b" % (head.method.encode(), head.target, version.encode()):
            raise refused("bad_request", "the request line is malformed")
        if head.target == b"*" and head.method != "OPTIONS":
            raise refused("bad_request", f"{head.method} needs a path")
        if not head.is_complete or version not in ("1.0", "1.1"):
            raise refused("bad_request", f"HTTP/{version} is neither HTTP/1.0 nor HTTP/1.1")
        head.version = version
        head.path, head.query = _split(head.target)

    def _check_fields(self) -> None:
        head = self.head
        hosts, codings = head.values_of(b"host"), head.values_of(b"transfer-encoding")
        if not hosts and head.version == "1.1":
            raise refused("bad_request", "HTTP/1.1 needs a Host field")
        if len(hosts) > 1 or not all(map(HOST.fullmatch, hosts)):
            raise refused("bad_request", "the Host field does not name a host")
        if len(head.values_of(b"content-type")) > 1:
            raise refused("bad_request", "there are two Content-Type fields")
        # With another coding besides, the chunks hold something else (RFC 9112, section 6.1).
        if codings not in ([], [b"chunked"]):
            raise ProblemError("not_implemented", CODES["not_implemented"][1])
        if codings and head.version == "1.0":
            raise refused("bad_request", "HTTP/1.0 has no chunks")
        head.is_chunked = bool(codings)
        head.content_length = int(*head.values_of(b"content-length"))
        options = b",".join(head.values_of(b"connection")).split(b",")
        options = [each.strip(b" ") for each in options]
        head.keeps_alive = b"close" not in options and (
            head.version == "1.1" or b"keep-alive" in options
        )
        expectations = head.values_of(b"expect")
        if expectations not in ([], [b"100-continue"]):
            raise ProblemError("expectation_failed", CODES["expectation_failed"][1])
        head.expects_continue = bool(expectations) and head.version == "1.1"


def _split(target: bytes) -> tuple[bytes, bytes]:
    """Return the path and the query of a request target (RFC 9112, section 3.2)."""
    if target.startswith(b"/"):
        path, _, query = target.partition(b"#")[0].partition(b"?")
        return path, query
    try:
        address = urlsplit(target)
    except ValueError as error:
        raise refused("bad_request", error) from None
    # No path and "/" are the same resource (RFC 9110, section 4.2.3).
    return address.path or b"/", address.query
