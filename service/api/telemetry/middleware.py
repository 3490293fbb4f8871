"""Follows every request from its first byte to its last, and then has it recorded.

It wraps the whole application, for a stream goes on when Flask has done its part.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from structlog.contextvars import bind_contextvars, unbind_contextvars

from service.api.http.cors import SERVER_TIMING, CrossOrigin
from service.api.http.etag import caching_headers
from service.api.http.negotiation import EVENT_STREAM
from service.api.http.request_id import HEADER as REQUEST_ID
from service.api.http.request_id import request_id_of
from service.api.telemetry import metrics
from service.api.telemetry.access_log import findings, record_answers, record_request
from service.api.telemetry.request_stats import RequestStats, open_stats
from service.settings import Settings
from service.solver import Solver

SECONDS_BETWEEN_SAMPLES = 1.0
"""Looking at the table takes longer than all the rest."""

Headers = list[tuple[str, str]]


class TelemetryMiddleware:
    """An application, and what is seen of it from outside."""

    def __init__(self, application: WSGIApplication, settings: Settings, solver: Solver) -> None:
        self._application = application
        # A browser shows scripts the timing of those only that name their origin.
        self._origins = ", ".join(settings.allowed_origins)
        self._cross_origin = CrossOrigin(settings.allowed_origins)
        self._solver = solver
        self._sampled = time.monotonic()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Serve a request and note when its answer has ended, however it ends."""
        served = ServedRequest(environ)

        def start(line: str, headers: Headers, *error: Any) -> Any:
            status = int(line[:3])
            served.answer(status)
            headers.extend(self._cross_origin.headers(environ))
            self._complete(headers, status, served)
            return start_response(line, headers, *error)

        try:
            body = self._application(environ, start)
        except BaseException as error:
            # The server tells so when it writes to a client that is there no more.
            self._end(served, client_gone=isinstance(error, OSError))
            raise
        return ObservedBody(body, lambda: self._end(served))

    def _complete(self, headers: Headers, status: int, served: ServedRequest) -> None:
        """Add what every response gets when its first byte is about to go."""
        present, stats = dict(headers), served.stats
        headers.append((REQUEST_ID, served.request_id))
        if "Cache-Control" not in present:
            headers.extend(caching_headers(served.method, status, stats.tag))
        # The headers of a stream are gone before its search begins.
        if stats.spans and present.get("Content-Type") != EVENT_STREAM:
            headers.append((SERVER_TIMING, _timing(stats)))
            headers.append(("Timing-Allow-Origin", self._origins))

    def _end(self, served: ServedRequest, client_gone: bool = False) -> None:
        served.end(client_gone)
        now = time.monotonic()
        if served.stats.nodes and now - self._sampled >= SECONDS_BETWEEN_SAMPLES:
            self._sampled = now
            metrics.table_occupancy.set(self._solver.table.occupancy)


class ObservedBody:
    """The body of a response, and what is to be done when it is closed."""

    def __init__(self, body: Iterable[bytes], done: Callable[[], None]) -> None:
        self._body, self._done = body, done

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._body)

    def close(self) -> None:
        """Called by the server once all is sent, or cannot be."""
        try:
            if hasattr(self._body, "close"):
                self._body.close()
        finally:
            self._done()


class ServedRequest:
    """One request, being served."""

    def __init__(self, environ: WSGIEnvironment) -> None:
        """From now on, every line that this thread logs carries the id of the request."""
        # Only our worker tells.
        self.stats = open_stats(
            environ.get("service.arrived"), heavy=environ.get("service.is_heavy", False)
        )
        self.request_id = request_id_of(environ)
        self.method: str = environ["REQUEST_METHOD"]
        self._status = 500
        """What the server answers should the application fail altogether."""
        self._environ = environ
        bind_contextvars(request_id=self.request_id)

    def answer(self, status: int) -> None:
        """The answer begins. Flask forgets the request as soon as it has done its part."""
        self._status = status
        if self.stats.route is None:
            rule = self._environ["werkzeug.request"].url_rule
            self.stats.route = rule and rule.rule

    def end(self, client_gone: bool) -> None:
        """Record it; the thread goes on to other requests."""
        record_answers(self.stats)
        record_request(
            self.method,
            self.stats.route,
            self._status,
            self.stats.seconds,
            **findings(self.stats),
            **({"client_gone": True} if client_gone else {}),
        )
        unbind_contextvars("request_id")


def _timing(stats: RequestStats) -> str:
    """The value of `Server-Timing` (W3C): milliseconds by what they went into."""
    spans = {"queue": 0.0, **stats.spans} | {"queue": stats.queued, "total": stats.seconds}
    return ", ".join(f"{name};dur={1000 * seconds:.3f}" for name, seconds in spans.items())
