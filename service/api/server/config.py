"""The gunicorn configuration.

It names the worker and the application and imports neither: they count, and where to is settled
only here.
"""

from __future__ import annotations

import os
from typing import Any

from gunicorn.arbiter import Arbiter
from gunicorn.http.wsgi import Response

from service.api.server.address import bind_address
from service.api.server.shutdown import announce_shutdown, hold_signals, release_signals
from service.api.telemetry.metrics_folder import provide_folder
from service.settings import read_settings

_settings = read_settings()

bind = bind_address(_settings)
worker_class = "service.api.server.worker.Worker"
workers = _settings.workers
threads = _settings.threads
preload_app = True
graceful_timeout = _settings.drain_seconds + _settings.graceful_seconds
keepalive = 30
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


# Called with the arbiter before it makes workers.
when_ready = announce_shutdown

pre_fork = hold_signals
os.register_at_fork(after_in_parent=release_signals)
post_worker_init = release_signals

_default_headers = Response.default_headers


def _headers_without_banner(response: Response) -> list[str]:
    return [line for line in _default_headers(response) if not line.startswith("Server:")]


# gunicorn has no setting for it.
Response.default_headers = _headers_without_banner
