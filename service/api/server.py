"""The gunicorn configuration: `gunicorn -c python:service.api.server service.api.wsgi:app`."""

from __future__ import annotations

import json
import os
import socket

from gunicorn import util
from gunicorn.arbiter import Arbiter
from gunicorn.http.wsgi import Response
from gunicorn.workers.base import Worker
from structlog.contextvars import bound_contextvars

from service.api.logs import ServerLogger
from service.api.problems import CODE_OF_STATUS, CODES, PROBLEM_JSON, problem_body
from service.api.request_id import HEADER, new_request_id
from service.api.shared_metrics import forget_worker, provide_folder
from service.settings import Settings

_settings = Settings()

bind = (
    f"[{_settings.host}]:{_settings.port}"
    if ":" in _settings.host
    else (f"{_settings.host}:{_settings.port}")
)
worker_class = "gthread"
workers = _settings.workers
threads = _settings.threads
preload_app = True
graceful_timeout = _settings.graceful_seconds
keepalive = 30
# A heartbeat of the worker, not a limit on requests.
timeout = 60
# It would want a writable home.
control_socket_disable = True
logger_class = ServerLogger
# Neither the heartbeat nor a count must wait for a disk.
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
provide_folder(worker_tmp_dir)


def child_exit(_: Arbiter, worker: Worker) -> None:
    """A worker has ended, in whatever way."""
    forget_worker(worker.pid)


def write_problem(client: socket.socket, status: int, reason: str, message: str) -> None:
    """Answer a request that gunicorn could not read; it would send HTML."""
    code = CODE_OF_STATUS.get(status, "bad_request")
    request_id = new_request_id()
    problem = problem_body(code, message or CODES[code][1], request_id)
    body = json.dumps(problem).encode()
    head = (
        f"HTTP/1.1 {problem['status']} {problem['title']}\r\n"
        f"Content-Type: {PROBLEM_JSON}\r\n"
        f"Content-Length: {len(body)}\r\n"
        f"{HEADER}: {request_id}\r\n"
        "Cache-Control: no-store\r\n"
        "Connection: close\r\n\r\n"
    )
    # Late, for it counts, and where to is settled above.
    from service.api.record import record_request

    with bound_contextvars(request_id=request_id):
        record_request(None, None, problem["status"], None, code=code)
    util.write_nonblock(client, head.encode() + body)


_default_headers = Response.default_headers


def _headers_without_banner(response: Response) -> list[str]:
    return [line for line in _default_headers(response) if not line.startswith("Server:")]


# gunicorn has a setting for neither.
util.write_error = write_problem
Response.default_headers = _headers_without_banner
