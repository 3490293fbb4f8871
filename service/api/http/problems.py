"""Every error of every route as problem+json (RFC 9457).

Here are the table of the codes, the exception that carries a code, and the handlers that answer
with it.
"""

import json
import logging
import re
from collections.abc import Mapping, Sequence

from flask import Flask, Response
from werkzeug.exceptions import HTTPException
from werkzeug.http import HTTP_STATUS_CODES

from service.api.http.request_id import current_request_id
from service.api.schemas import FieldError, Problem

logger = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"
CLIENT_GONE = 499
"""The status in the logs when the client has closed the connection, as nginx has it."""

CODES: dict[str, tuple[int, str]] = {
    "bad_request": (400, "The request is not well-formed HTTP."),
    "invalid_json": (400, "The body is not JSON."),
    "invalid_encoding": (
        400,
        "The body or the link is not UTF-8, or the body starts with a byte order mark.",
    ),
    "duplicate_key": (400, "An object of the body, or a link, names a key twice."),
    "nested_too_deep": (400, "The body is nested too deep, in more than 100 levels."),
    "incomplete_body": (400, "The body ended early."),
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
    "not_proven": (422, "Not all was proven within the time limit; ask for more, or once more."),
    "headers_too_large": (431, "The request headers are too large."),
    "internal_error": (500, "A bug; never caused by any input."),
    "not_implemented": (501, "The transfer coding is not supported."),
    "not_ready": (503, "The service is starting or stopping; retry after `Retry-After` seconds."),
    "stuck": (503, "A request hangs in this process, which is being replaced; retry soon."),
    "overloaded": (503, "Too much waits already; retry after `Retry-After` seconds."),
}
"""The stable codes, each with its status and when it is used."""

CODE_OF_STATUS = {status: code for code, (status, _) in reversed(CODES.items())}
"""The first code of each status, for errors of the framework and of the server."""

STEPS = {"board": ("row {} from the top", "column {}"), "moves": ("number {}",)}
"""How a part of a field is named in words; pointers count from 0."""


class ProblemError(Exception):
    """A request that cannot be answered; ends as a problem+json response."""

    def __init__(self, code: str, detail: str, errors: Sequence[FieldError] = ()) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.errors = errors

    def within(self, path: Sequence[str | int]) -> "ProblemError":
        """Return this problem as one of the part of a body at this path."""
        prefix = pointer(path)
        errors = [field_error(prefix + each["pointer"], each["message"]) for each in self.errors]
        return ProblemError(self.code, self.detail, errors)

    def renamed(self, names: Mapping[str, str]) -> "ProblemError":
        """Return this problem with other names of the fields that it points at."""
        errors = []
        for each in self.errors:
            root, *path = each["pointer"].split("/")
            path[:1] = [names.get(step, step) for step in path[:1]]
            errors.append(field_error("/".join([root, *path]), each["message"]))
        return ProblemError(self.code, self.detail, errors)


def field_error(at: str, message: str) -> FieldError:
    """Return the error at a JSON Pointer into the body, with what to do about it."""
    return {"pointer": at, "message": message}


def pointer(path: Sequence[str | int]) -> str:
    """Return the JSON Pointer (RFC 6901) of a path."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def in_words(error: FieldError, names: Mapping[str, str]) -> str:
    """Return what is wrong in a question, for those to whom its fields have these `names`."""
    field, *path = error["pointer"].split("/")[1:] or [""]
    steps = zip(STEPS.get(field, ()), path, strict=False)
    counted = (step.format(int(index) + 1) for step, index in steps if index.isdecimal())
    place = ", ".join([names.get(field, field), *counted])
    # Who gives no JSON is not told to.
    message = re.sub(r'"(\w+)": "(\w+)"', r"\1 \2", error["message"])
    return f"{place}: " + re.sub(r"\w+", lambda word: names.get(word[0], word[0]), message)


def problem_body(
    code: str, detail: str, request_id: str, errors: Sequence[FieldError] = ()
) -> Problem:
    """Return the body of a problem response (RFC 9457)."""
    status = CODES[code][0]
    return {
        "type": "about:blank",
        "title": HTTP_STATUS_CODES[status],
        "status": status,
        "detail": detail,
        "code": code,
        "request_id": request_id,
        "errors": list(errors),
    }


def register_errors(app: Flask) -> None:
    """Install the error handlers in an application."""
    app.register_error_handler(HTTPException, _of_framework)
    app.register_error_handler(Exception, problem_response)
    app.register_error_handler(ConnectionResetError, unread_response)


def describe(error: Exception, request_id: str | None = None) -> Problem:
    """Return the problem of an error; one that is no `ProblemError` is a bug, and is logged.

    The request has the id that is given, or else that of the one being served.
    """
    request_id = request_id or current_request_id()
    if not isinstance(error, ProblemError):
        logger.error("request %s failed", request_id, exc_info=error)
        error = ProblemError("internal_error", "Something went wrong here; it is our bug.")
    return problem_body(error.code, error.detail, request_id, error.errors)


def as_response(problem: Problem) -> tuple[bytes, int, dict[str, str]]:
    """Return the body, the status and the fields of the response that is a problem."""
    fields = {"Content-Type": PROBLEM_JSON}
    if problem["status"] == 503:
        fields["Retry-After"] = "1"
    return json.dumps(problem).encode(), problem["status"], fields


def problem_response(error: Exception) -> Response:
    """Return the response to an error."""
    return Response(*as_response(describe(error)))


def unread_response(_: OSError) -> Response:
    """Return the response to a client that has closed the connection, for the log alone."""
    return Response(status=CLIENT_GONE)


def _of_framework(error: HTTPException) -> Response:
    code = CODE_OF_STATUS.get(error.code or 500, "bad_request")
    response = problem_response(ProblemError(code, CODES[code][1]))
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response
