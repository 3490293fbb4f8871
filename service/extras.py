"""Packages that serving does not need, each with the extra of the distribution that installs it."""

import sys

EXTRAS = {"distributed": "cluster", "redis": "cache", "requests": "terminal", "rich": "terminal"}


def advice(package: str) -> str:
    """Return the end of a message about something that needs `package`, which is missing.

    The command in it works as it is, wherever it is typed, and installs the whole extra.
    """
    wanted = " ".join(name for name, extra in EXTRAS.items() if extra == EXTRAS[package])
    return f"needs {package}, which is not installed: {sys.executable} -m pip install {wanted}"
