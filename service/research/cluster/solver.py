"""The door: one position, answered by all workers of a cluster."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import NamedTuple

from distributed import Client

from service.game import Board, Player, other
from service.research.certificates import NoCertificateError, Node, by_search, certificate
from service.research.cluster.conclusion import conclude, quick_look
from service.research.cluster.coordinator import ClusterError, Coordinator
from service.research.cluster.joining import Teller, joined
from service.research.cluster.search import JobSearch
from service.solver import Analysis, Bounds, Budget, Solver, Stop
from service.solver.lines import CELLS, whole_board
from service.solver.proof_number import fits


class ClusterProgress(NamedTuple):
    """One look at a search. All that is said of values is proven."""

    nodes: int
    """Of jobs that are done."""
    seconds: float
    jobs: int
    """That are done."""
    workers: int
    bounds: Bounds
    """Of the position, for the side to move."""
    questions: list[tuple[Player, bool, int, int]]
    """Those that are open: who attacks, whether in the weak game, proof and disproof number."""


Observer = Callable[[Callable[[], ClusterProgress]], bool]
"""Called again and again with how to take a look; once it returns True, the search ends."""


def unfit(board: Board) -> str | None:
    """Why a cluster cannot search a position; None if it can."""
    cells = board.rules.cells
    if cells > CELLS:
        return f"A cluster searches boards of up to {CELLS} cells; this board has {cells}."
    if not fits(whole_board(board.rules)):
        return "A cluster cannot search this board: it has too many lines."
    return None


class ClusterSolver:
    """Answers as `Solver` does, about one position and its value alone."""

    def __init__(self, client: Client, solver: Solver, search: JobSearch, mebibytes: int) -> None:
        """Each worker has a table of so many mebibytes; the solver takes a first and a last look.

        The board is not `unfit`.
        """
        self._client, self._solver, self.mebibytes = client, solver, mebibytes
        self._search = search
        self._coordinator = Coordinator(client, search, mebibytes)
        self.fault: ClusterError | None = None
        """Why the search could not go on, if it could not."""

    @property
    def workers(self) -> int:
        """Threads that do jobs, at the last count."""
        return self._coordinator.workers

    def analyse(self, budget: Budget, observer: Observer) -> Analysis:
        """The analysis when the value is proven, the budget is spent, or there is a fault."""
        search = self._search
        seen = quick_look(search.board, self._solver)
        if seen.search.complete:
            return seen
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
        """See `Search.certificate`; workers tell what they have proven, each a part of it."""
        alone = self._search.bounds.value is None
        prove = by_search(self._solver.table) if alone else self._prove
        return certificate(analysis, prove, going_on)

    def _prove(
        self, board: Board, side: Player, wins: bool, going_on: Callable[[int], None]
    ) -> tuple[list[Node], int]:
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
