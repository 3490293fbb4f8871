"""A real nginx, as any user, on the loopback interface."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.ports import listens
from tests.support.programs import program
from tests.support.waiting import wait_until

ACCESS_LOG = "access.log"
"""The file that gets its standard output."""


def nginx_command(configuration: str, folder: Path) -> list[str]:
    """Return the command for nginx with a configuration; relative paths lie in `folder`.

    What it says before it has read where to say it goes to the error stream, too.
    """
    path = folder / "nginx.conf"
    path.write_text(configuration)
    return [program("nginx"), "-e", "stderr", "-p", str(folder), "-c", str(path)]


@contextmanager
def running_nginx(configuration: str, folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Provide a process of nginx that listens at this port already, and logs into `folder`."""
    with (
        (folder / ACCESS_LOG).open("wb") as log,
        subprocess.Popen(nginx_command(configuration, folder), stdout=log) as process,
    ):
        try:
            wait_until(lambda: listens(port))
            yield process
        finally:
            process.terminate()
            process.wait(timeout=30)
