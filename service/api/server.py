"""The gunicorn configuration: `gunicorn -c python:service.api.server service.api.wsgi:app`."""

from __future__ import annotations

import os
import socket

from gunicorn import util
from gunicorn.arbiter import Arbiter
from gunicorn.http.wsgi import Response

from service.api.problems import CODE_OF_STATUS, CODES
from service.api.telemetry.logs import ServerLogger
from service.api.telemetry.shared_metrics import forget_worker, provide_folder
from service.api.worker import Worker
from service.api.worker.refusal import refuse
from service.api.worker.shutdown import announce_shutdown
from service.api.worker.signals import hold_signals, release_signals
from service.settings import read_settings

_settings = read_settings()

bind = (
    f"[{_settings.host}]:{_settings.port}"
    if ":" in _settings.host
    else (f"{_settings.host}:{_settings.port}")
)
worker_class = Worker
workers = _settings.workers
threads = _settings.threads
preload_app = True
graceful_timeout = _settings.drain_seconds + _settings.graceful_seconds
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


# Called with the arbiter before it makes workers.
when_ready = announce_shutdown

pre_fork = hold_signals
os.register_at_fork(after_in_parent=release_signals)
post_worker_init = release_signals


def write_problem(client: socket.socket, status: int, reason: str, message: str) -> None:
    """Answer a request that gunicorn could not read; it would send HTML."""
    code = CODE_OF_STATUS.get(status, "bad_request")
    refuse(client, code, message or CODES[code][1], _settings.allowed_origins)


_default_headers = Response.default_headers


def _headers_without_banner(response: Response) -> list[str]:
    return [line for line in _default_headers(response) if not line.startswith("Server:")]


# gunicorn has a setting for neither.
util.write_error = write_problem
Response.default_headers = _headers_without_banner
