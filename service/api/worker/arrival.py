"""Finding the end of a request (RFC 9112) among bytes that come in little by little.

Nothing is judged here: what is malformed counts as whole, so that gunicorn's parser refuses it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from enum import Enum, auto

HEAD_BYTES = 65_536
"""A longer head is refused; gunicorn would take 800 kB of it from everyone."""
LINE_BYTES = 8192
"""A longer request line, or line of a chunk, is refused by the parser."""
CHUNKED_OVERHEAD = 2
"""Times the largest body that its chunks may take."""

LINE_END, HEAD_END = b"\r\n", b"\r\n\r\n"
CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]+)[ \t]*(;.*)?")
MOST_DIGITS = 19


class Arrived(Enum):
    """How much of a request is there."""

    PART = auto()
    WHOLE = auto()
    ENOUGH = auto()
    """More is to come, but it is too large already, whatever that is."""
    ENDLESS_HEAD = auto()


class Arrival:
    """The bytes of one request, and of whatever follows it."""

    def __init__(self, most_body_bytes: int) -> None:
        self.received = bytearray()
        self.asks_first = False
        """Whether the client waits to be told to send the body (RFC 9110, section 10.1.1)."""
        self._most = most_body_bytes
        self._most_raw = HEAD_BYTES + CHUNKED_OVERHEAD * most_body_bytes
        self._at = 0
        """Up to here the bytes are understood: in chunks, the start of the next one."""
        self._decoded = 0
        self._look: Callable[[], Arrived] = self._look_at_head

    def add(self, data: bytes) -> Arrived:
        """Take what came next; the answer stands until more comes."""
        self.received += data
        return self._look()

    def _look_at_head(self) -> Arrived:
        end = self.received.find(HEAD_END, max(self._at - 3, 0))
        if end >= 0:
            self._look = self._choose_framing(bytes(self.received[:end]), end + len(HEAD_END))
            return self._look()
        line_feeds = self.received.count(b"\n", self._at)
        if line_feeds != self.received.count(LINE_END, max(self._at - 1, 0)):
            return Arrived.WHOLE
        self._at = len(self.received)
        if self._at > LINE_BYTES and LINE_END not in self.received:
            return Arrived.WHOLE
        return Arrived.ENDLESS_HEAD if self._at > HEAD_BYTES else Arrived.PART

    def _choose_framing(self, head: bytes, start: int) -> Callable[[], Arrived]:
        request_line, *lines = head.split(LINE_END)
        fields: dict[bytes, list[bytes]] = defaultdict(list)
        for line in lines:
            name, _, value = line.partition(b":")
            fields[name.lower()].append(value.strip(b" \t").lower())
        codings, lengths = fields[b"transfer-encoding"], fields[b"content-length"]
        expects = fields[b"expect"]
        self.asks_first = expects == [b"100-continue"] and request_line.endswith(b"HTTP/1.1")
        self._at = start
        if expects not in ([], [b"100-continue"]):
            return lambda: Arrived.WHOLE
        if codings and codings[-1].endswith(b"chunked") and not lengths:
            return self._look_at_chunks
        if len(lengths) == 1 and lengths[0].isdigit() and not codings:
            length = int(lengths[0][:MOST_DIGITS])
            self._at += length
            return self._look_at_body if length <= self._most else lambda: Arrived.ENOUGH
        return lambda: Arrived.WHOLE

    def _look_at_body(self) -> Arrived:
        return Arrived.WHOLE if len(self.received) >= self._at else Arrived.PART

    def _look_at_chunks(self) -> Arrived:
        while True:
            missing = self._at - len(self.received)
            arrived = self._decoded - max(missing - len(LINE_END), 0)
            if arrived > self._most or len(self.received) > self._most_raw:
                return Arrived.ENOUGH
            if missing > 0:
                return Arrived.PART
            end = self.received.find(LINE_END, self._at)
            if end < 0:
                too_long = len(self.received) - self._at > LINE_BYTES
                return Arrived.WHOLE if too_long else Arrived.PART
            line = CHUNK_SIZE.fullmatch(self.received[self._at : end])
            if line is None or not self._ends_chunk():
                return Arrived.WHOLE
            size = int(line[1], 16)
            if size == 0:
                self._at = end
                self._look = self._look_at_trailers
                return self._look()
            self._decoded += size
            self._at = end + len(LINE_END) + size + len(LINE_END)

    def _ends_chunk(self) -> bool:
        """Whether the data before this line, if any, was as long as its size said."""
        before = self.received[self._at - len(LINE_END) : self._at]
        return self._decoded == 0 or before == LINE_END

    def _look_at_trailers(self) -> Arrived:
        if self.received.find(HEAD_END, self._at) >= 0:
            return Arrived.WHOLE
        self._at = max(self._at, len(self.received) - len(HEAD_END) + 1)
        return Arrived.ENOUGH if len(self.received) > self._most_raw else Arrived.PART
