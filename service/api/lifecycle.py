"""Whether this process takes on new work, from its start to its end."""

from __future__ import annotations

from flask import request

from service.api.problems import ProblemError
from service.api.telemetry import metrics


class Lifecycle:
    """Serving until told to drain; there is no way back."""

    def __init__(self) -> None:
        self._draining = False

    @property
    def draining(self) -> bool:
        """Whether new work is refused and running searches are to wrap up."""
        return self._draining

    def drain(self) -> None:
        """Refuse new work from now on, and have running searches answer with what they have.

        It takes no lock, for a signal may ask for it at any time.
        """
        self._draining = True

    def require_serving(self) -> None:
        """Raise a problem when draining."""
        if self.draining:
            raise ProblemError("not_ready", "The service is stopping; ask again shortly.")

    def refuse_work(self) -> None:
        """Before a request to a route that works: a problem when draining."""
        if request.method == "POST" and self.draining:
            metrics.rejected.labels("draining").inc()
            self.require_serving()
