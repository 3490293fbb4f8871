"""The workers of a Dask cluster, which answer chunks as those of a machine do."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from distributed import Client, KilledWorker

from service.heaps.workers import Workers, WorkersError

CONNECT_SECONDS = 10.0
COUNT_SECONDS = 1.0
"""The interval at which workers are counted."""
PER_WORKER = 2
"""Chunks under way for each thread of a worker, so that it need not wait for the next one."""


@contextmanager
def workers_of_cluster(address: str) -> Iterator[Workers]:
    """Yield the workers of the scheduler at `address`, which may come and go.

    Dask gives the chunk of a worker that dies to others, a few times. Raises WorkersError if no
    scheduler answers.
    """
    most, counted = 0, -COUNT_SECONDS

    def most_under_way() -> int:
        nonlocal most, counted
        if time.monotonic() - counted >= COUNT_SECONDS:
            try:
                most = PER_WORKER * max(sum(client.nthreads().values()), 1)
            except Exception as error:  # Dask raises various exceptions here.
                raise WorkersError(f"The scheduler has gone: {error}") from None
            counted = time.monotonic()
        return most

    for name in ("distributed", "distributed.client"):  # The second has a level of its own.
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkersError(f"No scheduler of Dask answers at {address}: {error}") from None
    with client:
        yield Workers(client.get_executor(pure=False), most_under_way, KilledWorker)
