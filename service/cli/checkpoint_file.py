"""Keeping what a long search has proven in a checkpoint file."""

from __future__ import annotations

from pathlib import Path

import click

from service.game import Board
from service.solver import Progress, Solver
from service.solver.memory import ProvenOptions, checkpoint


class CheckpointFile:
    """The checkpoint file of one search."""

    def __init__(self, path: Path, solver: Solver, board: Board) -> None:
        """Fill the solver's table from the file; without one, make sure that it can be written."""
        rules = board.rules
        if rules.cells > checkpoint.MOST_CELLS:
            raise click.UsageError(
                f"A checkpoint keeps positions of boards of up to {checkpoint.MOST_CELLS} cells; "
                f"this board has {rules.cells}."
            )
        self.proven = ProvenOptions(board)
        """Of the position that is searched: what the file says, and from then on the search."""
        self._path, self._table, self._rules = path, solver.table, rules
        try:
            if path.exists():
                checkpoint.load(path, self._table, rules, self.proven)
            else:
                self._save()
        except checkpoint.CheckpointError as error:
            advice = "Name another file to start anew."
            raise click.UsageError(f"{error} {advice}") from None
        except OSError as error:
            raise click.UsageError(f"The checkpoint cannot be used: {error}.") from None

    def on_the_way(self, progress: Progress) -> None:
        """Write the file; a failure is reported but ends no search."""
        try:
            self._save()
        except OSError as error:
            click.echo(f"The checkpoint could not be written: {error}", err=True)

    def at_the_end(self) -> None:
        """Write the file; FileError where that fails."""
        try:
            self._save()
        except OSError as error:
            raise click.FileError(str(self._path), error.strerror) from None

    def _save(self) -> None:
        checkpoint.save(self._path, self._table, self._rules, self.proven)
