"""The id of a request, by which it is found again in the logs: the client's if it is usable."""

import re
from random import getrandbits
from wsgiref.types import WSGIEnvironment

from flask import request

HEADER = "X-Request-Id"

_CHOSEN = "service.request_id"
_USABLE = re.compile(r"[A-Za-z0-9._-]{1,128}")


def current_request_id() -> str:
    """Return the id of the request being served."""
    return request_id_of(request.environ)


def request_id_of(environ: WSGIEnvironment) -> str:
    """Return the id of a request, which is chosen when it is first asked for."""
    chosen: str | None = environ.get(_CHOSEN)
    if chosen is None:
        sent: str = environ.get("HTTP_X_REQUEST_ID", "")
        chosen = environ[_CHOSEN] = sent if _USABLE.fullmatch(sent) else new_request_id()
    return chosen


def new_request_id() -> str:
    """Return a fresh id; it is no secret, so that it need not come from the system."""
    return f"{getrandbits(128):032x}"
