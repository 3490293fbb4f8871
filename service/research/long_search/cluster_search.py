"""The search of `solve --cluster`: an analysis of one position by all workers of a cluster."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import click

from service.cores import available_cores
from service.game import Board, Player, other
from service.research.certificates import NoCertificateError, Node, by_search, certificate
from service.research.cluster import (
    ClusterError,
    Coordinator,
    FactRequests,
    JobSearch,
    checkpoint,
    conclude,
    connected,
    joined,
    quick_analysis,
)
from service.research.long_search.files import CheckpointFile
from service.research.long_search.formatting import bounds_in_words, duration, short
from service.research.long_search.local_search import Search, new_solver
from service.research.long_search.provenance import Provenance, provenance
from service.research.long_search.search_observer import SearchObserver
from service.solver import Analysis, Budget, Solver, Stop
from service.solver.lines import CELLS, whole_board
from service.solver.proof_number import fits

TABLE_MEBIBYTES = 16
"""The table of the process that hands out the jobs."""


class ClusterSearch:
    """A search by the workers of a cluster, which proves only the value; a `Search`."""

    def __init__(
        self,
        coordinator: Coordinator,
        solver: Solver,
        jobs: JobSearch,
        file: CheckpointFile | None,
    ) -> None:
        """`solver` makes the analyses before the first job and after the last one."""
        self._coordinator, self._solver, self._jobs = coordinator, solver, jobs
        self.checkpoint = file
        self.fault: ClusterError | None = None
        """Why the search ended early, if the cluster failed."""

    @property
    def run(self) -> Provenance:
        return provenance(self._coordinator.workers, self._coordinator.mebibytes)

    def line(self, seconds: float) -> str:
        """Put the progress after so many seconds into one line."""
        jobs = self._jobs
        parts = [
            duration(seconds),
            f"{self._coordinator.workers} workers",
            f"{jobs.jobs} jobs",
            f"{short(jobs.nodes)} nodes",
            f"value {bounds_in_words(jobs.bounds)}",
        ]
        for tree in jobs.open:
            proof, disproof = map(short, tree.root.numbers)
            game = "weak" if tree.weak else "strong"
            parts.append(f"{tree.attacker} wins, {game}: {proof}, {disproof}")
        return " · ".join(parts)

    def analyse(self, budget: Budget, observer: SearchObserver[float]) -> Analysis:
        """Return the analysis once the value is proven, the time over or the cluster lost."""
        quick = quick_analysis(self._jobs.board, self._solver)
        if quick.search.complete:
            return quick
        stopped_by: Stop | None = "nodes"

        def going_on() -> bool:
            nonlocal stopped_by
            if observer(lambda: budget.spent):
                stopped_by = "interrupt"
            elif budget.left == 0:
                stopped_by = "time"
            return stopped_by == "nodes"

        try:
            self._coordinator.run(going_on)
        except ClusterError as fault:
            self.fault, stopped_by = fault, "interrupt"
        return conclude(self._jobs, self._solver, budget, stopped_by)

    def certificate(self, analysis: Analysis, going_on: Callable[[], None]) -> str:
        """Return the certificate as `Search` says; each worker proves a part of it."""
        alone = self._jobs.bounds.value is None
        prove = by_search(self._solver.table) if alone else self._prove
        return certificate(analysis, prove, going_on)

    def _prove(
        self, board: Board, side: Player, going_on: Callable[[int], None], *, wins: bool
    ) -> tuple[list[Node], int]:
        """Show how a side wins or holds; see `certificates.Prove`."""
        tree = self._jobs.decisive(side if wins else other(side))
        if tree is None:
            raise NoCertificateError("it is another value that the jobs have proven")
        with closing(FactRequests(self._coordinator, tree, going_on)) as facts_of:
            return joined(board, side, tree, facts_of, going_on)


@contextmanager
def cluster_search(
    board: Board, mebibytes: int, nodes: int | None, path: Path | None, address: str | None
) -> Iterator[Search]:
    """Yield a search by the scheduler at `address`; without one, by a worker for each core here.

    Each worker has a table of so many mebibytes. Raises UsageError if no scheduler answers or the
    board or the checkpoint at `path` does not fit, and at the end ClickException if the cluster has
    failed.
    """
    if (cells := board.rules.cells) > CELLS:
        message = f"A cluster searches boards of up to {CELLS} cells; this board has {cells}."
        raise click.UsageError(message)
    if not fits(whole_board(board.rules)):
        raise click.UsageError("A cluster cannot search this board: it has too many lines.")
    jobs, file = JobSearch(board, nodes), None
    if path is not None:
        load, save = (partial(action, search=jobs) for action in (checkpoint.load, checkpoint.save))
        file = CheckpointFile(path, load, save)
    try:
        with connected(address, available_cores()) as client:
            coordinator = Coordinator(client, jobs, mebibytes)
            search = ClusterSearch(coordinator, new_solver(TABLE_MEBIBYTES, 1), jobs, file)
            yield search
    except ClusterError as error:
        raise click.UsageError(str(error)) from None
    if search.fault is not None:
        raise click.ClickException(str(search.fault))
