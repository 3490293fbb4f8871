"""Every error of every route as problem+json (RFC 9457)."""

import json

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from service.api.http.request_id import current_request_id
from service.questions.refusals import CODES, RefusedError, describe
from service.questions.schemas import Problem

PROBLEM_JSON = "application/problem+json"
CLIENT_GONE = 499
"""The status in the logs when the client has closed the connection, as nginx has it."""
CODE_OF_STATUS = {status: code for code, (status, _) in reversed(CODES.items())}
"""The first code of each status, for errors of the framework and of the server."""


def register_errors(app: Flask) -> None:
    """Install the error handlers in an application."""
    app.register_error_handler(HTTPException, _of_framework)
    app.register_error_handler(Exception, problem_response)
    app.register_error_handler(ConnectionResetError, unread_response)


def as_response(problem: Problem) -> tuple[bytes, int, dict[str, str]]:
    """Return the body, the status and the fields of the response that is a problem."""
    fields = {"Content-Type": PROBLEM_JSON}
    if problem["status"] == 503:
        fields["Retry-After"] = "1"
    return json.dumps(problem).encode(), problem["status"], fields


def problem_response(error: Exception) -> Response:
    """Return the response to an error."""
    return Response(*as_response(describe(error, current_request_id())))


def unread_response(_: OSError) -> Response:
    """Return the response to a client that has closed the connection, for the log alone."""
    return Response(status=CLIENT_GONE)


def _of_framework(error: HTTPException) -> Response:
    code = CODE_OF_STATUS.get(error.code or 500, "bad_request")
    response = problem_response(RefusedError(code, CODES[code][1]))
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response
