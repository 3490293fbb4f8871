"""Publishes what a search has proven in the cache that replicas of the service share."""

import click

from service.settings import Settings
from service.sharing import NotSharedError, SharedStore
from service.solver import Analysis

PATIENCE_SECONDS = 5.0
"""How long each reply of the cache may take; no client of the service waits for it."""


class Publication:
    """The shared cache as the place for one result."""

    def __init__(self, settings: Settings) -> None:
        """Check before the search that there is a shared cache; UsageError if not."""
        if not settings.cache_url:
            raise click.UsageError(
                "There is no shared cache to publish in: set CACHE_URL and CACHE_SECRET as for the "
                "service."
            )
        self._store = SharedStore(
            settings.cache_url,
            settings.cache_secret.get_secret_value().encode(),
            settings.cache_seconds,
            PATIENCE_SECONDS,
        )

    def publish(self, analysis: Analysis, *, best_only: bool) -> None:
        """Store the analysis as the answer to its question; ClickException if that fails."""
        try:
            self._store.publish(analysis, best_only=best_only)
        except NotSharedError as error:
            raise click.ClickException(f"Nothing is published: {error}.") from None
        except Exception as error:  # The client of the cache raises exceptions of many kinds.
            raise click.ClickException(f"The shared cache fails: {error}") from None
        click.echo("Published in the shared cache.", err=True)
