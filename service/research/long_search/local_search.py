"""The search that `solve` makes in its own process."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import click

from service.game import Board
from service.research.certificates import by_search, certificate
from service.research.long_search.files import CheckpointFile, Spending, table_file
from service.research.long_search.progress_line import ProgressLine
from service.research.long_search.provenance import Provenance, provenance
from service.research.long_search.search_observer import SearchObserver
from service.solver import Analysis, Book, Budget, Solver
from service.solver.memory.checkpoint import NOTHING_SPENT


class Search(Protocol):
    """A search of one position, in this process or on a cluster."""

    @property
    def checkpoint(self) -> CheckpointFile | None:
        """Return the file that keeps what is proven; None without one."""

    @property
    def line(self) -> Callable[[Any], str]:
        """Return a function that puts the progress of the search into one line."""

    @property
    def run(self) -> Provenance:
        """Return the provenance of what the search finds."""

    @property
    def spent(self) -> Spending:
        """Return what this run has spent, once there is an analysis."""

    def analyse(self, budget: Budget, observer: SearchObserver[Any]) -> Analysis:
        """Return the analysis, once all is proven or the search has to end."""

    def certificate(self, analysis: Analysis, going_on: Callable[[], None]) -> str:
        """Return the certificate of what an analysis has proven; see `certificates.certificate`.

        It takes about as long as the analysis, or longer if the table has lost results.
        """


class LocalSearch:
    """A search by a solver with some threads; a `Search`."""

    def __init__(
        self, board: Board, mebibytes: int, threads: int, book: Book | None, path: Path | None
    ) -> None:
        """`path` is that of the checkpoint; UsageError if it cannot be used."""
        self._board, self._solver = board, new_solver(mebibytes, threads, book)
        self._mebibytes, self._threads = mebibytes, threads
        self.checkpoint = self._proven = None
        if path is not None:
            self.checkpoint, self._proven = table_file(path, self._solver, board)
        self.line = ProgressLine(board, self._solver)
        self.spent: Spending = NOTHING_SPENT

    @property
    def run(self) -> Provenance:
        return provenance(self._threads, self._mebibytes)

    def analyse(self, budget: Budget, observer: SearchObserver) -> Analysis:
        analysis = self._solver.analyse(self._board, budget, observer, proven=self._proven)
        self.spent = analysis.search
        return analysis

    def certificate(self, analysis: Analysis, going_on: Callable[[], None]) -> str:
        return certificate(analysis, by_search(self._solver.table), going_on)


def new_solver(mebibytes: int, threads: int, book: Book | None = None) -> Solver:
    """Return a solver; ClickException if there is not enough memory for it."""
    try:
        return Solver(mebibytes, threads, book=book)
    except MemoryError:
        raise click.ClickException(f"No memory for a table of {mebibytes} MiB.") from None
