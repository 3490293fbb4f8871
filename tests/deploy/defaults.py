"""Defaults of the settings that what is shipped for deployment has to fit."""

from service.settings import Settings


def default(name: str) -> int:
    """Return the default of a setting that is a number."""
    value: int = Settings.model_fields[name].default
    return value


STOP_SECONDS = default("drain_seconds") + default("graceful_seconds")
"""How long a replica may take to stop."""
