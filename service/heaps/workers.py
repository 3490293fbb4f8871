"""Who answers chunks: here processes of this machine."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import NamedTuple

from service.heaps.answering import Answers, Terms, answer_chunk, warm_solver
from service.heaps.questions import Line
from service.interrupts import children_uninterrupted

SPAWN = get_context("spawn")


class WorkersError(Exception):
    """No worker answers any more, for the reason in the message."""


class Workers(NamedTuple):
    """Workers that answer chunks in any order."""

    submit: Callable[[int, list[Line]], "Future[Answers]"]
    """Has one of them answer a chunk; see `answer_chunk`. Raises WorkersError if none can."""
    most: Callable[[], int]
    """Returns how many chunks should be under way at once."""
    death: type[Exception]
    """What a future raises if the worker that had its chunk has died."""


@contextmanager
def workers_here(count: int, terms: Terms) -> Iterator[Workers]:
    """Yield so many processes, which end with this context, or if this process is killed.

    They are pools of one process each, so that one that dies does not end the others. It is
    replaced when there is a chunk for it.
    """
    alive, held = SPAWN.Pipe(duplex=False)

    def new_pool() -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, SPAWN, _begin, (terms, alive))

    pools = [new_pool() for _ in range(count)]
    idle = list(range(count))

    def submit(first: int, lines: list[Line]) -> "Future[Answers]":
        place = idle.pop()
        with children_uninterrupted():
            try:
                future = pools[place].submit(answer_chunk, terms, first, lines)
            except BrokenProcessPool:
                pools[place] = new_pool()
                future = pools[place].submit(answer_chunk, terms, first, lines)
        future.add_done_callback(lambda _: idle.append(place))
        return future

    try:
        with alive, held:
            yield Workers(submit, lambda: count, BrokenProcessPool)
    finally:
        for each in pools:
            each.shutdown()


def _begin(terms: Terms, alive: Connection) -> None:
    """Begin a process, which ends once the other end of `alive` is closed."""

    def end() -> None:
        with suppress(EOFError):
            alive.recv_bytes()
        os._exit(1)

    Thread(target=end, daemon=True).start()
    warm_solver(terms)
