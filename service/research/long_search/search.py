"""The search that `solve` makes: of one position, as long as it takes."""

from collections.abc import Callable
from pathlib import Path

import click

from service.game import Board
from service.research.certificates import certificate
from service.research.long_search.files import CheckpointFile
from service.research.long_search.progress_line import ProgressLine
from service.research.long_search.provenance import Provenance, provenance
from service.research.long_search.search_observer import SearchObserver
from service.solver import Analysis, Book, Budget, Solver


class LongSearch:
    """A search of one position by a solver with some threads."""

    def __init__(
        self, board: Board, mebibytes: int, threads: int, book: Book | None, path: Path | None
    ) -> None:
        """`path` is that of the checkpoint.

        Raises UsageError if it cannot be used, and ClickException if memory is short.
        """
        try:
            self._solver = Solver(mebibytes, threads, book=book)
        except MemoryError:
            raise click.ClickException(f"No memory for a table of {mebibytes} MiB.") from None
        self._board, self._mebibytes, self._threads = board, mebibytes, threads
        self.checkpoint = CheckpointFile(path, self._solver, board) if path else None
        """The file that keeps what is proven; None without one."""
        self.line = ProgressLine(board, self._solver)
        """Puts the progress of the search into one line."""

    @property
    def run(self) -> Provenance:
        """Return the provenance of what the search finds."""
        return provenance(self._threads, self._mebibytes)

    def analyse(self, budget: Budget, observer: SearchObserver) -> Analysis:
        """Return the analysis, once all is proven or the search has to end."""
        return self._solver.analyse(
            self._board,
            budget,
            observer,
            proven=self.checkpoint.proven if self.checkpoint else None,
        )

    def certificate(self, analysis: Analysis, going_on: Callable[[], None]) -> str:
        """Return the certificate of what the analysis proves; see `certificates.certificate`.

        It takes about as long as the analysis, or longer if the table has lost results.
        """
        return certificate(analysis, self._solver.table, going_on)
