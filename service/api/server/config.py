"""The gunicorn configuration.

It names the worker and the application and imports neither: they count metrics, and the folder of
those is settled only here.
"""

import os
from threading import Thread
from typing import Any

from service.api.server.address import bind_address
from service.api.server.shutdown import (
    announce_shutdown,
    hold_signals,
    release_signals,
    restart_as_module,
)
from service.api.telemetry.metrics_folder import provide_folder
from service.settings import read_settings
from service.solver import compile_kernels

_settings = read_settings()

bind = bind_address(_settings)
worker_class = "service.api.server.worker.Worker"
workers = _settings.workers
preload_app = True
graceful_timeout = _settings.drain_seconds + _settings.graceful_seconds
# A heartbeat of the worker, not a limit on requests.
timeout = 60
# It would want a writable home.
control_socket_disable = True
logger_class = "service.api.telemetry.logs.ServerLogger"
_complaint = provide_folder(_settings.workers)


def on_starting(arbiter: Any) -> None:
    """Log what is wrong with the folder of the metrics, for which there was no log before."""
    if _complaint:
        arbiter.log.warning(_complaint)


def child_exit(arbiter: Any, worker: Any) -> None:
    """Have no gauge contain a worker that has ended, in whatever way."""
    worker.forget_metrics()


def when_ready(arbiter: Any) -> None:
    """Prepare the master process, which is about to make its workers."""
    announce_shutdown(arbiter)
    # Nobody waits for what is compiled last, and the thread ends with the process.
    Thread(target=compile_kernels, kwargs={"wide_words": True}, daemon=True).start()


pre_exec = restart_as_module
pre_fork = hold_signals
os.register_at_fork(after_in_parent=release_signals)
post_worker_init = release_signals
