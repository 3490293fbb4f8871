"""The middleware that follows every request from its first byte to its last, and records it.

It wraps the whole application, for a stream goes on when Flask has done its part.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from structlog.contextvars import bind_contextvars, unbind_contextvars

from service.api.http.cors import SERVER_TIMING
from service.api.http.negotiation import EVENT_STREAM
from service.api.http.request_id import request_id_of
from service.api.telemetry import metrics
from service.api.telemetry.access_log import findings, record_answers, record_request
from service.api.telemetry.request_stats import RequestStats, open_stats
from service.settings import Settings
from service.solver import Solver

SECONDS_BETWEEN_SAMPLES = 1.0
"""The occupancy of the table is sampled no more often, for that takes longer than all the rest."""

Headers = list[tuple[str, str]]


class TelemetryMiddleware:
    """An application whose requests are logged, counted and timed."""

    def __init__(
        self,
        application: WSGIApplication,
        settings: Settings,
        solver: Solver,
        client_name: Callable[[str], str],
    ) -> None:
        """In the log a client has the `client_name` of its address."""
        self._application, self._client_name = application, client_name
        # A browser shows scripts the timing of those only that name their origin.
        self._origins = ", ".join(settings.allowed_origins)
        self._solver = solver
        self._sampled = time.monotonic()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Serve a request, and record it when its answer has ended, however it ends."""
        served = ServedRequest(environ)

        def start(line: str, headers: Headers, *error: Any) -> Any:
            served.answer(int(line[:3]))
            # The headers of a stream are gone before its search begins.
            if served.stats.spans and ("Content-Type", EVENT_STREAM) not in headers:
                headers.append((SERVER_TIMING, _timing(served.stats)))
                headers.append(("Timing-Allow-Origin", self._origins))
            return start_response(line, headers, *error)

        try:
            body = self._application(environ, start)
        except BaseException as error:
            # The server tells so when it writes to a client that is there no more.
            self._end(served, client_gone=isinstance(error, OSError))
            raise
        return ObservedBody(body, lambda: self._end(served))

    def _end(self, served: "ServedRequest", *, client_gone: bool = False) -> None:
        served.end(self._client_name(served.address), client_gone=client_gone)
        now = time.monotonic()
        if served.stats.nodes and now - self._sampled >= SECONDS_BETWEEN_SAMPLES:
            self._sampled = now
            metrics.table_occupancy.set(self._solver.table.occupancy)


class ObservedBody:
    """The body of a response, which calls `done` when it is closed."""

    def __init__(self, body: Iterable[bytes], done: Callable[[], None]) -> None:
        self._body, self._done = body, done

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._body)

    def close(self) -> None:
        """Close the body; the server calls this once all is sent, or cannot be."""
        try:
            if hasattr(self._body, "close"):
                self._body.close()
        finally:
            self._done()


class ServedRequest:
    """A request that is being served."""

    def __init__(self, environ: WSGIEnvironment) -> None:
        """Have every line that this thread logs from now on carry the id of the request."""
        # Only the worker of `service.api.server` tells these.
        self.stats = open_stats(
            environ.get("service.arrived"), heavy=environ.get("service.is_heavy", False)
        )
        self.method: str = environ["REQUEST_METHOD"]
        self._status = 500
        """The server answers 500 should the application fail altogether."""
        self._environ = environ
        bind_contextvars(request_id=request_id_of(environ))

    def answer(self, status: int) -> None:
        """Note the beginning of the answer; afterwards Flask forgets the route of the request."""
        self._status = status
        rule = self._environ["werkzeug.request"].url_rule
        self.stats.route = rule and rule.rule

    @property
    def address(self) -> str:
        """Return the address of the client, which the application finds out behind proxies."""
        address: str = self._environ.get("REMOTE_ADDR", "")
        return address

    def end(self, client: str, *, client_gone: bool) -> None:
        """Record the request of a client; the thread goes on to other requests."""
        record_answers(self.stats)
        record_request(
            self.method,
            self.stats.route,
            self._status,
            self.stats.seconds,
            client=client,
            **findings(self.stats),
            **({"client_gone": True} if client_gone else {}),
        )
        unbind_contextvars("request_id")


def _timing(stats: RequestStats) -> str:
    """Return the value of `Server-Timing` (W3C): milliseconds by what they were spent for."""
    spans = {"queue": 0.0, **stats.spans} | {"queue": stats.queued, "total": stats.seconds}
    return ", ".join(f"{name};dur={1000 * seconds:.3f}" for name, seconds in spans.items())
