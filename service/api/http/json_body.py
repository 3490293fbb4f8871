"""Reading a request body within its limit.

The bytes are read from the server's own stream: Flask's `MAX_CONTENT_LENGTH` silently cuts a
chunked body, which would then look like broken JSON instead of a body that is too large.
"""

from typing import Any
from wsgiref.types import WSGIEnvironment

from werkzeug.http import parse_options_header

from service.questions.json_text import parse_json
from service.questions.refusals import RefusedError


def read_json(environ: WSGIEnvironment, limit: int) -> Any:
    """Return the JSON value of the body; a problem if it is anything else."""
    return parse_json(read_body(environ, limit))


def read_body(environ: WSGIEnvironment, limit: int) -> bytes:
    """Return the bytes of a body that is announced as JSON; a problem if it is over the limit."""
    _require_media_type(environ)
    announced = int(environ.get("CONTENT_LENGTH") or 0)
    body: bytes = environ["wsgi.input"].read(limit + 1)
    if max(announced, len(body)) > limit:
        raise RefusedError("body_too_large", f"The body is larger than {limit} bytes.")
    if len(body) < announced:
        detail = f"The body ended after {len(body)} of {announced} bytes."
        raise RefusedError("incomplete_body", detail)
    return body


def _require_media_type(environ: WSGIEnvironment) -> None:
    if environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise RefusedError("unsupported_encoding", "Send the body without Content-Encoding.")
    content_type: str = environ.get("CONTENT_TYPE", "")
    if content_type == "application/json":
        return
    media_type, parameters = parse_options_header(content_type)
    if media_type.lower() != "application/json":
        detail = "Send the body as Content-Type: application/json."
        raise RefusedError("unsupported_media_type", detail)
    if parameters.get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
        raise RefusedError("unsupported_media_type", "Send the body in UTF-8.")
