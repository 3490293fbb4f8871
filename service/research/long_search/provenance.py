"""The provenance of a result: the machine, the versions and the commit that computed it."""

import platform
import re
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import TypedDict

from service import __version__
from service.cores import available_cores

CPUINFO = Path("/proc/cpuinfo")
"""Where Linux describes the processor."""
HOME = Path(__file__).parent
PACKAGES = ("numba", "llvmlite", "numpy")
"""The packages that decide what kernels are compiled to."""


class Provenance(TypedDict):
    """The machine and the software that computed a result."""

    machine: dict[str, str | int]
    """The system, the processor, and the number of cores that the process may use."""
    threads: int
    """The threads that the search may use."""
    table_mebibytes: int
    commit: str | None
    """The commit of the source, with `-dirty` if files have changed; None outside a repository."""
    versions: dict[str, str]


def provenance(threads: int, table_mebibytes: int) -> Provenance:
    """Return the provenance of what this process computes now."""
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
    """Return the model of the processor if the system tells it, else the kind of machine."""
    try:
        model = re.search(r"^model name\s*: (.+)$", CPUINFO.read_text(), re.MULTILINE)
    except OSError:
        model = None
    return model[1] if model else platform.processor() or platform.machine()


def source_commit(folder: Path) -> str | None:
    """Return the commit of the repository that tracks the files of `folder`; None if none does."""
    if not _git(folder, "ls-files", "."):
        return None
    return _git(folder, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")


def _git(folder: Path, *arguments: str) -> str | None:
    """Return the output of git; None if it is not installed, fails or prints nothing."""
    try:
        done = subprocess.run(
            ["git", "-C", folder, *arguments], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None
