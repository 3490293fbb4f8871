"""The solver as the settings want it."""

from __future__ import annotations

from service.api.telemetry import metrics
from service.settings import Settings
from service.sharing import Event, SharedStore
from service.solver import Solver


def new_solver(settings: Settings) -> Solver:
    """A solver that is not warm yet; with `cache_url` it shares what it proves."""
    store = None
    if settings.cache_url:
        store = SharedStore(
            settings.cache_url,
            settings.cache_secret.get_secret_value().encode(),
            settings.cache_seconds,
            settings.cache_timeout_ms / 1000,
            _count,
        )
    return Solver(settings.table_mebibytes, settings.threads_per_search, store)


def _count(event: Event) -> None:
    metrics.cache_events.labels(event).inc()
