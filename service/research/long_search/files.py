"""The files that commands write, each whole or not at all: checkpoints, certificates, others."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from service.atomic_write import atomic_write
from service.game import Board
from service.research.certificates import NoCertificateError
from service.research.long_search import checkpoint
from service.research.long_search.checkpoint import NOTHING_SPENT, Spent
from service.research.long_search.formatting import duration, short
from service.research.long_search.search_observer import SearchObserver
from service.solver import Budget, Cost, Progress, Solver
from service.solver.proven_options import ProvenOptions
from service.solver.root import look_at_root


class CheckpointFile:
    """The checkpoint file of one search."""

    def __init__(self, path: Path, solver: Solver, board: Board) -> None:
        """Load the file if it exists, else write one; UsageError if that is not possible."""
        rules = board.rules
        if rules.cells > checkpoint.MOST_CELLS:
            raise click.UsageError(
                f"A checkpoint keeps positions of boards of up to {checkpoint.MOST_CELLS} cells; "
                f"this board has {rules.cells}."
            )
        self._path = path
        self.proven = ProvenOptions(board, look_at_root(board).cells)
        """What is proven of the options, which the search changes."""
        self.before = NOTHING_SPENT
        """What the runs before this one have spent."""
        self._save = partial(checkpoint.save, path, solver.table, rules, self.proven)
        try:
            if path.exists():
                self.before = checkpoint.load(path, solver.table, rules, self.proven)
                click.echo(f"Going on from {path}, after {_words(self.before)}.", err=True)
            else:
                self._save(self.before)
        except checkpoint.CheckpointError as error:
            advice = "Name another file to start anew."
            raise click.UsageError(f"{error} {advice}") from None
        except OSError as error:
            raise click.UsageError(f"The checkpoint cannot be used: {error}.") from None

    def on_the_way(self, spent: Progress) -> None:
        """Write the file during the search; a failure is only reported."""
        try:
            self._save(self._total(spent))
        except OSError as error:
            click.echo(f"The checkpoint could not be written: {error}", err=True)

    def at_the_end(self, spent: Cost) -> None:
        """Write the file after the search, and say what all runs took; FileError if that fails."""
        total = self._total(spent)
        if self.before != NOTHING_SPENT:
            click.echo(f"All runs together: {_words(total)}.", err=True)
        try:
            self._save(total)
        except OSError as error:
            raise click.FileError(str(self._path), error.strerror) from None

    def _total(self, spent: Progress | Cost) -> Spent:
        """Return what all runs have spent, if this one has `spent` so much."""
        return Spent(self.before.nodes + spent.nodes, self.before.seconds + spent.seconds)


def _words(spent: Spent) -> str:
    return f"{short(spent.nodes)} nodes in {duration(spent.seconds)}"


class CertificateFile:
    """The file for the certificate of one position."""

    def __init__(self, path: Path) -> None:
        """Check before the search that the file can be written; UsageError if not."""
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise click.UsageError(f"The certificate cannot be written to {path}.")
        self._path = path

    def write(
        self,
        certify: Callable[[Callable[[], None]], str],
        budget: Budget,
        observer: SearchObserver,
    ) -> None:
        """Write the certificate that `certify` returns.

        It calls its argument at intervals, which raises once the search has to stop. Raises
        ClickException, and does not change the file, if there is no certificate.
        """

        def going_on() -> None:
            if observer.stopped:
                raise NoCertificateError("it was interrupted")
            if budget.left == 0:
                raise NoCertificateError("the time is over")

        try:
            text = certify(going_on)
        except NoCertificateError as error:
            raise click.ClickException(f"No certificate: {error}.") from None
        write_whole(self._path, text)
        click.echo(f"{self._path}: a certificate of {len(text):,} bytes.", err=True)


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all; FileError if that fails."""
    try:
        with atomic_write(path) as file:
            file.write(text.encode())
    except OSError as error:
        raise click.FileError(str(path), error.strerror) from None
