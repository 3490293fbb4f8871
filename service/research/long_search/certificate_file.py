"""Writes what a search has proven to a certificate file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from service.atomic_write import atomic_write
from service.research.certificates import NoCertificateError
from service.research.long_search.local_search import Search
from service.research.long_search.search_observer import SearchObserver
from service.solver import Analysis, Budget


class CertificateFile:
    """The file for the certificate of one position."""

    def __init__(self, path: Path) -> None:
        """Check before the search that the file can be written; UsageError if not."""
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise click.UsageError(f"The certificate cannot be written to {path}.")
        self._path = path

    def write(
        self,
        search: Search,
        analysis: Analysis,
        budget: Budget,
        observer: SearchObserver[Any],
    ) -> None:
        """Write the file; ClickException, and no change to the file, if there is no certificate."""

        def going_on() -> None:
            if observer.stopped:
                raise NoCertificateError("it was interrupted")
            if budget.left == 0:
                raise NoCertificateError("the time is over")

        try:
            text = search.certificate(analysis, going_on)
        except NoCertificateError as error:
            raise click.ClickException(f"No certificate: {error}.") from None
        try:
            with atomic_write(self._path) as file:
                file.write(text.encode("ascii"))
        except OSError as error:
            raise click.FileError(str(self._path), error.strerror) from None
        click.echo(f"{self._path}: a certificate of {len(text):,} bytes.", err=True)
