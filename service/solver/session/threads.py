"""Threads that help out where a search takes long."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

from service.solver.session.portfolio import Portfolio
from service.solver.session.time_manager import SliceTimer

SLICE_SECONDS = 0.002
"""How long a helper may take to notice that the search has stopped."""


class ThreadPool:
    """A number of threads that all searches of a solver share."""

    def __init__(self, helpers: int) -> None:
        self.helpers = helpers
        """How many there are."""
        # Starts no thread before there is something to do, so that it survives a fork.
        self._pool = ThreadPoolExecutor(max(helpers, 1), "solver")

    def help(self, portfolio: Portfolio) -> list[Future[None]]:
        """Have as many threads as can be of use take turns in a search, once they are free."""
        useful = min(self.helpers, portfolio.most_threads - 1)
        return [self._pool.submit(_help, portfolio) for _ in range(useful)]

    @staticmethod
    def join(portfolio: Portfolio, helpers: list[Future[None]]) -> None:
        """Have the helpers leave a search, wait until none is left, and raise what failed."""
        portfolio.stop()
        for helper in helpers:
            if not helper.cancel():
                helper.result()


def _help(portfolio: Portfolio) -> None:
    timer = SliceTimer(SLICE_SECONDS)
    while portfolio.help(timer.begin()):
        timer.end()
