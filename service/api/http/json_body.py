"""Reading a request body within its limit, and parsing it as strict JSON.

The bytes are read from the server's own stream: Flask's `MAX_CONTENT_LENGTH` silently cuts a
chunked body, which would then look like broken JSON instead of a body that is too large.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from flask import Request

from service.api.http.problems import ProblemError

MOST_DIGITS = 30
"""Longer integers are beyond every limit, so that only their sign and size matter."""


def read_json(request: Request, limit: int) -> Any:
    """The JSON value of the body; a problem if it is anything else."""
    return parse_json(read_body(request, limit))


def parse_json(body: bytes) -> Any:
    """The JSON value of `body`, without duplicate keys, NaN, Infinity or half characters."""
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        detail = f"The body is not UTF-8: byte {error.start} cannot be read."
        raise ProblemError("invalid_encoding", detail) from None
    if text.startswith("\ufeff"):
        detail = "The body starts with a byte order mark; send it without."
        raise ProblemError("invalid_encoding", detail)
    try:
        value = _decoder.decode(text)
        return _replace_half_characters(value) if "\\u" in text else value
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")
        detail = f"The body is not JSON: {what} at line {error.lineno}, column {error.colno}."
        raise ProblemError("invalid_json", detail) from None
    except RecursionError:
        detail = "The body is nested too deep; a board needs three levels."
        raise ProblemError("nested_too_deep", detail) from None


def _require_media_type(request: Request) -> None:
    if request.environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise ProblemError("unsupported_encoding", "Send the body without Content-Encoding.")
    if request.environ.get("CONTENT_TYPE") == "application/json":
        return
    if request.mimetype != "application/json":
        detail = "Send the body as Content-Type: application/json."
        raise ProblemError("unsupported_media_type", detail)
    if request.mimetype_params.get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
        raise ProblemError("unsupported_media_type", "Send the body in UTF-8.")


def read_body(request: Request, limit: int) -> bytes:
    """The bytes of a body that says to be JSON; a problem if there are more than `limit`."""
    _require_media_type(request)
    announced = request.environ.get("CONTENT_LENGTH") or None
    if announced and int(announced) > limit:
        raise _too_large(limit)
    try:
        body: bytes = request.environ["wsgi.input"].read(limit + 1)
    except Exception as error:  # Each server has errors of its own for a body cut short.
        detail = f"The body cannot be read: {error}."
        raise ProblemError("incomplete_body", detail) from None
    if len(body) > limit:
        raise _too_large(limit)
    if announced and len(body) < int(announced):
        detail = f"The body ended after {len(body)} of {announced} bytes."
        raise ProblemError("incomplete_body", detail)
    return body


def _too_large(limit: int) -> ProblemError:
    return ProblemError("body_too_large", f"The body is larger than {limit} bytes.")


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these pairs; a problem if a key is among them twice."""
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise ProblemError("duplicate_key", f"The key {key!r:.80} appears twice.")
        seen.add(key)
    raise AssertionError("fewer keys than pairs, yet none twice")


def read_integer(digits: str) -> int:
    """An integer; of one beyond every limit the first digits."""
    return int(digits if len(digits) <= MOST_DIGITS else digits[:MOST_DIGITS])


def _constant(name: str) -> NoReturn:
    raise ProblemError("invalid_json", f"The body is not JSON: {name} is no JSON number.")


def _replace_half_characters(value: Any) -> Any:
    """`value` with each lone surrogate, which no answer could repeat, as U+FFFD."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_replace_half_characters(each) for each in value]
    if isinstance(value, dict):
        return {
            _replace_half_characters(key): _replace_half_characters(each)
            for key, each in value.items()
        }
    return value


_decoder = json.JSONDecoder(
    object_pairs_hook=unique, parse_int=read_integer, parse_constant=_constant
)
