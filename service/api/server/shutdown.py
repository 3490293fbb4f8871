"""What gunicorn's master process does for workers that start, before they stop, and for its heir.

No signal is lost while a worker starts: until it has handlers of its own it has those of the
master, which would note a SIGTERM for a loop that runs in the master alone. So signals wait from
before the fork until then.
"""

from __future__ import annotations

import signal
import sys
from typing import Any

STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)


def announce_shutdown(arbiter: Any) -> None:
    """Have the service say that it leaves when gunicorn begins to stop; its `when_ready`."""
    stop, lifecycle = arbiter.stop, arbiter.app.wsgi().extensions["lifecycle"]

    def announce_and_stop(graceful: bool = True) -> None:
        lifecycle.drain()
        stop(graceful)

    arbiter.stop = announce_and_stop


def start_alike(arbiter: Any) -> None:
    """On SIGUSR2: have the next master process start as this one did; gunicorn's `pre_exec`.

    gunicorn would start the file that `python -m gunicorn` has found. Then Python looks for modules
    in the folder of that file first, and takes `gunicorn/http` for its own `http`.
    """
    arbiter.START_CTX["args"] = [sys.executable, "-m", "gunicorn", *sys.argv[1:]]


def hold_signals(arbiter: Any, worker: Any) -> None:
    """Have the signals that stop a worker wait; gunicorn's `pre_fork`."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)


def release_signals(worker: Any = None) -> None:
    """Take those that came and wait no more; gunicorn's `post_worker_init`."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
