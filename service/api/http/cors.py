"""Which origins browsers may call from, and what their pages may see of an answer (Fetch, CORS).

A few constant lines, for they are on the way of every answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from wsgiref.types import WSGIEnvironment

from service.api.http.request_id import HEADER

SERVER_TIMING = "Server-Timing"
PREFLIGHT_SECONDS = 7200
"""As long as any browser remembers what it may; Chromium no longer."""

_EXPOSED = [
    ("Access-Control-Expose-Headers", ", ".join((HEADER, SERVER_TIMING, "Retry-After", "ETag")))
]
_PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS"),
    ("Access-Control-Max-Age", str(PREFLIGHT_SECONDS)),
]


class CrossOrigin:
    """The headers by which browsers let pages of some origins call."""

    def __init__(self, origins: Sequence[str]) -> None:
        """A single origin, or `*` for all, is told to everybody."""
        self._origins = {origin.lower() for origin in origins}
        only = "*" if "*" in origins else origins[0] if len(origins) == 1 else None
        self._constant = None if only is None else _allowed(only)

    def headers(self, environ: WSGIEnvironment) -> list[tuple[str, str]]:
        """Those of the response to a request, which may have an `Origin` or not be known at all."""
        found = self._constant
        if found is None:
            # Which of several origins is allowed stands in a response for each of them.
            origin = environ.get("HTTP_ORIGIN", "")
            found = [("Vary", "Origin")]
            if origin.lower() in self._origins:
                found = found + _allowed(origin)
        if "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
            wanted = environ.get("HTTP_ACCESS_CONTROL_REQUEST_HEADERS", "")
            found = [*found, *_PREFLIGHT, ("Access-Control-Allow-Headers", wanted)]
        return found


def _allowed(origin: str) -> list[tuple[str, str]]:
    return [("Access-Control-Allow-Origin", origin), *_EXPOSED]
