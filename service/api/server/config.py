"""The gunicorn configuration.

It names the worker and the application and imports neither: they count metrics, and the folder of
those is settled only here.
"""

import os
import resource
from contextlib import suppress
from threading import Thread
from typing import Any

from service.api.server.address import address_here, bind_address
from service.api.server.shutdown import (
    announce_shutdown,
    hold_signals,
    release_signals,
    restart_as_module,
)
from service.api.telemetry.metrics_folder import (
    count_as_worker,
    number_worker,
    provide_folder,
)
from service.settings import read_settings
from service.solver import compile_kernels

_settings = read_settings()

# Connections, and searches that wait, may need more files than a process may open by default.
_, _most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
with suppress(ValueError):  # Where there is no such limit the system may have another.
    resource.setrlimit(resource.RLIMIT_NOFILE, (_most_files, _most_files))

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
provide_folder(_settings.workers)


def pre_fork(arbiter: Any, worker: Any) -> None:
    """Prepare for a new worker."""
    number_worker(arbiter, worker)
    hold_signals(arbiter, worker)


def child_exit(arbiter: Any, worker: Any) -> None:
    """Have no gauge contain a worker that has ended, in whatever way."""
    # It may be imported once the folder is there.
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

    mark_process_dead(worker.number)


def when_ready(arbiter: Any) -> None:
    """Prepare the master process, which is about to make its workers."""
    announce_shutdown(arbiter)
    arbiter.log.info("The page is at %s", address_here(str(arbiter.LISTENERS[0])))
    # Nobody waits for what is compiled last, and the thread ends with the process.
    Thread(target=compile_kernels, kwargs={"wide_words": True}, daemon=True).start()


pre_exec = restart_as_module
post_fork = count_as_worker
os.register_at_fork(after_in_parent=release_signals)
