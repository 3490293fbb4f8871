"""By what a result was computed, to be told with it."""

from __future__ import annotations

import platform
import re
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import TypedDict

from service import __version__
from service.cores import available_cores

CPUINFO = Path("/proc/cpuinfo")
"""Of Linux."""
HOME = Path(__file__).parent
PACKAGES = ("numba", "llvmlite", "numpy")
"""Those that decide what the kernels are compiled to."""


class Machine(TypedDict):
    """What it was computed on."""

    system: str
    processor: str
    cores: int
    """Those that the process may use."""


class Provenance(TypedDict):
    """By what a result was computed."""

    machine: Machine
    threads: int
    """Those that the search may use."""
    table_mebibytes: int
    commit: str | None
    """Of the source, with `-dirty` where files have changed since; None outside of a repository."""
    versions: dict[str, str]


def provenance(threads: int, table_mebibytes: int) -> Provenance:
    """What there is to say here and now."""
    return {
        "machine": {
            "system": platform.platform(),
            "processor": processor_name(),
            "cores": available_cores(),
        },
        "threads": threads,
        "table_mebibytes": table_mebibytes,
        "commit": source_commit(HOME),
        "versions": {
            "k-in-a-row": __version__,
            "python": platform.python_version(),
            **{name: version(name) for name in PACKAGES},
        },
    }


def processor_name() -> str:
    """The model, where the system tells it, else the kind of machine."""
    try:
        found = re.search(r"^model name\s*: (.+)$", CPUINFO.read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.processor() or platform.machine()


def source_commit(folder: Path) -> str | None:
    """The commit of the repository that has this folder; an installed copy may only lie in one."""
    if not _git(folder, "ls-files", "."):
        return None
    return _git(folder, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")


def _git(folder: Path, *arguments: str) -> str | None:
    """What git says; None if there is none, or nothing to say."""
    try:
        done = subprocess.run(
            ["git", "-C", folder, *arguments], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None
