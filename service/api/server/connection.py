"""A client's connection: uvicorn's protocol, and what that lacks towards strangers.

uvicorn parses requests by llhttp, the strict parser of Node.js, and frames the answers. It would
keep a silent connection for ever, take a head without end, parse thousands of requests before it
answers the first, leave a client that only says no more, close on one that still sends, and lose
the body of a request that offers another protocol.
"""

import asyncio
import math
import select
import time
from collections.abc import Callable
from typing import Any

from httptools import HttpParserError, HttpParserUpgrade
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from service.api.server.client_transport import ClientTransport
from service.api.server.crowd import MOST_UNREAD_BYTES, Crowd
from service.api.server.refusal import refuse
from service.questions.refusals import CODES

HEAD_BYTES = 1 << 16
"""The longest head."""
FRAME_FACTOR = 2
"""A body in chunks may take so many times as many bytes as the largest body."""
HEAD_END = b"\r\n\r\n"
LEAST_BYTES, PIECE_BYTES = 1 << 6, 1 << 10
"""How much is parsed at once: up to the end of a head, for more may hold dozens of requests, each
of which takes time and memory."""
LINGER_BYTES = 32 << 20
"""How much is received and discarded after the last answer."""
LEAST_RATE = 1 << 18
"""The bytes a second that a client must take, once its time to take an answer is over."""
SPARE_SECONDS = 1.0
"""How much longer a connection may rest than its client is told, whose clock begins later."""
CLOSING_SECONDS = 2.0
"""How long a connection may rest once no more are accepted: its client may be asking already."""
CROWDED_SECONDS = 1.0
"""How long a client is waited for while more are connected than may be."""
GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"
"""An interim response (RFC 9110, section 15.2)."""


