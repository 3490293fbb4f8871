"""The book, for commands that answer by it."""

from __future__ import annotations

import click

from service.settings import Settings
from service.solver import Book, BookError


def read_book(settings: Settings) -> Book | None:
    """The book, if it is wanted; None, and it is said why, where it is damaged."""
    try:
        return Book.read() if settings.book else None
    except BookError as error:
        click.echo(f"Doing without the book: {error}", err=True)
        return None
