"""The media type to answer with, of those that a route offers."""

from __future__ import annotations

from wsgiref.types import WSGIEnvironment

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from service.api.http.problems import ProblemError

JSON = "application/json"
YAML = "application/yaml"
PLAIN = "text/plain"
EVENT_STREAM = "text/event-stream"


def negotiate(environ: WSGIEnvironment, *offered: str) -> str:
    """Return the media type to answer with; a 406 problem when the `Accept` header admits none.

    Of types that are equally welcome, one that the client names goes before one that it only means
    by a wildcard; then the first offered.
    """
    header: str = environ.get("HTTP_ACCEPT", "")
    if header in ("", "*/*", offered[0]):
        return offered[0]
    accepted: dict[str, float] = {}
    for media_range, quality in parse_accept_header(header, MIMEAccept):
        name = media_range.split(";")[0].strip().lower()
        accepted[name] = max(quality, accepted.get(name, 0.0))
    best = max(offered, key=lambda media_type: _welcome(media_type, accepted))
    if _welcome(best, accepted)[0] == 0:
        detail = f"Answers are {' or '.join(offered)}; accept that."
        raise ProblemError("not_acceptable", detail)
    return best


def _welcome(media_type: str, accepted: dict[str, float]) -> tuple[float, int]:
    """Return the quality that the most specific range gives to a type, and how specific it is."""
    ranges = ("*/*", f"{media_type.split('/')[0]}/*", media_type)
    specific = max((level for level, each in enumerate(ranges) if each in accepted), default=None)
    return (0.0, 0) if specific is None else (accepted[ranges[specific]], specific)
