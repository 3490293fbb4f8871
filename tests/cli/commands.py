"""Running the command line: in a process of its own, as users do, or quickly in this one."""

import os
import pty
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import click
from click.testing import CliRunner, Result

from service.cli import main
from tests.support import programs

COMMAND = [sys.executable, "-m", "service"]
ENGLISH = {"LC_ALL": "C.UTF-8", "LANGUAGE": ""}
SETTINGS = {"TABLE_MEBIBYTES": "4", "SEARCH_THREADS": "1", **ENGLISH}
ENVIRONMENT = os.environ | SETTINGS
OPEN = ["4", "--board", "/".join(["X" + "." * 15] + ["." * 16] * 3)]
"""A position that no test has the time to solve: the book knows the empty board."""
SECONDS = 300
"""More than it takes to compile all kernels."""


def run(*arguments: str, stdin: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
    """Return what `python -m service` with these arguments has printed, and how it ended."""
    return programs.run(*COMMAND, *arguments, stdin=stdin, **SETTINGS | settings)


def invoke(*arguments: str, stdin: str = "", **settings: str) -> Result:
    """Return what the command prints in this process, which is quicker than in a new one."""
    return CliRunner().invoke(main, arguments, stdin, SETTINGS | settings)


def output_of(*arguments: str, stdin: str = "", **settings: str) -> str:
    """Return what a command that succeeds prints in this process."""
    done = invoke(*arguments, stdin=stdin, **settings)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def invoke_tool(command: click.Command, *arguments: str) -> Result:
    """Return what the command of a tool prints in this process."""
    return CliRunner().invoke(command, arguments, env=SETTINGS)


def output_of_tool(command: click.Command, *arguments: str) -> str:
    """Return what the command of a tool prints that succeeds."""
    done = invoke_tool(command, *arguments)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def start(*arguments: str, module: str = "service") -> subprocess.Popen[str]:
    """Start the command and return its process."""
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments], env=ENVIRONMENT,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def run_on_terminal(*arguments: str, columns: int) -> tuple[str, bytes]:
    """Return what a command prints, and what its terminal shows of its errors meanwhile."""
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=child, text=True,
        env=ENVIRONMENT | {"TERM": "xterm", "COLUMNS": str(columns)},
    )  # fmt: skip
    os.close(child)
    # A terminal that nobody reads takes 4 KiB, and then its writer waits.
    with ThreadPoolExecutor() as pool:
        shown = pool.submit(_read_all, parent)
        try:
            output, _ = process.communicate(timeout=SECONDS)
        finally:
            process.kill()
    os.close(parent)
    assert process.returncode == 0
    return output, shown.result()


def _read_all(terminal: int) -> bytes:
    shown = b""
    while True:
        try:
            shown += os.read(terminal, 1 << 16)
        except OSError:  # Its other side is closed.
            return shown
