"""Whether this process takes on new work, from its start to its end."""

from __future__ import annotations

from threading import Event

from flask import request

from service.api import metrics
from service.api.problems import ProblemError


class Lifecycle:
    """Serving until told to drain; there is no way back."""

    def __init__(self) -> None:
        self._draining = Event()

    @property
    def draining(self) -> bool:
        """Whether new work is refused and running searches are to wrap up."""
        return self._draining.is_set()

    def drain(self) -> None:
        """Refuse new work from now on, and have running searches answer with what they have."""
        self._draining.set()

    def require_serving(self) -> None:
        """Raise a problem when draining."""
        if self.draining:
            raise ProblemError("not_ready", "The service is stopping; ask again shortly.")

    def refuse_work(self) -> None:
        """Before a request to a route that works: a problem when draining."""
        if request.method == "POST" and self.draining:
            metrics.rejected.labels("draining").inc()
            self.require_serving()
