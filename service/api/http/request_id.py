"""One id per request, the client's where it sent a usable one, to find it again in the logs."""

from __future__ import annotations

import re
from random import getrandbits
from wsgiref.types import WSGIEnvironment

from flask import request

HEADER = "X-Request-Id"

_CHOSEN = "service.request_id"
_USABLE = re.compile(r"[A-Za-z0-9._-]{1,128}")


def current_request_id() -> str:
    """The id of the request being served."""
    return request_id_of(request.environ)


def request_id_of(environ: WSGIEnvironment) -> str:
    """The id of a request, chosen when first asked for."""
    chosen: str | None = environ.get(_CHOSEN)
    if chosen is None:
        sent: str = environ.get("HTTP_X_REQUEST_ID", "")
        chosen = environ[_CHOSEN] = sent if _USABLE.fullmatch(sent) else new_request_id()
    return chosen


def new_request_id() -> str:
    """A fresh id. It is no secret, so that the system need not be asked for one."""
    return f"{getrandbits(128):032x}"
