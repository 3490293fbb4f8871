"""The gunicorn configuration.

It names the worker and the application and imports neither: they count, and where to is settled
only here.
"""

from __future__ import annotations

import os
from threading import Thread
from typing import Any

from gunicorn.arbiter import Arbiter
from gunicorn.http.wsgi import Response

from service.api.server.address import bind_address
from service.api.server.shutdown import (
    announce_shutdown,
    hold_signals,
    release_signals,
    start_alike,
)
from service.api.telemetry.metrics_folder import provide_folder
from service.settings import read_settings
from service.solver import compile_kernels

_settings = read_settings()

bind = bind_address(_settings)
worker_class = "service.api.server.worker.Worker"
workers = _settings.workers
threads = _settings.threads
preload_app = True
graceful_timeout = _settings.drain_seconds + _settings.graceful_seconds
keepalive = _settings.keepalive_seconds
# A heartbeat of the worker, not a limit on requests.
timeout = 60
# It would want a writable home.
control_socket_disable = True
logger_class = "service.api.telemetry.logs.ServerLogger"
_home = provide_folder(_settings.workers)
# The heartbeat must not wait for a disk either.
worker_tmp_dir = _home.path


def on_starting(arbiter: Arbiter) -> None:
    """It logs from now on."""
    if _home.complaint:
        arbiter.log.warning(_home.complaint)


def child_exit(arbiter: Arbiter, worker: Any) -> None:
    """A worker has ended, in whatever way."""
    worker.forget_metrics({os.getpid(), *arbiter.WORKERS})


def when_ready(arbiter: Arbiter) -> None:
    """Prepare the master process, which is about to make its workers."""
    announce_shutdown(arbiter)
    # Nobody waits for what is compiled last, and the thread ends with the process.
    Thread(target=compile_kernels, kwargs={"wide_words": True}, daemon=True).start()


pre_exec = start_alike
pre_fork = hold_signals
os.register_at_fork(after_in_parent=release_signals)
post_worker_init = release_signals

_default_headers = Response.default_headers
KEPT = "Connection: keep-alive\r\n"


def _own_headers(response: Response) -> list[str]:
    """gunicorn's headers without its name, and with the time that a connection may rest.

    `Keep-Alive: timeout=N` is of RFC 2068, section 19.7.1.1, and draft-thomson-hybi-http-timeout.
    """
    lines = [line for line in _default_headers(response) if not line.startswith("Server:")]
    if KEPT in lines:
        lines.append(f"Keep-Alive: timeout={response.cfg.keepalive}\r\n")
    return lines


# gunicorn has no setting for either.
Response.default_headers = _own_headers
