"""Signals that end a process."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from types import FrameType
from typing import NoReturn

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interruption(KeyboardInterrupt):
    """A signal that ends the process; its number is the argument."""


@contextmanager
def interruptions() -> Iterator[None]:
    """Within this context the first signal raises `Interruption`, and a second one ends all."""
    former = {number: signal.signal(number, _interrupt) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    for each in SIGNALS:
        signal.signal(each, signal.SIG_DFL)
    raise Interruption(number)


@contextmanager
def children_uninterrupted() -> Iterator[None]:
    """Within this context Ctrl-C waits; processes that are started here never get its signal.

    The terminal sends SIGINT to all processes, and it is the one that the user started that ends
    the others. A process inherits the blocked signals of the thread that starts it, and so does a
    thread.
    """
    resource_tracker.ensure_running()  # Up to Python 3.12 its start takes the block away.
    former = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, former)
