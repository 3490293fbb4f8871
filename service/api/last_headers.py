"""The headers that every response gets when its first byte is about to go."""

from __future__ import annotations

from service.api.accept import EVENT_STREAM
from service.api.caching import caching_headers
from service.api.request_id import HEADER as REQUEST_ID
from service.api.telemetry.ledger import Ledger
from service.settings import Settings

SERVER_TIMING = "Server-Timing"

Headers = list[tuple[str, str]]


class LastHeaders:
    """Says who is allowed to see what; the rest is up to the request."""

    def __init__(self, settings: Settings) -> None:
        # A browser shows scripts the timing of those only that name their origin.
        self._origins = ", ".join(settings.allowed_origins)

    def add(self, status: int, headers: Headers, request_id: str, ledger: Ledger) -> None:
        """Complete the headers of a response."""
        present = dict(headers)
        headers.append((REQUEST_ID, request_id))
        if "Cache-Control" not in present:
            headers.extend(caching_headers(status, ledger.tag))
        # The headers of a stream are gone before its search begins.
        if ledger.spans and present.get("Content-Type") != EVENT_STREAM:
            headers.append((SERVER_TIMING, _timing(ledger)))
            headers.append(("Timing-Allow-Origin", self._origins))


def _timing(ledger: Ledger) -> str:
    """The value of `Server-Timing` (W3C): milliseconds by what they went into."""
    spans = {**ledger.spans, "total": ledger.seconds}
    return ", ".join(f"{name};dur={1000 * seconds:.3f}" for name, seconds in spans.items())
