"""Jobs done in this process, in any order; a scheduler, and workers that can be killed."""

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from distributed import LocalCluster, Scheduler

from service.research.cluster.job import Memory
from service.research.cluster.search import JobSearch, Task
from tests.support.project import ROOT


def work(
    search: JobSearch, memory: Memory, workers: int, chance: random.Random, jobs: int = 1 << 30
) -> None:
    """Do jobs until the value is proven, or so many are done.

    Some are under way at once; some get lost on the way.
    """
    tasks: list[Task] = []
    while search.bounds.value is None and search.jobs < jobs:
        while len(tasks) < workers and (task := search.next_task(workers)):
            tasks.append(task)
        task = tasks.pop(chance.randrange(len(tasks)))
        lost = chance.random() < 0.1
        search.take(task, None if lost else memory.work(task.question, task.nodes, lambda: True))
    for task in tasks:
        search.take(task, None)


@contextmanager
def scheduler() -> Iterator[Scheduler]:
    """Provide a scheduler without workers."""
    with LocalCluster(n_workers=0, dashboard_address=":0", host="127.0.0.1") as cluster:
        assert cluster.scheduler is not None
        yield cluster.scheduler


@contextmanager
def worker(address: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Provide a worker as docs/cluster.md starts it, but without a nanny that would replace it."""
    command = [
        sys.executable, "-m", "dask", "worker", address, "--nthreads", "1", "--no-nanny",
        "--no-dashboard", "--local-directory", str(folder),
    ]  # fmt: skip
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
