"""Folders of this process alone, which are removed however it ends, unless it is killed."""

import atexit
import os
import shutil
import signal
import threading
from pathlib import Path
from types import FrameType
from typing import NoReturn

_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
"""The signals that end a process before it can do anything, unless it handles them."""

_folders: list[tuple[int, Path]] = []
"""The folders, each with its process: one that was forked inherits what its parent does."""


def remove_at_end(folder: Path) -> None:
    """Have a folder removed when this process ends."""
    if not _folders:
        atexit.register(_remove_all)
    _folders.append((os.getpid(), folder))
    if threading.current_thread() is threading.main_thread():
        for number in _SIGNALS:
            # Whoever handles a signal, as gunicorn does, ends the process in order.
            if signal.getsignal(number) == signal.SIG_DFL:
                signal.signal(number, _end)


def _remove_all() -> None:
    for owner, folder in _folders:
        if owner == os.getpid():
            shutil.rmtree(folder, ignore_errors=True)


def end_at_once(status: int) -> NoReturn:
    """Remove the folders, and end with this status, whatever threads are doing."""
    _remove_all()
    os._exit(status)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    """Remove the folders, and end by the signal as if nothing had handled it."""
    _remove_all()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    # The first process of a container does not end by a signal that it does not handle.
    end_at_once(128 + number)
