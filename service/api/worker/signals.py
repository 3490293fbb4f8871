"""No signal is lost while a worker starts.

Until a worker has handlers of its own it has those of gunicorn's master process, which would note
a SIGTERM for a loop that runs in the master alone. So signals wait from before the fork until then.
"""

from __future__ import annotations

import signal
from typing import Any

STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)


def hold_signals(arbiter: Any, worker: Any) -> None:
    """Have them wait; gunicorn's `pre_fork`."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)


def release_signals(worker: Any = None) -> None:
    """Take those that came and wait no more; gunicorn's `post_worker_init`."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
