"""The origins that browsers may call from, and what their pages may see of an answer (Fetch, CORS).

The headers are made once where they can be, for every answer has them.
"""

from collections.abc import Sequence
from wsgiref.types import WSGIEnvironment

from service.api.http.request_id import HEADER

SERVER_TIMING = "Server-Timing"
PREFLIGHT_SECONDS = 7200
"""The longest time for which Chromium caches the answer to a preflight."""

_EXPOSED = [
    ("Access-Control-Expose-Headers", ", ".join((HEADER, SERVER_TIMING, "Retry-After", "ETag")))
]
_PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS"),
    ("Access-Control-Max-Age", str(PREFLIGHT_SECONDS)),
]


class CrossOrigin:
    """The headers by which browsers let the pages of some origins call."""

    def __init__(self, origins: Sequence[str]) -> None:
        """Allow these origins; a single one, or `*` for all, is named in every response."""
        self._origins = {origin.lower() for origin in origins}
        only = "*" if "*" in origins else origins[0] if len(origins) == 1 else None
        self._constant = None if only is None else _allowed(only)

    def headers(self, environ: WSGIEnvironment) -> list[tuple[str, str]]:
        """Return the headers of the response to a request, with or without an `Origin`."""
        headers = self._constant
        if headers is None:
            # A response can name only one of several origins, so it depends on the request.
            origin = environ.get("HTTP_ORIGIN", "")
            headers = [("Vary", "Origin")]
            if origin.lower() in self._origins:
                headers = headers + _allowed(origin)
        if "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
            wanted = environ.get("HTTP_ACCESS_CONTROL_REQUEST_HEADERS", "")
            headers = [*headers, *_PREFLIGHT, ("Access-Control-Allow-Headers", wanted)]
        return headers


def _allowed(origin: str) -> list[tuple[str, str]]:
    return [("Access-Control-Allow-Origin", origin), *_EXPOSED]
