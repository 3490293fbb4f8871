"""A problem that the server answers itself, where a request does not reach the application."""

from collections.abc import Sequence
from email.utils import formatdate
from http import HTTPStatus

from service.api.http.cors import CrossOrigin
from service.api.http.problems import as_response
from service.api.http.request_id import HEADER, new_request_id
from service.api.telemetry.access_log import record_request
from service.questions.refusals import problem_body


def refuse(code: str, detail: str, origins: Sequence[str], client: str) -> tuple[bytes, bytes]:
    """Record that a request is refused; return head and body of the last answer on its connection.

    In the log the client has the name `client`.
    """
    request_id = new_request_id()
    body, status, fields = as_response(problem_body(code, detail, request_id))
    record_request(None, None, status, None, code=code, client=client, request_id=request_id)
    fields |= {
        "Date": formatdate(usegmt=True),
        "Content-Length": str(len(body)),
        HEADER: request_id,
        "Cache-Control": "no-store",
        "Connection": "close",
        **dict(CrossOrigin(origins).headers({})),
    }
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += [f"{name}: {value}" for name, value in fields.items()]
    return "\r\n".join([*lines, "", ""]).encode(), body
