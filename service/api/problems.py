"""Everything that can go wrong, as data: one table of codes, and the exception that carries one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from werkzeug.http import HTTP_STATUS_CODES

if TYPE_CHECKING:  # The server's configuration needs problems, but no solver behind the schemas.
    from service.api.schemas import Problem

PROBLEM_JSON = "application/problem+json"

CODES: dict[str, tuple[int, str]] = {
    "invalid_json": (400, "The body is not JSON."),
    "invalid_encoding": (400, "The body is not UTF-8, or starts with a byte order mark."),
    "duplicate_key": (400, "An object of the body names a key twice."),
    "nested_too_deep": (400, "The body is nested too deep."),
    "incomplete_body": (400, "The body ended early, or its chunks are malformed."),
    "bad_request": (400, "The request is not well-formed HTTP."),
    "not_found": (404, "No such route."),
    "method_not_allowed": (405, "The route does not know the method; `Allow` lists those it does."),
    "not_acceptable": (406, "The `Accept` header admits nothing that the route answers with."),
    "request_timeout": (408, "The request did not come in time."),
    "body_too_large": (413, "The body is over the limit, which is named."),
    "board_too_large": (413, "The board has more cells than the limit, which is named."),
    "batch_too_large": (413, "The batch has more questions than the limit, which is named."),
    "uri_too_long": (414, "The request line is too long."),
    "unsupported_media_type": (415, "The body must be application/json in UTF-8."),
    "unsupported_encoding": (415, "The body must not be compressed."),
    "expectation_failed": (417, "The `Expect` header asks for something unknown."),
    "invalid_request": (422, "A field is missing, unknown, of the wrong type or out of range."),
    "impossible_position": (422, "The rows are no board, or no game can reach the position."),
    "headers_too_large": (431, "The request headers are too large."),
    "internal_error": (500, "A bug; never caused by any input."),
    "not_implemented": (501, "The transfer coding is not supported."),
    "overloaded": (503, "Too many searches wait already; retry after `Retry-After` seconds."),
    "not_ready": (503, "The service is starting or stopping; retry after `Retry-After` seconds."),
}
"""Each stable code: its status and when it is used."""

CODE_OF_STATUS = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    408: "request_timeout",
    413: "body_too_large",
    414: "uri_too_long",
    415: "unsupported_media_type",
    417: "expectation_failed",
    431: "headers_too_large",
    500: "internal_error",
    501: "not_implemented",
    503: "not_ready",
}
"""The code for errors of the framework and of the server, which know only a status."""


@dataclass(frozen=True, slots=True)
class Place:
    """One offending place of the body: a JSON Pointer, and what to do about it."""

    pointer: str
    message: str


class ProblemError(Exception):
    """A request that cannot be answered; ends as a problem+json response."""

    def __init__(self, code: str, detail: str, places: Sequence[Place] = ()) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.places = places

    def within(self, path: Sequence[str | int]) -> ProblemError:
        """The same problem, of a part of the body."""
        places = [Place(pointer(path) + each.pointer, each.message) for each in self.places]
        return ProblemError(self.code, self.detail, places)


def pointer(path: Sequence[str | int]) -> str:
    """The JSON Pointer (RFC 6901) of a path."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def problem_body(code: str, detail: str, request_id: str, places: Sequence[Place] = ()) -> Problem:
    """The body of a problem response (RFC 9457)."""
    status = CODES[code][0]
    return {
        "type": "about:blank",
        "title": HTTP_STATUS_CODES[status],
        "status": status,
        "detail": detail,
        "code": code,
        "request_id": request_id,
        "errors": [{"pointer": each.pointer, "message": each.message} for each in places],
    }
