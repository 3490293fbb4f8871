"""Has the jobs of a search done by the workers of a Dask cluster.

Dask starts workers, sends them their jobs, and does the jobs of one that dies elsewhere. Whatever
happens to a job, it costs that job.
"""

from __future__ import annotations

import logging
import math
import queue
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from distributed import Client, Future, LocalCluster

from service.research.cluster import job
from service.research.cluster.job import Outcome
from service.research.cluster.search import JobSearch, Task

CONNECT_SECONDS = 10.0
PATIENCE = 0.1
"""Seconds without news between two looks at whether to go on."""
COUNT_SECONDS = 1.0
"""How often workers are counted."""
MOST_FAILURES = 8
"""Jobs that fail one after the other before the search is given up."""


class ClusterError(Exception):
    """The cluster cannot be used, for this reason."""


@contextmanager
def connected(address: str | None, workers: int) -> Iterator[Client]:
    """A client of the scheduler at this address, or else of so many workers on this machine.

    ClusterError if there is no scheduler.
    """
    with ExitStack() as stack:
        if address is None:
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address=":0",
                preload=[job.__name__],
                silence_logs=logging.CRITICAL,
            )
            address = stack.enter_context(cluster).scheduler_address
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        try:
            client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterError(f"No scheduler of Dask answers at {address}: {error}") from None
        yield stack.enter_context(client)


class Coordinator:
    """Sends the jobs of one search to workers, and takes what they find out."""

    def __init__(self, client: Client, search: JobSearch, mebibytes: int) -> None:
        """Each process of a worker has a table of so many mebibytes."""
        self._client, self._search, self._mebibytes = client, search, mebibytes
        self._under_way: dict[Hashable, tuple[Future[Any], Task]] = {}
        self._done: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        self._failures = 0
        self._counted = -math.inf
        self.workers = 0
        """Threads that do jobs, at the last count."""
        self._count_workers()

    def run(self, going_on: Callable[[], bool]) -> None:
        """Have jobs done until the value is proven, the nodes are spent, or one is not to go on.

        ClusterError where the scheduler has gone, or jobs fail again and again.
        """
        search = self._search
        try:
            while search.bounds.value is None and not search.exhausted and going_on():
                self._count_workers()
                self._send()
                try:
                    self._take(self._done.get(timeout=PATIENCE))
                except queue.Empty:
                    continue
        finally:
            for future, task in list(self._under_way.values()):
                self._drop(future, task)

    def _count_workers(self) -> None:
        if time.monotonic() < self._counted + COUNT_SECONDS:
            return
        try:
            self.workers = sum(self._client.nthreads().values())
        except Exception as error:  # Dask has several for that.
            raise ClusterError(f"The scheduler has gone: {error}") from None
        self._counted = time.monotonic()

    def _send(self) -> None:
        """Have a job under way for each worker."""
        while len(self._under_way) < self.workers:
            task = self._search.next_task()
            if task is None:
                return
            try:
                future = self._client.submit(
                    job.search, task.question, task.nodes, self._mebibytes, pure=False
                )
            except Exception as error:  # Dask has one of its own for a client without a scheduler.
                self._search.take(task, None)
                raise ClusterError(f"The scheduler has gone: {error}") from None
            self._under_way[future.key] = future, task
            future.add_done_callback(self._done.put)

    def _take(self, future: Future[Any]) -> None:
        """Take a job that is done, or has failed."""
        if future.key not in self._under_way:
            return
        _, task = self._under_way.pop(future.key)
        outcome = self._outcome(future)
        self._search.take(task, outcome)
        if outcome is None or 0 in (outcome.proof, outcome.disproof):
            for other, each in list(self._under_way.values()):
                if not self._search.wants(each):
                    self._drop(other, each)

    def _outcome(self, future: Future[Any]) -> Outcome | None:
        try:
            # The worker may have died just now: then the job is done again, but not waited for.
            outcome: Outcome = future.result(timeout=CONNECT_SECONDS)
        except Exception as error:  # Whatever a job or its worker ended with.
            self._failures += 1
            if self._failures >= MOST_FAILURES:
                failed = f"{self._failures} jobs have failed one after the other"
                raise ClusterError(f"{failed}: {type(error).__name__}: {error}") from None
            return None
        self._failures = 0
        return outcome

    def _drop(self, future: Future[Any], task: Task) -> None:
        """Have a job stopped, if there is a scheduler still."""
        del self._under_way[future.key]
        self._search.take(task, None)
        with suppress(Exception):  # Whatever Dask says without a scheduler.
            future.cancel()
