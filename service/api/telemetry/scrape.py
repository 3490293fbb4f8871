"""`GET /metrics`, for Prometheus."""

from __future__ import annotations

from flask import Blueprint, Response, request

from service.api.telemetry.metrics import exposition


def scrape_routes() -> Blueprint:
    """The route."""
    routes = Blueprint("scrape", __name__)

    @routes.get("/metrics")
    def metrics() -> Response:
        text, media_type = exposition(request.headers.get("Accept", ""))
        return Response(text, content_type=media_type)

    return routes
