"""`serve`: the API over HTTP."""

from __future__ import annotations

import os
import sys

import click

ALLOCATOR = {"MALLOC_ARENA_MAX": "2", "MALLOC_MMAP_THRESHOLD_": str(1 << 17)}
"""The GNU C library, left alone, keeps several times the memory that is in use.

It has arenas for every thread, and takes large arrays from them, too, once it has seen some freed;
what lies before anything still in use is not given back. It reads this before a program begins.
"""


@click.command("serve")
@click.option("--port", type=click.IntRange(0, 65535), help="TCP port; overrides PORT.")
def command(port: int | None) -> None:
    """Serve the API with gunicorn, until stopped."""
    environment = {**ALLOCATOR, **os.environ}
    if port is not None:
        environment["PORT"] = str(port)
    arguments = ["-m", "gunicorn", "-c", "python:service.api.server.config", "service.api.wsgi:app"]
    os.execve(sys.executable, [sys.executable, *arguments], environment)
