"""Signals that end a process, or what it does."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def first_signal(action: Callable[[int], object]) -> Iterator[None]:
    """Within this context the first signal calls `action` with its number.

    A second one ends the process.
    """

    def act(number: int, frame: FrameType | None) -> None:
        for each in SIGNALS:
            signal.signal(each, signal.SIG_DFL)
        action(number)

    former = {number: signal.signal(number, act) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


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
