"""The command line: `python -m service`."""

from __future__ import annotations

import os
import sys

import click


@click.group()
def main() -> None:
    """Best moves for k-in-a-row games."""


@main.command()
@click.option("--port", type=click.IntRange(0, 65535), help="TCP port; overrides PORT.")
def serve(port: int | None) -> None:
    """Serve the API with gunicorn, until stopped."""
    environment = dict(os.environ)
    if port is not None:
        environment["PORT"] = str(port)
    arguments = ["-m", "gunicorn", "-c", "python:service.api.server", "service.api.wsgi:app"]
    os.execve(sys.executable, [sys.executable, *arguments], environment)


@main.command()
@click.option("--refresh-examples", is_flag=True, help="Compute the examples' answers anew first.")
def openapi(refresh_examples: bool) -> None:
    """Print the contract as YAML."""
    # Imported here: `serve` replaces this process and needs none of it.
    from service.api.examples.refresh import refresh
    from service.api.openapi import as_yaml, openapi_document
    from service.settings import Settings

    if refresh_examples:
        refresh()
    click.echo(as_yaml(openapi_document(Settings())), nl=False)
