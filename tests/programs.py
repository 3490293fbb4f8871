"""Python programs in a process of their own."""

from __future__ import annotations

import os
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
