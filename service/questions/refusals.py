"""How a question is refused: the codes, the exception that carries one, and what is told of it.

The codes are those of the contract; among them are those of requests that bring no question.
"""

import logging
import re
from collections.abc import Mapping, Sequence

from service.questions.schemas import FieldError, Problem

logger = logging.getLogger(__name__)

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

NO_ANSWER = "no_answer"
"""The code where a service that was asked does not answer as one, which is none of the contract."""

TITLES = {
    400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
    408: "Request Timeout", 413: "Request Entity Too Large", 414: "Request URI Too Long",
    415: "Unsupported Media Type", 417: "Expectation Failed", 422: "Unprocessable Entity",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
    503: "Service Unavailable",
}  # fmt: skip
"""The statuses in words, the same with every Python."""

STEPS = {"board": ("row {} from the top", "column {}"), "moves": ("number {}",)}
"""How a part of a field is named in words; pointers count from 0."""


class RefusedError(Exception):
    """A question, or a request, that cannot be answered: by which code, why, and where."""

    def __init__(self, code: str, detail: str, errors: Sequence[FieldError] = ()) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.errors = errors

    def within(self, path: Sequence[str | int]) -> "RefusedError":
        """Return this problem as one of the part of a body at this path."""
        prefix = pointer(path)
        errors = [field_error(prefix + each["pointer"], each["message"]) for each in self.errors]
        return RefusedError(self.code, self.detail, errors)

    def renamed(self, names: Mapping[str, str]) -> "RefusedError":
        """Return this problem with other names of the fields that it points at."""
        errors = []
        for each in self.errors:
            root, *path = each["pointer"].split("/")
            path[:1] = [names.get(step, step) for step in path[:1]]
            errors.append(field_error("/".join([root, *path]), each["message"]))
        return RefusedError(self.code, self.detail, errors)


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
    """Return what is told of a refusal (RFC 9457)."""
    status = CODES[code][0]
    return {
        "type": "about:blank",
        "title": TITLES[status],
        "status": status,
        "detail": detail,
        "code": code,
        "request_id": request_id,
        "errors": list(errors),
    }


def describe(error: Exception, request_id: str) -> Problem:
    """Return the problem of an error; one that is no `RefusedError` is a bug, and is logged."""
    if not isinstance(error, RefusedError):
        logger.error("request %s failed", request_id, exc_info=error)
        error = RefusedError("internal_error", "Something went wrong here; it is our bug.")
    return problem_body(error.code, error.detail, request_id, error.errors)
