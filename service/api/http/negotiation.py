"""The media type to answer with, of those that a route offers."""

from wsgiref.types import WSGIEnvironment

from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header, parse_list_header

from service.questions.refusals import RefusedError

JSON = "application/json"
YAML = "application/yaml"
PLAIN = "text/plain"
HTML = "text/html"
SVG = "image/svg+xml"
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
    ranges = parse_accept_header(header, MIMEAccept)
    # No offer has parameters, so those of a range say nothing.
    accepted = MIMEAccept([(name.partition(";")[0], quality) for name, quality in ranges])
    best = accepted.best_match(offered)
    if best is not None:
        return best
    readable = [name for name in accepted.values() if "/" in name]
    if not readable or len(readable) < len(parse_list_header(header)):
        return offered[0]
    detail = f"Answers are {' or '.join(offered)}; accept that."
    raise RefusedError("not_acceptable", detail)
