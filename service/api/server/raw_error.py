"""An error response that is written without the application, to a request that cannot be read."""

from collections.abc import Sequence

from structlog.contextvars import bound_contextvars

from service.api.http.cors import CrossOrigin
from service.api.http.problems import CODES, as_response, problem_body
from service.api.http.request_id import HEADER, new_request_id
from service.api.server.connection import Connection
from service.api.telemetry.access_log import record_request


def send_raw_error(
    connection: Connection, code: str, detail: str, origins: Sequence[str], **found: str
) -> None:
    """Write a problem as the last answer on a connection, without waiting, and record it.

    The log tells what was `found` of the request besides.
    """
    request_id = new_request_id()
    with bound_contextvars(request_id=request_id):
        record_request(None, None, CODES[code][0], None, code=code, **found)
    connection.sock.sendall(raw_error(connection, code, detail, origins, request_id))


def raw_error(
    connection: Connection, code: str, detail: str, origins: Sequence[str], request_id: str
) -> bytes:
    """Return the last answer on a connection, which is a problem."""
    problem = problem_body(code, detail, request_id)
    body, _, fields = as_response(problem)
    headers = {
        **fields,
        "Content-Length": len(body),
        HEADER: request_id,
        "Cache-Control": "no-store",
        "Connection": "close",
        **dict(CrossOrigin(origins).headers({})),
    }
    lines = [f"HTTP/1.1 {problem['status']} {problem['title']}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + (b"" if connection.omits_body else body)
