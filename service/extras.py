"""Packages that serving does not need, each with the extra of the distribution that installs it."""

from __future__ import annotations

EXTRAS = {"distributed": "cluster", "redis": "cache", "requests": "terminal", "rich": "terminal"}


def advice(package: str) -> str:
    """Return the end of a message about something that needs `package`, which is missing."""
    return f"needs {package}, which is not installed: pip install 'k-in-a-row[{EXTRAS[package]}]'"
