"""How far an analysis has come, for whoever watches it or wants to stop it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from service.solver.analysis import Bounds, Budget
from service.solver.lines.kernels.scores import WIN
from service.solver.root import sign
from service.solver.session.portfolio import Portfolio


@dataclass(frozen=True, slots=True)
class Progress:
    """One look at a running analysis. All that is said of values is proven."""

    nodes: int
    table_hits: int
    seconds: float
    """Since the budget started."""
    depth: int
    """Plies within which every win and loss asked for is known."""
    bounds: Bounds
    """Of the position, for the side to move."""
    best: int
    """The cell of the most promising option so far."""
    line: list[int]
    """How the game is expected to go on from there, that cell first; nothing of it is proven."""
    settled: int
    """Options whose bounds meet; options that are alike count once."""
    options: int
    """Options in all, counted in the same way."""
    proof_numbers: tuple[int, int] | None
    """Proof and disproof number of the question that the proof-number search is at, if any."""


Look = Callable[[], Progress]
"""Takes a look at the analysis as it is now; worth some tens of microseconds."""

Observer = Callable[[Look], bool]
"""Called between slices of a search, about every millisecond, by the thread that searches. Once it
returns True the analysis ends as when its time runs out. It may never be called: what is known
needs no search. The time that it takes counts as spent."""


def look(portfolio: Portfolio, cells: np.ndarray, budget: Budget) -> Progress:
    """How far a search of the options `cells`, shape (options,), has come."""
    lower, upper = portfolio.lower, portfolio.upper
    best = int(cells[np.argmax(_promise(lower, upper, portfolio.estimates))])
    return Progress(
        nodes=portfolio.nodes,
        table_hits=portfolio.table_hits,
        seconds=budget.spent,
        depth=portfolio.engines.deepening.depth,
        bounds=Bounds(sign(int(lower.max())), sign(int(upper.max()))),
        best=best,
        line=portfolio.expected_line(best),
        settled=int(np.count_nonzero(lower == upper)),
        options=lower.size,
        proof_numbers=portfolio.proof_numbers,
    )


def _promise(lower: np.ndarray, upper: np.ndarray, estimates: np.ndarray | None) -> np.ndarray:
    """What options are sorted by: wins, what does not lose, the unknown, losses."""
    promise: np.ndarray = np.where(upper < 0, upper - WIN, 0 if estimates is None else estimates)
    promise[lower == 0] += 2
    return np.where(lower > 0, lower + WIN, promise)
