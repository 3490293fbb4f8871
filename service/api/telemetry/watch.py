"""Watches every request from its first byte to its last, and then has it recorded.

It wraps the whole application, for a stream goes on when Flask has done its part.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from structlog.contextvars import bind_contextvars, unbind_contextvars

from service.api.last_headers import Headers, LastHeaders
from service.api.request_id import request_id_of
from service.api.telemetry import metrics
from service.api.telemetry.ledger import open_ledger
from service.api.telemetry.record import findings, record_answers, record_request
from service.settings import Settings
from service.solver import Solver

SECONDS_BETWEEN_SAMPLES = 1.0
"""Looking at the table takes longer than all the rest."""


class Watch:
    """An application that is watched."""

    def __init__(self, application: WSGIApplication, settings: Settings, solver: Solver) -> None:
        self._application = application
        self._headers = LastHeaders(settings)
        self._solver = solver
        self._sampled = time.monotonic()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Serve a request and note when its answer has ended, however it ends."""
        visit = Visit(environ)

        def start(line: str, headers: Headers, *error: Any) -> Any:
            status = int(line[:3])
            visit.answer(status)
            self._headers.add(status, headers, visit.request_id, visit.ledger)
            return start_response(line, headers, *error)

        try:
            body = self._application(environ, start)
        except BaseException as error:
            # The server tells so when it writes to a client that is there no more.
            self._end(visit, client_gone=isinstance(error, OSError))
            raise
        return Watched(body, lambda: self._end(visit))

    def _end(self, visit: Visit, client_gone: bool = False) -> None:
        visit.end(client_gone)
        now = time.monotonic()
        if visit.ledger.nodes and now - self._sampled >= SECONDS_BETWEEN_SAMPLES:
            self._sampled = now
            metrics.table_occupancy.set(self._solver.table.occupancy)


class Watched:
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


class Visit:
    """One request, being served."""

    def __init__(self, environ: WSGIEnvironment) -> None:
        """From now on, every line that this thread logs carries the id of the request."""
        self.ledger = open_ledger()
        self.request_id = request_id_of(environ)
        self._status = 500
        """What the server answers should the application fail altogether."""
        self._route: str | None = None
        self._environ = environ
        bind_contextvars(request_id=self.request_id)
        metrics.in_flight.inc()

    def answer(self, status: int) -> None:
        """The answer begins. Flask forgets the request as soon as it has done its part."""
        self._status = status
        rule = self._environ["werkzeug.request"].url_rule
        self._route = rule and rule.rule

    def end(self, client_gone: bool) -> None:
        """Record it; the thread goes on to other requests."""
        record_answers(self.ledger)
        record_request(
            self._environ["REQUEST_METHOD"],
            self._route,
            self._status,
            self.ledger.seconds,
            **findings(self.ledger),
            **({"client_gone": True} if client_gone else {}),
        )
        unbind_contextvars("request_id")
        metrics.in_flight.dec()
