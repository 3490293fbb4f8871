"""`Server-Timing` (W3C): where the time of an answer went, for the tools of browsers and others."""

from __future__ import annotations

from flask import Flask, Response

from service.api.accept import EVENT_STREAM
from service.api.ledger import current_ledger
from service.settings import Settings

HEADER = "Server-Timing"


def register_server_timing(app: Flask, settings: Settings) -> None:
    """Put the header on every answer of a route that notes what it spends time on."""
    # A browser shows it only to origins that are named, as it does with the answer itself.
    origins = ", ".join(settings.allowed_origins)

    @app.after_request
    def add_timing(response: Response) -> Response:
        ledger = current_ledger()
        # The headers of a stream are gone before its search begins.
        if ledger.spans and response.mimetype != EVENT_STREAM:
            spans = {**ledger.spans, "total": ledger.seconds}
            response.headers[HEADER] = ", ".join(
                f"{name};dur={1000 * seconds:.3f}" for name, seconds in spans.items()
            )
            response.headers["Timing-Allow-Origin"] = origins
        return response
