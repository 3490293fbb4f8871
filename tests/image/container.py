"""Containers of the image, by docker or podman: read-only but for /tmp, without capabilities.

`ENGINE` and `IMAGE` say which; `RUN_FLAGS` is what the engine needs besides on some machine.
"""

import os
import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import requests

from tests.support.ports import free_port
from tests.support.programs import run

IMAGE = os.environ.get("IMAGE", "k-in-a-row")
RUN_FLAGS = [
    "--read-only", "--tmpfs=/tmp", "--cap-drop=ALL", "--security-opt=no-new-privileges",
    "--network=host", "--no-healthcheck", *shlex.split(os.environ.get("RUN_FLAGS", "")),
]  # fmt: skip
START_SECONDS = 120
"""Under an emulated processor a start takes long."""


def engine(*arguments: str, reads: str = "", check: bool = True) -> str:
    """Return what a command of the engine prints."""
    done = run(os.environ.get("ENGINE", "docker"), *arguments, stdin=reads)
    assert not check or done.returncode == 0, done.stderr
    return done.stdout.strip()


@dataclass(frozen=True)
class Container:
    """A running server."""

    name: str
    url: str

    def execute(self, *command: str) -> str:
        """Return what a command prints that runs inside."""
        return engine("exec", self.name, *command)

    def answers(self) -> bool:
        """Return whether it is ready."""
        with suppress(requests.ConnectionError):
            return requests.get(f"{self.url}/readyz", timeout=30).ok
        return False

    def stop(self) -> int:
        """Send SIGTERM; its exit status."""
        engine("kill", "--signal=TERM", self.name)
        return int(engine("wait", self.name))


@contextmanager
def container(*flags: str, command: tuple[str, ...] = ()) -> Iterator[Container]:
    """Provide a server in a container of its own, ready; by default it runs what the image says."""
    port = free_port()
    name = engine("run", "--detach", f"--env=PORT={port}", *RUN_FLAGS, *flags, IMAGE, *command)
    running = Container(name, f"http://127.0.0.1:{port}")
    try:
        deadline = time.monotonic() + START_SECONDS
        while not running.answers():
            assert time.monotonic() < deadline, engine("logs", name)
            time.sleep(0.01)
        yield running
    finally:
        engine("rm", "--force", name)


def run_python(
    program: str, *flags: str, entrypoint: str = "python", arguments: tuple[str, ...] = ()
) -> str:
    """Return what a Python program prints in a container of its own."""
    command = (f"--entrypoint={entrypoint}", *flags, IMAGE, *arguments, "-")
    return engine("run", "--rm", "--interactive", *RUN_FLAGS, *command, reads=program)
