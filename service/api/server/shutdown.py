"""What gunicorn's master process does before its workers stop, and while they start.

No signal is lost while a worker starts: until it has handlers of its own it has those of the
master, which would note a SIGTERM for a loop that runs in the master alone. So signals wait from
before the fork until then.
"""

import signal
import sys
from functools import partial
from types import FrameType
from typing import Any

STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)


def announce_shutdown(arbiter: Any) -> None:
    """Have all workers learn at once when the master, which runs already, is told to stop."""

    def announce(handler: Any, number: int, frame: FrameType | None) -> None:
        arbiter.app.wsgi().extensions["lifecycle"].drain()
        handler(number, frame)

    for number in STOPPING:
        signal.signal(number, partial(announce, signal.getsignal(number)))


def restart_as_module(arbiter: Any) -> None:
    """Have the next master process start as this one did: gunicorn's `pre_exec`, on SIGUSR2.

    gunicorn would start the file that `python -m` has found. Then Python would look for modules in
    the folder of that file first.
    """
    arbiter.START_CTX["args"] = [sys.executable, *sys.orig_argv[1:]]


def hold_signals(arbiter: Any, worker: Any) -> None:
    """Block the signals that stop a worker: gunicorn's `pre_fork`."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)


def release_signals() -> None:
    """Unblock the signals that stop a worker, which handles them from now on."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
