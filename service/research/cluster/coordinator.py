"""Sends the jobs of a search to the workers of a Dask cluster and collects their outcomes.

Dask starts the workers, sends them the jobs, and gives the jobs of a worker that dies to others. A
failure of a job costs no more than that job.
"""

import logging
import math
import queue
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from distributed import Client, Future, LocalCluster

from service.interrupts import children_uninterrupted
from service.research.cluster import job
from service.research.cluster.job import Outcome
from service.research.cluster.search import JobSearch, Task

CONNECT_SECONDS = 10.0
PATIENCE = 0.1
"""How many seconds to wait for an outcome before checking whether to go on."""
COUNT_SECONDS = 1.0
"""The interval, in seconds, at which workers are counted."""
MOST_FAILURES = 8
"""How many jobs may fail in succession before the search is given up."""


class ClusterError(Exception):
    """The cluster cannot be used, for the reason in the message."""


@contextmanager
def connected(address: str | None, threads: int) -> Iterator[Client]:
    """Yield a client of the scheduler at `address`; without one, of a new worker on this machine.

    It does jobs in so many `threads`, which prove for each other what they keep in one table.
    Raises ClusterError if no scheduler answers at the address.
    """
    for name in ("distributed", "distributed.client"):  # The second has a level of its own.
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with ExitStack() as stack:
        if address is None:
            with children_uninterrupted():
                cluster = LocalCluster(
                    n_workers=1,
                    threads_per_worker=threads,
                    dashboard_address=":0",
                    silence_logs=logging.CRITICAL,
                )
                address = stack.enter_context(cluster).scheduler_address
        try:
            client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterError(f"No scheduler of Dask answers at {address}: {error}") from None
        yield stack.enter_context(client)


class Coordinator:
    """Sends the jobs of one search to workers and takes their outcomes."""

    def __init__(self, client: Client, search: JobSearch, mebibytes: int) -> None:
        """Each process of a worker uses a transposition table of so many mebibytes."""
        self.client, self._search, self.mebibytes = client, search, mebibytes
        self._under_way: dict[Hashable, tuple[Future[Any], Task]] = {}
        self._done: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        self._failures = 0
        self._counted = -math.inf
        self.workers = 0
        """The number of threads that do jobs, as last counted."""
        self._count_workers()
        # Meanwhile this process looks at the position itself. Dask drops what nobody refers to.
        self._warming = client.submit(job.warm_up, mebibytes, pure=False)

    def run(self, going_on: Callable[[], bool]) -> None:
        """Let workers work until the value is proven, the nodes are spent or `going_on()` is False.

        Raises ClusterError if the scheduler has gone or too many jobs fail in succession.
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
        """Count the workers if the last count is old; ClusterError if the scheduler has gone."""
        if time.monotonic() < self._counted + COUNT_SECONDS:
            return
        try:
            self.workers = sum(self.client.nthreads().values())
        except Exception as error:  # Dask raises various exceptions here.
            raise ClusterError(f"The scheduler has gone: {error}") from None
        self._counted = time.monotonic()

    def _send(self) -> None:
        """Send jobs until each worker has one; ClusterError if the scheduler has gone."""
        while len(self._under_way) < self.workers:
            task = self._search.next_task(self.workers)
            if task is None:
                return
            try:
                future = self.client.submit(
                    job.search, task.question, task.nodes, self.mebibytes, pure=False
                )
            except Exception as error:  # Dask raises its own kind without a scheduler.
                self._search.take(task, None)
                raise ClusterError(f"The scheduler has gone: {error}") from None
            self._under_way[future.key] = future, task
            future.add_done_callback(self._done.put)

    def _take(self, future: "Future[Any]") -> None:
        """Take the outcome of a job, and stop the jobs that are no longer of use."""
        if future.key not in self._under_way:
            return
        _, task = self._under_way.pop(future.key)
        outcome = self._outcome(future)
        self._search.take(task, outcome)
        if outcome is None or 0 in (outcome.proof, outcome.disproof):
            for running, job_of in list(self._under_way.values()):
                if not self._search.wants(job_of):
                    self._drop(running, job_of)

    def _outcome(self, future: "Future[Any]") -> Outcome | None:
        """Return the outcome of a job; None if it failed, ClusterError if too many have failed."""
        try:
            # If the worker has just died, Dask does the job again, which is not waited for here.
            outcome: Outcome = future.result(timeout=CONNECT_SECONDS)
        except Exception as error:  # Jobs and their workers can fail in any way.
            self._failures += 1
            if self._failures >= MOST_FAILURES:
                failed = f"{self._failures} jobs have failed one after the other"
                raise ClusterError(f"{failed}: {type(error).__name__}: {error}") from None
            return None
        self._failures = 0
        return outcome

    def _drop(self, future: "Future[Any]", task: Task) -> None:
        """Stop a job, if the scheduler is still there."""
        del self._under_way[future.key]
        self._search.take(task, None)
        with suppress(Exception):  # Dask raises various exceptions without a scheduler.
            future.cancel()
