"""The search that `solve` does in its own process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import click

from service.game import Board
from service.research.certificates import by_search, certificate
from service.research.long_search.checkpoint_file import CheckpointFile, table_file
from service.research.long_search.progress_line import ProgressLine
from service.research.long_search.provenance import Provenance, provenance
from service.research.long_search.search_observer import SearchObserver
from service.solver import Analysis, Book, Budget, Solver


class Search(Protocol):
    """A search of one position, here or elsewhere."""

    @property
    def checkpoint(self) -> CheckpointFile | None:
        """The file that keeps what is proven, if any."""

    @property
    def line(self) -> Callable[[Any], str]:
        """Words for what an observer sees."""

    @property
    def run(self) -> Provenance:
        """By what it searches."""

    def analyse(self, budget: Budget, observer: SearchObserver[Any]) -> Analysis:
        """The analysis when all is proven, or when it has to end."""

    def certificate(self, analysis: Analysis, going_on: Callable[[], None]) -> str:
        """The certificate of what an analysis has proven; see `certificates.certificate`.

        It takes about as long as the analysis, or longer where the table has forgotten it.
        """


class LocalSearch:
    """By a solver with some threads."""

    def __init__(
        self, board: Board, mebibytes: int, threads: int, book: Book | None, path: Path | None
    ) -> None:
        """With a book, and with a checkpoint at the path, if there is one."""
        self._board, self._solver = board, new_solver(mebibytes, threads, book)
        self._mebibytes, self._threads = mebibytes, threads
        self.checkpoint = self._proven = None
        if path is not None:
            self.checkpoint, self._proven = table_file(path, self._solver, board)
        self.line = ProgressLine(board, self._solver)

    @property
    def run(self) -> Provenance:
        """By what it searches."""
        return provenance(self._threads, self._mebibytes)

    def analyse(self, budget: Budget, observer: SearchObserver) -> Analysis:
        """See `Solver.analyse`."""
        return self._solver.analyse(self._board, budget, observer, proven=self._proven)

    def certificate(self, analysis: Analysis, going_on: Callable[[], None]) -> str:
        """See `Search.certificate`."""
        return certificate(analysis, by_search(self._solver.table), going_on)


def new_solver(mebibytes: int, threads: int, book: Book | None = None) -> Solver:
    """A solver; ClickException where there is no memory for it."""
    try:
        return Solver(mebibytes, threads, book=book)
    except MemoryError:
        raise click.ClickException(f"No memory for a table of {mebibytes} MiB.") from None
