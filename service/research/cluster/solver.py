"""The interface of the cluster: an analysis of one position by all workers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import NamedTuple

from distributed import Client

from service.game import Board, Player, other
from service.research.certificates import NoCertificateError, Node, by_search, certificate
from service.research.cluster.conclusion import conclude, quick_analysis
from service.research.cluster.coordinator import ClusterError, Coordinator
from service.research.cluster.joining import Teller, joined
from service.research.cluster.search import JobSearch
from service.solver import Analysis, Bounds, Budget, Solver, Stop
from service.solver.lines import CELLS, whole_board
from service.solver.proof_number import fits


class ClusterProgress(NamedTuple):
    """The state of a search. The bounds are proven."""

    nodes: int
    """The nodes of the jobs that are done."""
    seconds: float
    jobs: int
    """How many jobs are done."""
    workers: int
    bounds: Bounds
    """The bounds on the value of the position, for the side to move."""
    questions: list[tuple[Player, bool, int, int]]
    """The open questions: the attacker, whether it is the weak game, proof and disproof number."""


Observer = Callable[[Callable[[], ClusterProgress]], bool]
"""A function that is called at intervals with a function that returns the state of the search. Once
it returns True, the search ends."""


def unfit(board: Board) -> str | None:
    """Return the reason why a cluster cannot search a position; None if it can."""
    cells = board.rules.cells
    if cells > CELLS:
        return f"A cluster searches boards of up to {CELLS} cells; this board has {cells}."
    if not fits(whole_board(board.rules)):
        return "A cluster cannot search this board: it has too many lines."
    return None


class ClusterSolver:
    """Analyses one position as `Solver` does, but only proves its value."""

    def __init__(self, client: Client, solver: Solver, search: JobSearch, mebibytes: int) -> None:
        """Each worker has a table of so many mebibytes. The board is not `unfit`.

        `solver` makes the analyses before the first job and after the last one.
        """
        self._client, self._solver, self.mebibytes = client, solver, mebibytes
        self._search = search
        self._coordinator = Coordinator(client, search, mebibytes)
        self.fault: ClusterError | None = None
        """Why the search ended early, if the cluster failed."""

    @property
    def workers(self) -> int:
        """Return the number of threads that do jobs, as last counted."""
        return self._coordinator.workers

    def analyse(self, budget: Budget, observer: Observer) -> Analysis:
        """Return the analysis once the value is proven, the time over or the cluster lost."""
        search = self._search
        found = quick_analysis(search.board, self._solver)
        if found.search.complete:
            return found
        stopped_by: Stop | None = "nodes"

        def going_on() -> bool:
            nonlocal stopped_by
            if observer(lambda: self._look(budget)):
                stopped_by = "interrupt"
            elif budget.left == 0:
                stopped_by = "time"
            return stopped_by == "nodes"

        try:
            self._coordinator.run(going_on)
        except ClusterError as fault:
            self.fault, stopped_by = fault, "interrupt"
        return conclude(search, self._solver, budget, stopped_by)

    def certificate(self, analysis: Analysis, going_on: Callable[[], None]) -> str:
        """Return the certificate as `Search` says; each worker tells the facts of a part of it."""
        alone = self._search.bounds.value is None
        prove = by_search(self._solver.table) if alone else self._prove
        return certificate(analysis, prove, going_on)

    def _prove(
        self, board: Board, side: Player, going_on: Callable[[int], None], *, wins: bool
    ) -> tuple[list[Node], int]:
        """Show how a side wins or holds; see `certificates.Prove`."""
        tree = self._search.decisive(side if wins else other(side))
        if tree is None:
            raise NoCertificateError("it is another value that the jobs have proven")
        with closing(Teller(self._client, tree, self.mebibytes, going_on)) as told:
            return joined(board, side, tree, told, going_on)

    def _look(self, budget: Budget) -> ClusterProgress:
        search = self._search
        open_trees = [
            (tree.attacker, tree.weak, proof, disproof)
            for tree in search.open
            for proof, disproof in [tree.root.numbers]
        ]
        return ClusterProgress(
            search.nodes, budget.spent, search.jobs, self.workers, search.bounds, open_trees
        )
