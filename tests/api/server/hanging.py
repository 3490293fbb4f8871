"""The application, in which requests hang or fail that ask for it.

It changes the solver of the process that imports it, so only a server does.
"""

import os
from collections.abc import Iterable
from threading import Event
from wsgiref.types import StartResponse, WSGIEnvironment

from service.api.wsgi import app as whole
from service.solver import Analysis
from service.solver.session import Session

SIDE = int(os.environ["HANGING_SIDE"])
"""The search of a square board of this size hangs in its slot."""

full_search = Session.full_search


def hang_or_search(session: Session) -> Analysis:
    """Search as a session does, unless it is about that board."""
    if session._root.board.rules.cells == SIDE * SIDE:
        Event().wait()
    return full_search(session)


class Hanging:
    """The application; the header `X-Hang` says how a request hangs or fails instead."""

    extensions = whole.extensions

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        how = environ.get("HTTP_X_HANG")
        while how == "spin":
            pass
        if how == "wait":
            Event().wait()
        if how == "fail":
            raise ZeroDivisionError
        if how == "break":
            start_response("200 OK", [])(b"part")
            raise ZeroDivisionError
        return whole(environ, start_response)


Session.full_search = hang_or_search  # type: ignore[assignment, method-assign]
app = Hanging()
