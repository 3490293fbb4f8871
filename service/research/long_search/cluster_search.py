"""The search of `solve --cluster`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import click

from service.cores import available_cores
from service.game import Board
from service.research.cluster import (
    ClusterError,
    ClusterProgress,
    ClusterSolver,
    JobSearch,
    checkpoint,
    connected,
    unfit,
)
from service.research.long_search.checkpoint_file import CheckpointFile
from service.research.long_search.formatting import bounds_in_words, duration, short
from service.research.long_search.local_search import Search, new_solver
from service.research.long_search.provenance import Provenance, provenance

TABLE_MEBIBYTES = 16
"""The table of the process that hands out the jobs."""


class ClusterSearch(ClusterSolver):
    """A search by the workers of a cluster, with or without a checkpoint; a `Search`."""

    checkpoint: CheckpointFile | None = None

    @property
    def run(self) -> Provenance:
        return provenance(self.workers, self.mebibytes)

    def line(self, progress: ClusterProgress) -> str:
        parts = [
            duration(progress.seconds),
            f"{progress.workers} workers",
            f"{progress.jobs} jobs",
            f"{short(progress.nodes)} nodes",
            f"value {bounds_in_words(progress.bounds)}",
        ]
        for attacker, weak, proof, disproof in progress.questions:
            game = "weak" if weak else "strong"
            parts.append(f"{attacker} wins, {game}: {short(proof)}, {short(disproof)}")
        return " · ".join(parts)


@contextmanager
def cluster_search(
    board: Board, mebibytes: int, nodes: int | None, path: Path | None, address: str | None
) -> Iterator[Search]:
    """Yield a search by the scheduler at `address`; without one, by a worker for each core here.

    Raises UsageError if no scheduler answers or the board or the checkpoint at `path` does not fit,
    and at the end ClickException if the cluster has failed.
    """
    reason = unfit(board)
    if reason is not None:
        raise click.UsageError(reason)
    jobs = JobSearch(board, nodes)
    file = None
    if path is not None:
        load, save = (partial(each, search=jobs) for each in (checkpoint.load, checkpoint.save))
        file = CheckpointFile(path, load, save)
    try:
        with connected(address, available_cores()) as client:
            search = ClusterSearch(client, new_solver(TABLE_MEBIBYTES, 1), jobs, mebibytes)
            search.checkpoint = file
            yield search
            fault = search.fault
    except ClusterError as error:
        raise click.UsageError(str(error)) from None
    if fault is not None:
        raise click.ClickException(str(fault))