class Connection(HttpToolsProtocol):
    """The connection, and how long its client is waited for.

    uvicorn's parser calls the methods whose names begin with `on_`, and the loop those of
    `asyncio.Protocol`. The application finds this object in the `state` of a request.
    """

    def __init__(self, crowd: Crowd, **arguments: Any) -> None:
        super().__init__(**arguments | {"app_state": {"connection": self}})
        self._crowd, self._settings = crowd, crowd.settings
        self._socket: asyncio.Transport
        self._unread = bytearray()
        """What has been received and not parsed."""
        self._received = self._discarded = 0
        """The bytes that were parsed since the last request began, and discarded in the end."""
        self._begun = self._complete = self._answered = 0
        """How many requests have begun to arrive, have arrived, and have been answered."""
        self._has_head = self._is_malformed = False
        self.omits_body = False
        """Whether what is refused is answered without a body, since it asks by HEAD."""
        self._since = time.monotonic()
        """The time from which on the client is waited for."""
        self._is_late = False
        """Whether it was over when the connection was last looked at."""
        self.sent = 0
        """The bytes of all answers."""
        self._behind: tuple[float, int] | None = None
        """Since when something is unsent, and how much the client had taken then."""
        self.paused = self.lingers = False
        """Whether uvicorn parses no more for now, and whether all has been said."""
        self.gone = self.half_closed = self.congested = False
        """See `ConnectedClient`."""
        self.on_leave: Callable[[], object] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a client."""
        self._socket = transport
        super().connection_made(ClientTransport(self, transport))
        self._crowd.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the client has gone."""
        self.gone = True
        self._crowd.remove(self)
        # After an error uvicorn would leave a timer, which would keep this object.
        super().connection_lost(None)
        self.app_state.clear()
        self._call_on_leave()

    def _call_on_leave(self) -> None:
        # The thread that waits may reset it at any time.
        if on_leave := self.on_leave:
            on_leave()

    def go_on(self) -> None:
        """See `ConnectedClient`; called by threads."""
        self.loop.call_soon_threadsafe(self.transport.write, GO_ON)

    def pause_writing(self) -> None:
        """Note that the client does not take what is sent."""
        self.congested = True
        super().pause_writing()

    def resume_writing(self) -> None:
        """Note that it does."""
        self.congested = False
        super().resume_writing()

    def data_received(self, data: bytes) -> None:
        """Take bytes from the client."""
        if self.lingers:
            self._discarded += len(data)
            if self._discarded > LINGER_BYTES:
                self.leave()
            return
        self._unread += data
        self.parse()
        if len(self._unread) > MOST_UNREAD_BYTES:
            self._socket.pause_reading()
        if self.held > MOST_UNREAD_BYTES:
            self._crowd.make_room()

    def eof_received(self) -> bool:  # type: ignore[override]
        """Note that the client says no more; what it has asked is answered."""
        self.half_closed = True
        self._call_on_leave()
        self.parse()
        return not self.lingers

    def on_message_begin(self) -> None:
        """Note the first byte of a request."""
        super().on_message_begin()
        self._begun += 1
        self._has_head = self.omits_body = False
        self._received, self._since = 0, time.monotonic()

    def on_url(self, url: bytes) -> None:
        """Take a part of the target; the method is known by now."""
        super().on_url(url)
        self.omits_body = self.parser.get_method() == b"HEAD"

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a field of the head; trailers, which may come too late, are no part of it."""
        if not self._has_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Note the last byte of a head, and begin to answer."""
        if self.parser.get_http_version() == "1.0":
            self.expect_100_continue = False  # RFC 9110, section 10.1.1.
        if not self.parser.should_upgrade():
            super().on_headers_complete()
            self._has_head = True

    def on_message_complete(self) -> None:
        """Note the last byte of a request."""
        if not self.parser.should_upgrade():
            super().on_message_complete()
            self._complete += 1
            self._crowd.unheard.pop(self, None)

    def parse_soon(self) -> None:
        """Go on to parse what has been received."""
        self.loop.call_soon(self.parse)

    def note_answer(self) -> None:
        """Note that a request has been answered, so that the next one may follow."""
        self._answered, self._since = self._answered + 1, time.monotonic()
        self._received = 0
        if self._unread:
            self._crowd.queue(self)
        else:
            self.parse_soon()

    @property
    def held(self) -> int:
        """Return how many bytes take memory: they have arrived, or are still to be sent."""
        return len(self._unread) + self._received + self._unsent

    @property
    def waits_for_client(self) -> bool:
        """Return whether the client is to send or to take something."""
        return self._unsent > 0 or not self._answers

    @property
    def _unsent(self) -> int:
        return self._socket.get_write_buffer_size()

    @property
    def rests(self) -> bool:
        """Return whether the client has asked nothing, or has had all answers."""
        return self._begun == self._complete and not self._answers

    @property
    def _answers(self) -> bool:
        """Return whether a whole request has not been answered yet."""
        return self._complete > self._answered

    def refuse(self, code: str, detail: str) -> None:
        """Answer what has come of a request with a problem, and end the connection."""
        if self.lingers:
            return
        host = self.client[0] if self.client else ""
        hops = [value for name, value in self.headers or () if name == b"x-forwarded-for"]
        client = self._crowd.client_name(host, b",".join(hops).decode("latin-1"))
        head, body = refuse(code, detail, self._settings.allowed_origins, client)
        self.transport.write(head if self.omits_body else head + body)
        self.transport.close()

    def end(self) -> None:
        """Say no more, and read until the client closes (RFC 9112, section 9.6)."""
        # When the server stops, the client of a connection that rests may be asking.
        may_ask = self._crowd.stopping and self.rests and not self._is_malformed
        if self.gone or self.lingers or may_ask:
            return
        self.lingers, self._since = True, time.monotonic()
        self._crowd.lingering[self] = None
        self._unread.clear()
        self._received = 0
        if self.half_closed:
            self._socket.close()
        else:
            self._socket.resume_reading()
            self._socket.write_eof()

    def parse(self) -> None:
        """Have uvicorn parse what has been received, until a request is whole or malformed."""
        while self._unread and not self._stops_parsing:
            end = self._unread.find(HEAD_END, LEAST_BYTES, PIECE_BYTES)
            size = PIECE_BYTES if end < 0 else end + len(HEAD_END)
            piece = bytes(self._unread[:size])
            del self._unread[:size]
            self._feed(piece)
            self._received += len(piece)
            self._check_size()
        if self.gone or self.lingers:
            return
        if len(self._unread) <= MOST_UNREAD_BYTES and not self.half_closed:
            self._socket.resume_reading()
        if self._is_malformed and not self._answers:
            self.refuse("bad_request", CODES["bad_request"][1])
        elif self.half_closed and not self._unread and not self._answers:
            if self._has_head and not self.rests:
                self.refuse("incomplete_body", CODES["incomplete_body"][1])
            else:
                self._socket.close()

    def _feed(self, piece: bytes) -> None:
        """Have a piece parsed, and ignore an offer of another protocol (RFC 9110, section 7.8).

        The parser takes what follows for that protocol, so the head comes again without the offer.
        """
        try:
            self.parser.feed_data(piece)
        except HttpParserUpgrade as offer:
            method = self.parser.get_method()
            self._is_malformed = method == b"CONNECT"
            version = self.parser.get_http_version().encode()
            lines = [b"%b %b HTTP/%b" % (method, self.url, version)]
            lines += [b"%b: %b" % field for field in self.headers if field[0] != b"upgrade"]
            self._unread[:0] = b"\r\n".join([*lines, b"", piece[offer.args[0] :]])
            self._begun -= 1
        except HttpParserError:
            # The requests before are answered first.
            self._is_malformed = True

    @property
    def _stops_parsing(self) -> bool:
        ended = self.gone or self.lingers or self._is_malformed
        return bool(ended or self.paused or self._answers or self in self._crowd.eager)

    def _check_size(self) -> None:
        """Refuse a request that has come in part and is too long already."""
        if self.rests or self._answers:
            return
        if not self._has_head and self._received > HEAD_BYTES:
            self.refuse("headers_too_large", f"The head has more than {HEAD_BYTES} bytes.")
        elif self._received > HEAD_BYTES + FRAME_FACTOR * self._settings.max_body_bytes:
            self.refuse("body_too_large", "The body comes in too many chunks, or trailers.")

    def look(self, now: float, *, crowded: bool) -> None:
        """Give the client up if it is late, and has been when it was looked at before.

        Since then the loop has read all that has come in time.
        """
        if self.half_closed and self._answers and self._has_been_reset():
            self.leave()
        is_late = now > self._deadline(now, crowded=crowded)
        if is_late and self._is_late:
            self._give_up(now)
        self._is_late = is_late

    def leave(self) -> None:
        """Close the connection at once, whatever is unsent."""
        self._socket.abort()

    def hasten(self) -> None:
        """Wait only briefly from now on for a client that has asked nothing."""
        if self.rests or self.lingers:
            self._since = time.monotonic()

    def make_room(self) -> None:
        """Give up a client that sends or takes slowly."""
        if self._unsent:
            self.leave()
        else:
            detail = "Too much is being sent at once, and this request has taken longest."
            self.refuse("request_timeout", detail)

    @property
    def waits_since(self) -> float:
        """Return the time from which on the client is waited for."""
        return self._behind[0] if self._behind else self._since

    def _deadline(self, now: float, *, crowded: bool) -> float:
        """Return until when the client is waited for."""
        seconds = CROWDED_SECONDS if crowded else self._settings.client_seconds
        if self._unsent:
            taken = self.sent - self._unsent
            since, before = self._behind = self._behind or (now, taken)
            return since + seconds + (0 if crowded else (taken - before) / LEAST_RATE)
        self._behind = None
        if self._answers and not self.lingers:
            return math.inf
        if self.rests and self._answered and not self.lingers:
            seconds = self._settings.keepalive_seconds + SPARE_SECONDS
        if self._crowd.stopping and (self.rests or self.lingers):
            seconds = min(seconds, CLOSING_SECONDS)
        return self._since + seconds

    def _give_up(self, now: float) -> None:
        if self._behind or self.lingers:
            self.leave()
        elif self.rests:
            self._socket.close()  # A client that has asked nothing is told nothing.
        else:
            seconds = round(now - self._since)
            detail = f"The request did not come within {seconds} seconds."
            self.refuse("request_timeout", detail)

    def _has_been_reset(self) -> bool:
        """Return whether a client that says no more has gone, which no event tells."""
        poll = select.poll()
        poll.register(self._socket.get_extra_info("socket").fileno(), 0)
        return bool(poll.poll(0))
