"""Programs in a process of their own: of Python, and of the system."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from tests.packaging.project import ROOT


def run_program(program: str) -> str:
    """What a program prints; it imports the package under test from this tree."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def program(name: str) -> str:
    """Where a program of the system lies; Debian has servers where only root looks."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    assert found, f"{name} is needed; .ci/run installs it"
    return found
