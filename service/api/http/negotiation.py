"""The media type to answer with, of those that a route offers."""

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
    by a wildcard; then the first offered. A header that cannot be read is no reason to refuse: a
    server may disregard it (RFC 9110, 12.5.1).
    """
    header: str = environ.get("HTTP_ACCEPT", "")
    # To parse a header that most clients send alike would take a while.
    if header in ("", "*/*", offered[0]):
        return offered[0]
    accepted = _accepted(header)
    best = accepted.best_match(offered)
    if best is not None:
        return best
    if not accepted or not all("/" in media_range for media_range in accepted.values()):
        return offered[0]
    detail = f"Answers are {' or '.join(offered)}; accept that."
    raise ProblemError("not_acceptable", detail)


def _accepted(header: str) -> MIMEAccept:
    """Return the media ranges of an `Accept` header without parameters, which no offer has.

    A `*` alone, as in the `*; q=.2` of old clients of Java, means `*/*`.
    """
    ranges = [
        (media_range.partition(";")[0], quality)
        for media_range, quality in parse_accept_header(header, MIMEAccept)
    ]
    return MIMEAccept([("*/*" if name == "*" else name, quality) for name, quality in ranges])
