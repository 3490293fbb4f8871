"""Keeps what a long search has proven in a checkpoint file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from service.game import Board
from service.solver import Solver
from service.solver.memory import ProvenOptions, checkpoint


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
    proven = ProvenOptions(board)
    file = CheckpointFile(
        path,
        load=lambda path: checkpoint.load(path, solver.table, rules, proven),
        save=lambda path: checkpoint.save(path, solver.table, rules, proven),
    )
    return file, proven
