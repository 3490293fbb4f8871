"""`make test-pythons`: a short tier on the oldest and the newest Python that this machine has.

Not on the one that all tests run on, and that runs this. Each has an environment of its own, from
the same lock file, and compiles the kernels anew: numba keeps machine code for each Python.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.project import ROOT

TESTS = (
    "tests/api/server",
    "tests/api/admission",
    "tests/solver/test_signature.py",
    "tests/players/test_levels.py",
    "tests/test_settings.py",
)
"""The server, storms included; whole analyses that need every engine; every level."""
OLDEST = (3, 11)
NAMES = ("python3", "python3.11", "python3.12", "python3.13", "python3.14")
TELL_VERSION = "import sys; print(*sys.version_info[:2])"

Version = tuple[int, ...]


def main() -> None:
    """Find them, say which they are, and run the tier."""
    pythons, own = found_pythons(), sys.version_info[:2]
    chosen = [version for version in sorted({min(pythons), max(pythons)}) if version != own]
    told = [".".join(map(str, version)) for version in (*sorted(pythons), own)]
    _say(f"Python {', '.join(told[:-1])} is here; all tests run on {told[-1]}")
    for version in chosen:
        run_tier(version, pythons[version])
    if not chosen:
        _say("so there is no other to try")


def found_pythons() -> dict[Version, str]:
    """Return the Pythons on the path, and those of pyenv, that the service is for and that run."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    paths = [shutil.which(name) for name in NAMES]
    paths += [str(path) for path in sorted(versions.glob("*/bin/python3"))]
    found: dict[Version, str] = {}
    for path in filter(None, paths):
        done = subprocess.run(
            [path, "-c", TELL_VERSION], capture_output=True, text=True, check=False
        )
        version = tuple(map(int, done.stdout.split()))
        if done.returncode == 0 and version >= OLDEST:
            found.setdefault(version, path)
    return found


def run_tier(version: Version, python: str) -> None:
    """Make the environment of a Python if there is none, and run the tests in it."""
    name = ".".join(map(str, version))
    folder = ROOT / f".venv-python{name}"
    _say(f"a short tier on Python {name} ({python})")
    _run("make", "--no-print-directory", f"{folder.name}/.ready", f"PYTHON={python}")
    # The browser is the same for all, and nothing is tested where programs are missing.
    node = folder / "node"
    node.unlink(missing_ok=True)
    node.symlink_to(Path(sys.prefix, "node"))
    own = folder / "bin" / "python"
    _run(own, "-m", "service.solver")
    processes = str(2 * (os.cpu_count() or 1) + 1)
    _run(
        "nice", "-n", "15", own, "-m", "pytest", "--quiet",
        "--numprocesses", processes, "--dist", "loadfile", *TESTS,
    )  # fmt: skip


def _run(*command: str | Path) -> None:
    done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
