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

logger = logging.getLogger(__name__)


def register_errors(app: Flask) -> None:
    """Install the handlers."""
    app.register_error_handler(ProblemError, _expected)
    app.register_error_handler(HTTPException, _of_framework)
    app.register_error_handler(Exception, _unexpected)


def _expected(error: ProblemError) -> Response:
    body = problem_body(error.code, error.detail, current_request_id(), error.places)
    response = Response(json.dumps(body), CODES[error.code][0], mimetype=PROBLEM_JSON)
    if response.status_code == 503:
        response.headers["Retry-After"] = "1"
    return response


def _of_framework(error: HTTPException) -> Response:
    code = CODE_OF_STATUS.get(error.code or 500, "bad_request")
    response = _expected(ProblemError(code, CODES[code][1]))
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response


def _unexpected(error: Exception) -> Response:
    logger.error("request %s failed", current_request_id(), exc_info=error)
    return _expected(ProblemError("internal_error", "Something went wrong here; it is our bug."))
