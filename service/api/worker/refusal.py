"""An answer to who has not asked properly, written without the application."""

from __future__ import annotations

import json
import socket
from collections.abc import Sequence

from gunicorn import util
from structlog.contextvars import bound_contextvars

from service.api.cors import headers_without_origin
from service.api.problems import PROBLEM_JSON, problem_body
from service.api.request_id import HEADER, new_request_id


def refuse(client: socket.socket, code: str, detail: str, origins: Sequence[str]) -> None:
    """Write a problem, without waiting; the connection is of no use after it."""
    request_id = new_request_id()
    problem = problem_body(code, detail, request_id)
    body = json.dumps(problem).encode()
    headers = {
        "Content-Type": PROBLEM_JSON,
        "Content-Length": len(body),
        HEADER: request_id,
        "Cache-Control": "no-store",
        "Connection": "close",
        **headers_without_origin(origins),
    }
    lines = [f"HTTP/1.1 {problem['status']} {problem['title']}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    # Late, for it counts, and where to is settled only when the server is configured.
    from service.api.telemetry.record import record_request

    with bound_contextvars(request_id=request_id):
        record_request(None, None, problem["status"], None, code=code)
    util.write_nonblock(client, "\r\n".join([*lines, "", ""]).encode() + body)
