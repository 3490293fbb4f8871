"""`serve`: the API over HTTP."""

from __future__ import annotations

import os
import sys

import click


@click.command("serve")
@click.option("--port", type=click.IntRange(0, 65535), help="TCP port; overrides PORT.")
def command(port: int | None) -> None:
    """Serve the API with gunicorn, until stopped."""
    environment = dict(os.environ)
    if port is not None:
        environment["PORT"] = str(port)
    arguments = ["-m", "gunicorn", "-c", "python:service.api.server", "service.api.wsgi:app"]
    os.execve(sys.executable, [sys.executable, *arguments], environment)
