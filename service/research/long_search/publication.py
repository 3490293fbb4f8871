"""Publishing what a search has proven in the cache that replicas share."""

from __future__ import annotations

import click

from service.settings import Settings
from service.sharing import NotSharedError, SharedStore
from service.solver import Analysis

PATIENCE_SECONDS = 5.0
"""How long each reply of the cache may take; nobody waits for an answer meanwhile."""


class Publication:
    """The shared cache, for one result."""

    def __init__(self, settings: Settings) -> None:
        """UsageError where there is no such cache: that is to be known before the search."""
        if not settings.cache_url:
            raise click.UsageError(
                "There is no shared cache to publish in: set CACHE_URL and CACHE_SECRET as for the "
                "service."
            )
        secret = settings.cache_secret.get_secret_value().encode()
        self._store = SharedStore(
            settings.cache_url, secret, settings.cache_seconds, PATIENCE_SECONDS
        )

    def publish(self, analysis: Analysis, best_only: bool) -> None:
        """Put the analysis there, as an answer to its question, or say why not."""
        try:
            self._store.publish(analysis, best_only=best_only)
        except NotSharedError as error:
            raise click.ClickException(f"Nothing is published: {error}.") from None
        except Exception as error:  # Whatever ails the cache, its client raises as it likes.
            raise click.ClickException(f"The shared cache fails: {error}") from None
        click.echo("Published in the shared cache.", err=True)
