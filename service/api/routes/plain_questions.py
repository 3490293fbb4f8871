"""Plain questions that are answered at once, before the framework has looked at them.

It takes longer to look at a request than all the rest of such an answer. Whatever is special about
a request, wrong with it or in need of a search is left to the framework.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from io import BytesIO
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from service.api.http.negotiation import JSON
from service.api.routes.known_answers import MOST_QUESTION_BYTES
from service.api.routes.move import ROUTE, MoveRoute
from service.api.telemetry.request_stats import current_stats


class PlainQuestions:
    """An application that is asked only what cannot be answered at once."""

    def __init__(self, application: WSGIApplication, move: MoveRoute) -> None:
        self._application, self._move = application, move

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a plain question, or have it answered."""
        if not _is_plain(environ):
            return self._application(environ, start_response)
        stats = current_stats()
        with stats.timed("read"):
            size = int(environ["CONTENT_LENGTH"])
            question = environ["wsgi.input"].read(size)
        answer = None
        with suppress(Exception):  # The framework will meet the same, and answer with it.
            answer = self._move.at_once(question, stats) if len(question) == size else None
        if answer is None:
            environ["wsgi.input"] = BytesIO(question)
            return self._application(environ, start_response)
        stats.route = ROUTE
        headers = [("Content-Type", JSON), ("Content-Length", str(len(answer)))]
        start_response("200 OK", headers)
        return [answer]


def _is_plain(environ: WSGIEnvironment) -> bool:
    """Whether it is a question in JSON to be answered in JSON, and nothing special about it."""
    size = environ.get("CONTENT_LENGTH", "")
    return (
        environ["PATH_INFO"] == ROUTE
        and environ["REQUEST_METHOD"] == "POST"
        and environ.get("CONTENT_TYPE") == JSON
        and environ.get("HTTP_ACCEPT", "") in ("", "*/*", JSON)
        and size.isdecimal()
        and int(size) <= MOST_QUESTION_BYTES
        and "HTTP_CONTENT_ENCODING" not in environ
        and "HTTP_IF_NONE_MATCH" not in environ
    )
