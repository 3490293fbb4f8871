"""Running the command line as users do: in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

COMMAND = [sys.executable, "-m", "service"]
ENVIRONMENT = os.environ | {"TABLE_MEBIBYTES": "4"}
SECONDS = 300
"""More than it takes to compile all kernels."""


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """What `python -m service` with these arguments has printed, and how it ended."""
    return subprocess.run(
        [*COMMAND, *arguments], input=stdin, env=ENVIRONMENT, capture_output=True, text=True,
        timeout=SECONDS, check=False,
    )  # fmt: skip


def start(*arguments: str) -> subprocess.Popen[str]:
    """The command, still running."""
    return subprocess.Popen(
        [*COMMAND, *arguments], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
