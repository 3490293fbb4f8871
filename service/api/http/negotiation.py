"""The media type to answer with, of those that a route offers."""

import math
import re
from wsgiref.types import WSGIEnvironment

from werkzeug.http import parse_list_header, parse_options_header

from service.api.http.problems import ProblemError

JSON = "application/json"
YAML = "application/yaml"
PLAIN = "text/plain"
EVENT_STREAM = "text/event-stream"

_MEDIA_RANGE = re.compile(r"[!#$%&'*+.^_`|~\w-]+/[!#$%&'*+.^_`|~\w-]+", re.ASCII)


def negotiate(environ: WSGIEnvironment, *offered: str) -> str:
    """Return the media type to answer with; a 406 problem when the `Accept` header admits none.

    Of types that are equally welcome, one that the client names goes before one that it only means
    by a wildcard; then the first offered.
    """
    header: str = environ.get("HTTP_ACCEPT", "")
    if header in ("", "*/*", offered[0]):
        return offered[0]
    accepted, is_readable = _accepted(header)
    best = max(offered, key=lambda media_type: _welcome(media_type, accepted))
    if _welcome(best, accepted)[0] > 0:
        return best
    if not is_readable:
        return offered[0]
    detail = f"Answers are {' or '.join(offered)}; accept that."
    raise ProblemError("not_acceptable", detail)


def _accepted(header: str) -> tuple[dict[str, float], bool]:
    """Return the quality of each media range of an `Accept` header, and whether all can be read.

    What cannot is no reason to refuse: a server may disregard the header (RFC 9110, 12.5.1). A `*`
    alone, as in the `*; q=.2` of old clients of Java, means `*/*`.
    """
    accepted: dict[str, float] = {}
    is_readable = True
    for each in filter(None, parse_list_header(header)):
        media_range, parameters = parse_options_header(each)
        name = "*/*" if media_range == "*" else media_range.lower()
        try:
            quality = float(parameters.get("q", "1"))
        except ValueError:
            quality = math.nan
        if _MEDIA_RANGE.fullmatch(name) and 0 <= quality <= 1:
            accepted[name] = max(quality, accepted.get(name, 0.0))
        else:
            is_readable = False
    return accepted, is_readable and bool(accepted)


def _welcome(media_type: str, accepted: dict[str, float]) -> tuple[float, int]:
    """Return the quality that the most specific range gives to a type, and how specific it is."""
    ranges = ("*/*", f"{media_type.split('/')[0]}/*", media_type)
    specific = max((level for level, each in enumerate(ranges) if each in accepted), default=None)
    return (0.0, 0) if specific is None else (accepted[ranges[specific]], specific)
