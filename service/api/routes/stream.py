"""The answer of `/move` as it gets better, as server-sent events.

The request waits for the search and reports its progress between two time slices, so that nothing
is left running when the request ends, however it ends.
"""

import math
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Response
from pydantic_core import to_json

from service.api.admission.analysis_service import Client
from service.api.admission.bell import Bell
from service.api.admission.disconnect import DisconnectDetector
from service.api.http.negotiation import EVENT_STREAM
from service.api.http.problems import problem_response, unread_response
from service.api.http.request_id import current_request_id
from service.game import Rules
from service.questions.refusals import describe
from service.questions.schemas import MoveProgress, MoveResponse
from service.questions.schemas.cells import written_cells
from service.solver import Look, Progress

SECONDS_BETWEEN_LOOKS = 0.02
"""The interval at which the progress of the search and the connection are looked at."""
MOST_SILENT_SECONDS = 1.0
"""The longest silence; then clients and proxies are shown that the connection lives."""
KEEP_ALIVE = b": keep-alive\n\n"

LAST_EVENTS = ("result", "error")
"""The events that end a stream."""

Write = Callable[[bytes], object]
WriteAnswer = Callable[[MoveResponse], bytes]


def has_had_all(environ: WSGIEnvironment) -> bool:
    """Return whether a client that has had the last event of a stream asks again.

    An EventSource does so by itself whenever a stream ends, until it gets a 204.
    """
    return environ.get("HTTP_LAST_EVENT_ID") in LAST_EVENTS


class EventStream(Response):
    """A response that is written while its answer is worked out."""

    automatically_set_content_length = False

    def __init__(self, think: Callable[[Client, WriteAnswer], bytes], rules: Rules) -> None:
        """Stream the answer of `think`, which is called once, in a game of these rules."""
        # These headers ask proxies to pass the events on as they come.
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(headers=headers, content_type=EVENT_STREAM)
        self._think = think
        self._rules = rules

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Write the events through WSGI's `write`, while the answer is worked out."""
        if environ["REQUEST_METHOD"] == "HEAD":
            return super().__call__(environ, start_response)

        def begin() -> Write:
            return start_response(self.status, self.get_wsgi_headers(environ).to_wsgi_list())

        reporter = Reporter(begin, environ, self._rules)
        try:
            last = self._last_event(reporter)
            if last is not None:
                reporter.send(last)
        except OSError:  # The client has gone, which the server handles.
            self.close()
            raise
        if last is None:
            return super().__call__(environ, start_response)
        self.close()
        return []

    def _last_event(self, reporter: "Reporter") -> bytes | None:
        """Return the last event; None if the response becomes a problem before it has begun."""
        try:
            return self._think(reporter, partial(_event, "result"))
        except OSError as error:
            if reporter.begun:
                raise
            self._become(unread_response(error))
            return None
        except Exception as error:
            if reporter.begun:
                return _event("error", describe(error, current_request_id()))
            self._become(problem_response(error))
            return None

    def _become(self, other: Response) -> None:
        """Become another response, as long as nothing has been sent."""
        self.automatically_set_content_length = True
        self.status, self.response = other.status, other.response
        self.headers.update(other.headers)


class Reporter:
    """Reports the progress of a search to a client, as long as the client is connected."""

    def __init__(self, begin: Callable[[], Write], environ: WSGIEnvironment, rules: Rules) -> None:
        """Report to the client of a request; `begin` starts the response, as late as possible."""
        self._begin, self._rules = begin, rules
        self._connection = DisconnectDetector(environ, partial(self.send, KEEP_ALIVE))
        self._write: Write | None = None
        self._looked = self._written = -math.inf
        self._told: tuple[object, ...] = ()

    @property
    def address(self) -> str:
        """The address of the client, see `Client`."""
        return self._connection.address

    @property
    def begun(self) -> bool:
        """Whether anything has been sent to the client."""
        return self._write is not None

    def send(self, data: bytes) -> None:
        """Send some bytes; the first ones start the response."""
        if self._write is None:
            self._write = self._begin()
            self._write(KEEP_ALIVE)
        self._write(data)
        self._written = time.monotonic()

    def check(self) -> None:
        """Show a client of whose search there is no news that the connection lives."""
        if self._connection.is_writable() and self._silent:
            self.send(KEEP_ALIVE)

    def wait(self, bell: Bell, seconds: float) -> None:
        """Wait for a slot, see `Client`, and show before that the connection lives."""
        self.check()
        self._connection.wait(bell, seconds)

    def follow(self, look: Look) -> None:
        """Send an event if there is news."""
        now = time.monotonic()
        if now - self._looked < SECONDS_BETWEEN_LOOKS:
            return
        self._looked = now
        # The search does not wait for a slow client, which misses progress that is out of date.
        if not self._connection.is_writable():
            return
        # The silence is measured first, so that the event that breaks it is newer.
        silent, progress = self._silent, look()
        news = (progress.depth, progress.bounds, progress.best, progress.settled)
        if news != self._told or silent:
            self.send(_event("progress", _shape(progress, self._rules)))
            self._told = news

    @property
    def _silent(self) -> bool:
        return time.monotonic() - self._written >= MOST_SILENT_SECONDS


def _shape(progress: Progress, rules: Rules) -> MoveProgress:
    cells = written_cells(rules.width, rules.height)
    return {
        "depth": progress.depth,
        "nodes": progress.nodes,
        "best_move": cells[progress.best],
        "bounds": {"lower": progress.bounds.lower, "upper": progress.bounds.upper},
        "settled_options": progress.settled,
        "distinct_options": progress.options,
        "principal_variation": [cells[cell] for cell in progress.line],
        "time_ms": round(progress.seconds * 1000, 3),
    }


def _event(name: str, data: Any) -> bytes:
    """Return one event, whose id is its name; JSON has no line breaks of its own."""
    return b"event: %b\nid: %b\ndata: %b\n\n" % (name.encode(), name.encode(), to_json(data))
