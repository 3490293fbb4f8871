"""The image, run: in containers of docker or podman, or by chroot where none may run.

Both are read-only but for /tmp, and without capabilities. `ENGINE` and `IMAGE` say which, and
`RUN_FLAGS` what the engine needs besides on some machine. If `UNPACKED` names a folder with all
files of the image, its programs run in that.
"""

import json
import os
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import requests

from tests.support.ports import free_port
from tests.support.programs import run
from tests.support.waiting import wait_until

ENGINE = os.environ.get("ENGINE", "docker")
IMAGE = os.environ.get("IMAGE", "k-in-a-row")
UNPACKED = os.environ.get("UNPACKED")
RUN_FLAGS = [
    "--rm", "--interactive", "--read-only", "--tmpfs=/tmp", "--cap-drop=ALL",
    "--security-opt=no-new-privileges", "--network=host", "--no-healthcheck",
    *shlex.split(os.environ.get("RUN_FLAGS", "")),
]  # fmt: skip
MOUNTS = """
mount --bind "$0" "$0"
for each in /proc /dev; do mount --rbind $each "$0$each"; done
mount -t tmpfs tmpfs "$0/tmp"
mount -o remount,ro,bind "$0"
exec chroot "$@"
"""
"""Has a program find itself in a folder, as it would in a container; nobody else sees that."""
START_SECONDS = 120
"""Under an emulated processor a start takes long."""


def engine(*arguments: str, check: bool = True) -> str:
    """Return what a command of the engine prints."""
    done = run(ENGINE, *arguments)
    assert not check or done.returncode == 0, done.stderr
    return done.stdout.strip()


@cache
def image_config() -> Any:
    """Return what the image says of how it is run."""
    return json.loads(engine("image", "inspect", "--format", "{{json .Config}}", IMAGE))


def invocation(
    command: tuple[str, ...], flags: tuple[str, ...] = (), entrypoint: str = "", **settings: str
) -> list[str]:
    """Return what runs a command in the image, or its own; `flags` are for containers alone."""
    if not UNPACKED:
        flags += (*(f"--env={name}={value}" for name, value in settings.items()),)
        flags += (f"--entrypoint={entrypoint}",) if entrypoint else ()
        return [ENGINE, "run", *RUN_FLAGS, *flags, IMAGE, *command]
    assert not flags
    config = image_config()
    environment = *config["Env"], *(f"{name}={value}" for name, value in settings.items())
    return [
        "unshare", "--mount", "sh", "-ec", MOUNTS, UNPACKED,
        f"--userspec={config['User']}", UNPACKED,
        "/usr/bin/env", "-i", f"--chdir={config['WorkingDir']}", *environment,
        *([entrypoint] if entrypoint else config["Entrypoint"]), *(command or config["Cmd"]),
    ]  # fmt: skip


def said(command: tuple[str, ...], reads: str, **how: Any) -> str:
    """Return what a command in the image prints that has read this."""
    done = run(*invocation(command, **how), stdin=reads)
    assert done.returncode == 0, done.stderr
    return done.stdout


@dataclass(frozen=True)
class Container:
    """A running server, in the foreground."""

    name: str
    url: str
    process: subprocess.Popen[bytes]

    def execute(self, *command: str) -> str:
        """Return what a command prints that runs beside it."""
        if UNPACKED:
            port = self.url.rpartition(":")[2]
            return said(command[1:], "", entrypoint=command[0], PORT=port)
        return engine("exec", self.name, *command)

    def answers(self) -> bool:
        """Return whether it is ready."""
        assert self.process.poll() is None
        with suppress(requests.ConnectionError):
            return requests.get(f"{self.url}/readyz", timeout=30).ok
        return False

    def stop(self) -> int:
        """Send SIGTERM, which an engine passes on; its exit status."""
        self.process.terminate()
        return self.process.wait(START_SECONDS)


@contextmanager
def container(
    *flags: str, command: tuple[str, ...] = (), entrypoint: str = "", **settings: str
) -> Iterator[Container]:
    """Provide a server, ready; by default it runs what the image says."""
    port = free_port()
    name = f"k-in-a-row-{port}"
    flags += () if UNPACKED else (f"--name={name}",)
    arguments = invocation(command, flags, entrypoint, PORT=str(port), **settings)
    with subprocess.Popen(arguments, stdin=subprocess.DEVNULL) as process:
        running = Container(name, f"http://127.0.0.1:{port}", process)
        try:
            wait_until(running.answers, START_SECONDS)
            yield running
        finally:
            if not UNPACKED:
                engine("rm", "--force", name, check=False)
            process.terminate()
