"""Packages that serving does without, each with the extra of the distribution that brings it."""

from __future__ import annotations

EXTRAS = {"distributed": "cluster", "redis": "cache", "requests": "terminal", "rich": "terminal"}


def advice(package: str) -> str:
    """What to say of something that needs `package`, which is missing."""
    return f"needs {package}, which is not installed: pip install 'k-in-a-row[{EXTRAS[package]}]'"
