"""A problem that the server answers itself, where a request does not reach the application."""

from collections.abc import Sequence
from http import HTTPStatus

from service.api.http.cors import CrossOrigin
from service.api.http.problems import as_response, problem_body
from service.api.http.request_id import HEADER, new_request_id
from service.api.telemetry.access_log import record_request

Answer = tuple[int, list[tuple[str, str]], bytes]
"""The status, the fields and the body of an answer."""


def refuse(code: str, detail: str, origins: Sequence[str], client: str) -> Answer:
    """Record that a request is refused, and return the last answer on its connection.

    In the log the client has the name `client`.
    """
    request_id = new_request_id()
    body, status, fields = as_response(problem_body(code, detail, request_id))
    record_request(None, None, status, None, code=code, client=client, request_id=request_id)
    fields |= {
        "Content-Length": str(len(body)),
        HEADER: request_id,
        "Cache-Control": "no-store",
        "Connection": "close",
        **dict(CrossOrigin(origins).headers({})),
    }
    return status, list(fields.items()), body


def as_bytes(answer: Answer, *, omits_body: bool) -> bytes:
    """Return an answer as it is sent; that to HEAD has no body."""
    status, fields, body = answer
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += [f"{name}: {value}" for name, value in fields]
    return "\r\n".join([*lines, "", ""]).encode() + (b"" if omits_body else body)
