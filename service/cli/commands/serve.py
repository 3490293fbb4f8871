"""`serve`: serves the API over HTTP."""

import os
import sys

import click

ALLOCATOR = {"MALLOC_ARENA_MAX": "2", "MALLOC_MMAP_THRESHOLD_": str(1 << 17)}
"""Settings of the allocator of the GNU C library, which reads them when a program starts.

By default it keeps several times the memory that is in use: each thread has an arena, large arrays
are taken from arenas, too, once some have been freed, and memory below a block that is still in use
is not returned to the system.
"""


@click.command("serve")
@click.option("--port", type=click.IntRange(0, 65535), help="TCP port; overrides PORT.")
def command(port: int | None) -> None:
    """Serve the API with gunicorn, until stopped."""
    if port is not None:
        os.environ["PORT"] = str(port)
    server = [sys.executable, "-m", "service.api.server"]
    os.execve(sys.executable, server, {**ALLOCATOR, **os.environ})
