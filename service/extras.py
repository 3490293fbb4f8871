"""Packages that serving does not need, each with the extra of the distribution that installs it."""

import shlex
import sys

EXTRAS = {
    "distributed": "cluster", "httpx2": "agents", "mcp": "agents", "redis": "cache",
    "requests": "terminal", "rich": "terminal", "urllib3": "terminal",
}  # fmt: skip


def advice(package: str) -> str:
    """Return the end of a message about something that needs `package`, which is missing.

    The command in it installs the whole extra into the environment of this Python by its pip.
    """
    wanted = [name for name, extra in EXTRAS.items() if extra == EXTRAS[package]]
    command = shlex.join([sys.executable, "-m", "pip", "install", *wanted])
    return f"needs {package}, which is not installed: {command}"
