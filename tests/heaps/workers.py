"""A scheduler of Dask, and workers that can be killed."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from distributed import LocalCluster, Scheduler

from tests.support.project import ROOT


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
