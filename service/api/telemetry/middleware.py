"""The middleware that follows every request from its first byte to its last, and records it.

It wraps the whole application, for a stream goes on when Flask has done its part, and some header
fields are those of every response, whichever route makes it.
"""

import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.wsgi import ClosingIterator

from service.api.http.cors import SERVER_TIMING, CrossOrigin
from service.api.http.etag import caching_headers
from service.api.http.language import language_headers
from service.api.http.negotiation import EVENT_STREAM
from service.api.http.request_id import HEADER, request_id_of
from service.api.telemetry import metrics
from service.api.telemetry.access_log import question_fields, record_answers, record_request
from service.api.telemetry.logs import request_id
from service.api.telemetry.request_stats import RequestStats, open_stats
from service.settings import Settings
from service.solver import Solver

SECONDS_BETWEEN_SAMPLES = 1.0
"""The occupancy of the table is sampled no more often, for that takes longer than all the rest."""

Headers = list[tuple[str, str]]


class Middleware:
    """An application whose requests are logged, counted and timed.

    Its responses tell the request id, who may read and who may keep them.
    """

    def __init__(
        self,
        application: WSGIApplication,
        settings: Settings,
        solver: Solver,
        client_address: Callable[[str, str | None], str],
        client_name: Callable[[str], str],
    ) -> None:
        """Find the `client_address` by the peer and its `X-Forwarded-For`.

        In the log a client has the `client_name` of its address.
        """
        self._application = application
        self._client_address, self._client_name = client_address, client_name
        self._cross_origin = CrossOrigin(settings.allowed_origins)
        # A browser shows scripts the timing of those only that name their origin.
        self._origins = ", ".join(settings.allowed_origins)
        self._solver = solver
        self._sampled = time.monotonic()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Serve a request, and record it when its answer has ended, however it ends."""
        # Only the worker of `service.api.server` tells these.
        stats = open_stats(
            environ.get("service.arrived"), heavy=environ.get("service.is_heavy", False)
        )
        # Every line that this thread logs from now on carries it.
        request_id.set(request_id_of(environ))
        peer, forwarded = environ.get("REMOTE_ADDR", ""), environ.get("HTTP_X_FORWARDED_FOR")
        environ["REMOTE_ADDR"] = self._client_address(peer, forwarded)

        def start(line: str, headers: Headers, *error: Any) -> Any:
            # Afterwards Flask forgets the route of the request.
            rule = environ["werkzeug.request"].url_rule
            stats.status, stats.route = int(line[:3]), rule and rule.rule
            if all(name != "Cache-Control" for name, _ in headers):
                headers.extend(caching_headers(environ, stats.status))
            headers.extend(language_headers(environ, stats.status))
            headers.extend(self._cross_origin.headers(environ))
            headers.append((HEADER, request_id_of(environ)))
            # The headers of a stream are gone before its search begins.
            if stats.spans and ("Content-Type", EVENT_STREAM) not in headers:
                headers.append((SERVER_TIMING, _timing(stats)))
                headers.append(("Timing-Allow-Origin", self._origins))
            return start_response(line, headers, *error)

        try:
            body = self._application(environ, start)
        except BaseException as error:
            # The server tells so when it writes to a client that is there no more.
            self._end(environ, stats, client_gone=isinstance(error, OSError))
            raise
        return ClosingIterator(body, partial(self._end, environ, stats))

    def _end(
        self, environ: WSGIEnvironment, stats: RequestStats, *, client_gone: bool = False
    ) -> None:
        """Record a request; the thread goes on to other requests."""
        record_answers(stats)
        record_request(
            environ["REQUEST_METHOD"],
            stats.route,
            stats.status,
            stats.seconds,
            client=self._client_name(environ["REMOTE_ADDR"]),
            **question_fields(stats),
            **({"client_gone": True} if client_gone else {}),
        )
        request_id.set(None)
        now = time.monotonic()
        if stats.nodes and now - self._sampled >= SECONDS_BETWEEN_SAMPLES:
            self._sampled = now
            metrics.table_occupancy.set(self._solver.table.occupancy)


def _timing(stats: RequestStats) -> str:
    """Return the value of `Server-Timing` (W3C): milliseconds by what they were spent for."""
    spans = {"queue": 0.0, **stats.spans} | {"queue": stats.queued, "total": stats.seconds}
    return ", ".join(f"{name};dur={1000 * seconds:.3f}" for name, seconds in spans.items())
