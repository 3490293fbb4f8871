"""The workers of a Dask cluster, which answer chunks as those of a machine do."""

import logging
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from cachetools import TTLCache, cached
from distributed import Client, KilledWorker

from service.heaps.answering import Answers, Terms, answer_chunk
from service.heaps.questions import Line
from service.heaps.workers import Workers, WorkersError

CONNECT_SECONDS = 10.0
COUNT_SECONDS = 1.0
"""The interval at which workers are counted."""
PER_WORKER = 2
"""Chunks under way for each thread of a worker, so that it need not wait for the next one."""


@contextmanager
def workers_of_cluster(address: str, terms: Terms) -> Iterator[Workers]:
    """Yield the workers of the scheduler at `address`, which may come and go.

    Dask gives the chunk of a worker that dies to others, a few times. Raises WorkersError if no
    scheduler answers.
    """

    def submit(first: int, lines: list[Line]) -> "Future[Answers]":
        with _scheduler_asked():
            future: Future[Answers] = executor.submit(answer_chunk, terms, first, lines)
        return future

    @cached(TTLCache(1, COUNT_SECONDS))
    def most_under_way() -> int:
        with _scheduler_asked():
            return PER_WORKER * max(int(sum(client.nthreads().values())), 1)

    for name in ("distributed", "distributed.client"):  # The second has a level of its own.
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkersError(f"No scheduler of Dask answers at {address}: {error}") from None
    with client:
        executor = client.get_executor(pure=False)
        yield Workers(submit, most_under_way, KilledWorker)


@contextmanager
def _scheduler_asked() -> Iterator[None]:
    """Raise WorkersError for whatever Dask raises once the scheduler has gone."""
    try:
        yield
    except Exception as error:  # Dask raises various exceptions here.
        raise WorkersError(f"The scheduler has gone: {error}") from None
