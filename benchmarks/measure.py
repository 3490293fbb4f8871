"""How an analysis is measured: on a cold table, with the kernels compiled."""

import time
from dataclasses import replace

from service.game import Board
from service.solver import Analysis, Budget, Observer, Solver


def timed(
    solver: Solver, board: Board, budget: Budget, observer: Observer | None = None
) -> tuple[float, Analysis]:
    """Return the seconds of an analysis on a cold table, and its answer."""
    solver.forget()
    started = time.monotonic()
    analysis = solver.analyse(board, replace(budget, started=started), observer)
    return time.monotonic() - started, analysis
