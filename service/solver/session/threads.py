"""Helper threads for searches that take long."""

from concurrent.futures import Future, ThreadPoolExecutor

from service.solver.session.portfolio import Portfolio


class ThreadPool:
    """Helper threads that all searches of a solver share."""

    def __init__(self, helpers: int) -> None:
        self.helpers = helpers
        """The number of helper threads."""
        # Starts no thread before there is something to do, so that it survives a fork.
        self._pool = ThreadPoolExecutor(max(helpers, 1), "solver")

    def help(self, portfolio: Portfolio) -> list[Future[None]]:
        """Have as many threads as are of use join a search, once they are free."""
        useful = min(self.helpers, portfolio.most_threads - 1)
        return [self._pool.submit(_help, portfolio) for _ in range(useful)]

    @staticmethod
    def join(portfolio: Portfolio, helpers: list[Future[None]]) -> None:
        """Have the helpers leave a search and wait for them; raise what a helper has raised."""
        portfolio.stop()
        for helper in helpers:
            if not helper.cancel():
                helper.result()


def _help(portfolio: Portfolio) -> None:
    while portfolio.help():
        pass
