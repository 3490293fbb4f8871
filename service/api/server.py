"""The gunicorn configuration: `gunicorn -c python:service.api.server service.api.wsgi:app`."""

from __future__ import annotations

import json
import os
import socket

from gunicorn import util
from gunicorn.http.wsgi import Response

from service.api.problems import CODE_OF_STATUS, CODES, PROBLEM_JSON, problem_body
from service.api.request_id import HEADER, new_request_id
from service.api.signals import hold_signals, release_signals
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
if os.access("/dev/shm", os.W_OK):
    # The heartbeat file must not wait for a disk.
    worker_tmp_dir = "/dev/shm"

pre_fork = hold_signals
os.register_at_fork(after_in_parent=release_signals)
post_worker_init = release_signals


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
        "Connection: close\r\n\r\n"
    )
    util.write_nonblock(client, head.encode() + body)


_default_headers = Response.default_headers


def _headers_without_banner(response: Response) -> list[str]:
    return [line for line in _default_headers(response) if not line.startswith("Server:")]


# gunicorn has a setting for neither.
util.write_error = write_problem
Response.default_headers = _headers_without_banner
