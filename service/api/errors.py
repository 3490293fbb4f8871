"""Every error of every route as problem+json, whoever raised it."""

from __future__ import annotations

import json
import logging

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from service.api.problems import (
    CODE_OF_STATUS,
    CODES,
    PROBLEM_JSON,
    ProblemError,
    problem_body,
)
from service.api.request_id import current_request_id
from service.api.schemas import Problem

CLIENT_GONE = 499
"""No status of HTTP, only for the eyes of who runs the service; nginx uses it alike."""

logger = logging.getLogger(__name__)


def register_errors(app: Flask) -> None:
    """Install the handlers."""
    app.register_error_handler(HTTPException, _of_framework)
    app.register_error_handler(Exception, problem_response)
    app.register_error_handler(ConnectionResetError, _gone)


def describe(error: Exception) -> Problem:
    """What the client is told of an error; if it is no `ProblemError`, it is our bug and logged."""
    if not isinstance(error, ProblemError):
        logger.error("request %s failed", current_request_id(), exc_info=error)
        error = ProblemError("internal_error", "Something went wrong here; it is our bug.")
    return problem_body(error.code, error.detail, current_request_id(), error.places)


def problem_response(error: Exception) -> Response:
    """The response to an error."""
    body = describe(error)
    response = Response(json.dumps(body), body["status"], mimetype=PROBLEM_JSON)
    if response.status_code == 503:
        response.headers["Retry-After"] = "1"
    return response


def _gone(_: ConnectionResetError) -> Response:
    """What nobody reads, since the client has closed the connection."""
    return Response(status=CLIENT_GONE)


def _of_framework(error: HTTPException) -> Response:
    code = CODE_OF_STATUS.get(error.code or 500, "bad_request")
    response = problem_response(ProblemError(code, CODES[code][1]))
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response
