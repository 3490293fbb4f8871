"""Who answers chunks: here processes of this machine."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, NamedTuple

from service.heaps.answering import Terms, warm_solver
from service.interrupts import children_uninterrupted

SPAWN = get_context("spawn")


class WorkersError(Exception):
    """No worker answers any more, for the reason in the message."""


class Workers(NamedTuple):
    """Workers that answer chunks in any order."""

    executor: Executor
    """Has one of them answer a chunk; see `answer_chunk`. It raises an exception if none can."""
    most: Callable[[], int]
    """Returns how many chunks should be under way at once. Raises WorkersError if none can be."""
    death: type[Exception]
    """What a future raises if the worker that had its chunk has died."""


class Processes(Executor):
    """A process for each call under way; they end with their context, or if this process is killed.

    They are pools of one process each, so that one that dies does not end the others. It is
    replaced when there is a call for it.
    """

    def __init__(self, terms: Terms) -> None:
        self._alive, self._held = SPAWN.Pipe(duplex=False)
        self._begun = _begin, (terms, self._alive)
        self._pools, self._idle = set[ProcessPoolExecutor](), list[ProcessPoolExecutor]()

    def submit(self, call: Callable[..., Any], /, *arguments: Any, **named: Any) -> "Future[Any]":
        pool = self._idle.pop() if self._idle else ProcessPoolExecutor(1, SPAWN, *self._begun)
        self._pools.add(pool)
        with children_uninterrupted():
            try:
                future = pool.submit(call, *arguments, **named)
            except BrokenProcessPool:
                self._pools.remove(pool)
                return self.submit(call, *arguments, **named)
        future.add_done_callback(lambda _: self._idle.append(pool))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._held.close()
        for each in self._pools:
            each.shutdown()
        self._alive.close()


@contextmanager
def workers_here(count: int, terms: Terms) -> Iterator[Workers]:
    """Yield so many processes, which end with this context."""
    with Processes(terms) as executor:
        yield Workers(executor, lambda: count, BrokenProcessPool)


def _begin(terms: Terms, alive: Connection) -> None:
    """Begin a process, which ends once the other end of `alive` is closed."""

    def end() -> None:
        with suppress(EOFError):
            alive.recv_bytes()
        os._exit(1)

    Thread(target=end, daemon=True).start()
    warm_solver(terms)
