"""The files that commands write, each whole or not at all: checkpoints, certificates, others."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from service.atomic_write import atomic_write
from service.game import Board
from service.research.certificates import NoCertificateError
from service.research.long_search.search_observer import SearchObserver
from service.solver import Budget, Solver
from service.solver.memory import checkpoint
from service.solver.proven_options import ProvenOptions
from service.solver.root import look_at_root


class CheckpointFile:
    """The checkpoint file of one search."""

    def __init__(
        self, path: Path, load: Callable[[Path], None], save: Callable[[Path], None]
    ) -> None:
        """Load the file if it exists, else write one; UsageError if that is not possible."""
        self._path, self._save = path, save
        try:
            (load if path.exists() else save)(path)
        except checkpoint.CheckpointError as error:
            advice = "Name another file to start anew."
            raise click.UsageError(f"{error} {advice}") from None
        except OSError as error:
            raise click.UsageError(f"The checkpoint cannot be used: {error}.") from None

    def on_the_way(self, progress: object) -> None:
        """Write the file during the search; a failure is only reported."""
        try:
            self._save(self._path)
        except OSError as error:
            click.echo(f"The checkpoint could not be written: {error}", err=True)

    def at_the_end(self) -> None:
        """Write the file after the search; FileError if that fails."""
        try:
            self._save(self._path)
        except OSError as error:
            raise click.FileError(str(self._path), error.strerror) from None


def table_file(path: Path, solver: Solver, board: Board) -> tuple[CheckpointFile, ProvenOptions]:
    """Return the file of a solver's table, and what it holds about the options of a position.

    The search changes the options, and the file is written with them. Raises UsageError if the
    board is too large for a checkpoint.
    """
    rules = board.rules
    if rules.cells > checkpoint.MOST_CELLS:
        raise click.UsageError(
            f"A checkpoint keeps positions of boards of up to {checkpoint.MOST_CELLS} cells; "
            f"this board has {rules.cells}."
        )
    proven = ProvenOptions(board, look_at_root(board).cells)
    file = CheckpointFile(
        path,
        load=lambda path: checkpoint.load(path, solver.table, rules, proven),
        save=lambda path: checkpoint.save(path, solver.table, rules, proven),
    )
    return file, proven


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
        observer: SearchObserver[Any],
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
